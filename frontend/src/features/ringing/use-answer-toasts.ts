// The messages after Stop and Snooze, whose code is loaded when something rings.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useToasts } from '../../components/dialogs/toasts';
import { useVisitorClock } from '../../i18n/visitor-clock';
import type { AlarmOccurrence, Occurrence } from '../../rings/occurrence';

const load = () => import(/* webpackChunkName: "answer-toasts" */ './answer-toasts');

export function useAnswerToasts() {
  const tools = { intl: useIntl(), clock: useVisitorClock(), toasts: useToasts() };
  useEffect(() => {
    load().catch(() => undefined);
  }, []);

  /** Without the code there is no message; the answer counts nevertheless. */
  function show(say: (code: Awaited<ReturnType<typeof load>>) => void): Promise<void> {
    return load().then(say, () => undefined);
  }

  return {
    stopped: (rings: readonly Occurrence[]) => {
      void show(({ showStopped }) => {
        showStopped(rings, tools);
      });
    },
    /** Resolves when it has been said. */
    snoozed: (rings: readonly AlarmOccurrence[]) =>
      show(({ showSnoozed }) => {
        showSnoozed(rings, tools);
      }),
  };
}
