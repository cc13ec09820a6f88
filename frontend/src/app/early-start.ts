// Runs before the first paint, as a script of its own: no page flashes in the wrong theme, no press is lost, and no
// script that fails once leaves the page dead.
import { rememberPresses } from '../hooks/early-presses';
import { applyTheme, storedTheme } from '../styles/theme-choice';
import { fetchFailedScriptsAgain } from './failed-scripts';

applyTheme(storedTheme());
rememberPresses();
fetchFailedScriptsAgain();
