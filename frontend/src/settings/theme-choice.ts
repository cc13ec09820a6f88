// The themes, how one is applied, and the stored choice as it is read before the first paint; `use-theme.ts` has the value itself,
// which needs more code than may run then.
import { onEvents } from '../browser/emitter';
import type { StoredKey } from '../browser/stored-keys';

export const themeChoices = ['light', 'dark', 'system'] as const;

export type ThemeChoice = (typeof themeChoices)[number];

/** The key in local storage. */
export const themeKey: StoredKey = 'theme';
const darkDevice = '(prefers-color-scheme: dark)';

/** The stored choice; `system` if there is none or storage is blocked. */
export function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey);
    return themeChoices.find((choice) => choice === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Sets the class `light` or `dark` on the root, and the colour of the browser's UI. */
export function applyTheme(choice: ThemeChoice): void {
  const dark = choice === 'system' ? matchMedia(darkDevice).matches : choice === 'dark';
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('light', !dark);
  document.querySelectorAll<HTMLElement>('meta[data-theme]').forEach((meta) => {
    meta.setAttribute('media', (meta.dataset.theme === 'dark') === dark ? 'all' : 'not all');
  });
}

/** Calls back when the device changes between light and dark; the returned function ends that. */
export function onDeviceTheme(change: () => void): () => void {
  return onEvents(matchMedia(darkDevice), ['change'], change);
}
