// Runs before the first paint of the timer page.
import { reserveSpace } from '../features/timer/presets-space';
import { typeOnLineEarly } from '../loading/early-line';

reserveSpace();
typeOnLineEarly();
