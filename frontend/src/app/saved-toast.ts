// A toast that names offline changes that were saved, and those that were overruled by changes elsewhere.
import { useEffect } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { Row } from '../model/fetched-rows';
import { onSent } from '../offline/outbox-send';
import { useToasts } from '../components/dialogs/toasts';
import { lengthText } from '../i18n/duration-text';
import { useVisitorClock, type VisitorClock } from '../i18n/visitor-clock';

const most = 5;

interface NamedRow {
  readonly label?: string | null;
  /** An alarm's. */
  readonly time?: string;
  /** A timer's. */
  readonly totalSeconds?: number;
}

export function useSavedToast(): void {
  const intl = useIntl();
  const clock = useVisitorClock();
  const { show } = useToasts();
  useEffect(
    () =>
      onSent(({ saved, kept }) => {
        const [id, rows] =
          kept.length > 0
            ? (['unsaved.keptTitle', kept] as const)
            : (['unsaved.savedTitle', saved] as const);
        show({ title: intl.formatMessage({ id }), text: namesOf(rows, intl, clock) });
      }),
    [intl, clock, show],
  );
}

function namesOf(rows: readonly Row[], intl: IntlShape, clock: VisitorClock): string {
  // Isolated, because its text direction may differ.
  const name = (row: Row) => `\u2068${nameOf(row, intl, clock)}\u2069`;
  const names = intl.formatList(rows.slice(0, most).map(name), {
    type: 'conjunction',
    style: 'narrow',
  });
  return rows.length > most ? `${names}…` : names;
}

function nameOf({ label, time, totalSeconds }: NamedRow, intl: IntlShape, clock: VisitorClock) {
  if (label !== null && label !== undefined) return label;
  return time === undefined ? lengthText(intl, totalSeconds ?? 0) : clock.textOf(time);
}
