// The visitor's choice of theme, light, dark or as the device says: stored, applied to the page, and what the themes are called.
import { useEffect } from 'react';
import { disposeAll } from '../browser/emitter';
import { plainText, storedChoice, useStoredValue } from '../browser/stored-value';
import type { MessageId } from '../i18n/messages';
import {
  applyTheme,
  onDeviceTheme,
  themeChoices,
  themeKey,
  type ThemeChoice,
} from './theme-choice';

const theme = storedChoice(themeKey, themeChoices, 'system', plainText);

export function useTheme() {
  const choice = useStoredValue(theme, 'system');
  useEffect(followTheme, []);
  return { choice, choose: theme.write };
}

/** Applies what is chosen, here or in another tab, and what the device says, until the returned function is called. */
function followTheme(): () => void {
  const apply = () => {
    applyTheme(theme.read());
  };
  return disposeAll(theme.subscribe(apply), onDeviceTheme(apply));
}

export const themeNames: Record<ThemeChoice, MessageId> = {
  light: 'theme.light',
  dark: 'theme.dark',
  system: 'theme.system',
};
