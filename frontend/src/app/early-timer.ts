// Runs before the first paint of the timer page.
import { reserveSpace, markRunningTimers } from '../features/timer/first-paint';
import { typeOnLineEarly } from '../loading/early-line';

reserveSpace();
markRunningTimers();
typeOnLineEarly();
