// Runs before the first paint of the timer page.
import { reserveSpace } from '../features/timer/presets-space';

reserveSpace();
