// Runs before the first paint of the alarm page.
import { typeOnLineEarly } from '../loading/early-line';

typeOnLineEarly();
