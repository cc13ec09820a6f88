// Runs before the first paint of the timer page.
import { reserveSpace, markRunningTimers } from '../features/timer/first-paint';
import { typeOnLineEarly } from '../loading/typed-keys';

reserveSpace();
markRunningTimers();
typeOnLineEarly();
