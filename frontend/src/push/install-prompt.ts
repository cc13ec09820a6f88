// The browser's offer to install the site as an app, kept until a person asks for it. Chromium alone has it.
import { useSyncExternalStore } from 'react';
import { createEmitter } from '../browser/emitter';

/** https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let offered: InstallPrompt | null = null;
const listeners = createEmitter();

function change(prompt: InstallPrompt | null): void {
  offered = prompt;
  listeners.emit();
}

/** Keeps the browser's offer, which comes once, soon after a page was opened. */
export function deferInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => {
    change(null);
  });
}

/** Shows the browser's own dialog; each offer can be used once, and must be by a press. */
export async function install(): Promise<void> {
  const prompt = offered;
  change(null);
  await prompt?.prompt();
}

/** Whether the browser offers to install the site. */
export function useCanInstall(): boolean {
  return useSyncExternalStore(
    listeners.subscribe,
    () => offered !== null,
    () => false,
  );
}
