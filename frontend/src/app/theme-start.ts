// Runs before the first paint, as a script of its own, so that no page flashes in the wrong theme.
import { applyTheme, storedTheme } from '../styles/theme-choice';

applyTheme(storedTheme());
