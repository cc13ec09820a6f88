// Runs before the first paint, as a script of its own: no page flashes in the wrong theme, and no press is lost.
import { rememberPresses } from '../hooks/early-presses';
import { applyTheme, storedTheme } from '../styles/theme-choice';

applyTheme(storedTheme());
rememberPresses();
