// The theme in use, followed by every component that shows it.
import { useSyncExternalStore } from 'react';
import {
  applyTheme,
  onDeviceTheme,
  storedTheme,
  storeTheme,
  type ThemeChoice,
} from './theme-choice';

interface Theme {
  readonly choice: ThemeChoice;
  readonly choose: (choice: ThemeChoice) => void;
}

export function useTheme(): Theme {
  const choice = useSyncExternalStore(subscribe, present, () => 'system' as const);
  return { choice, choose };
}

const listeners = new Set<() => void>();
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
  listeners.forEach((listener) => {
    listener();
  });
}

let stopFollowing: (() => void) | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stopFollowing ??= followOutside();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      stopFollowing?.();
      stopFollowing = null;
    }
  };
}

/** Follows the device's setting and choices in other tabs. */
function followOutside(): () => void {
  const stopDevice = onDeviceTheme(() => {
    applyTheme(present());
  });
  const onStorage = () => {
    adopt(storedTheme());
  };
  window.addEventListener('storage', onStorage);
  return () => {
    stopDevice();
    window.removeEventListener('storage', onStorage);
  };
}
