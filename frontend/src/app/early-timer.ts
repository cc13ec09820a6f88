// Runs before the first paint of the timer page.
import { reserveRoom } from '../features/timer/presets-room';

reserveRoom();
