// The theme in use, followed by every component that shows it, and what the themes are called.
import { useSyncExternalStore } from 'react';
import { disposeAll, createEmitter, onEvents } from '../browser/emitter';
import type { ThemeChoice } from './theme-choice';
import { applyTheme, onDeviceTheme, storedTheme, storeTheme } from './theme-choice';
import type { MessageId } from '../i18n/messages';

export function useTheme() {
  const choice = useSyncExternalStore(listeners.subscribe, present, () => 'system' as const);
  return { choice, choose };
}

const listeners = createEmitter(followOutside);
/** Kept in memory, too, so that the choice works if storage is blocked. */
let chosen: ThemeChoice | null = null;

function present(): ThemeChoice {
  chosen ??= storedTheme();
  return chosen;
}

function choose(choice: ThemeChoice): void {
  storeTheme(choice);
  adopt(choice);
}

function adopt(choice: ThemeChoice): void {
  chosen = choice;
  applyTheme(choice);
  listeners.emit();
}

/** Follows the device's setting and choices in other tabs. */
function followOutside(): () => void {
  const stopDevice = onDeviceTheme(() => {
    applyTheme(present());
  });
  const onStorage = () => {
    adopt(storedTheme());
  };
  return disposeAll(stopDevice, onEvents(window, ['storage'], onStorage));
}

export const themeNames: Record<ThemeChoice, MessageId> = {
  light: 'theme.light',
  dark: 'theme.dark',
  system: 'theme.system',
};
