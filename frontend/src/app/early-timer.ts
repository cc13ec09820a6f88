// Runs before the first paint of the timer page.
import { reserveSpace } from '../features/timer/presets-space';
import { markRunningTimers } from '../features/timer/running-first';
import { typeOnLineEarly } from '../loading/early-line';

reserveSpace();
markRunningTimers();
typeOnLineEarly();
