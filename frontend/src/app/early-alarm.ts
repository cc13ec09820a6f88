// Runs before the first paint of the alarm page.
import { typeOnLineEarly } from '../loading/typed-keys';

typeOnLineEarly();
