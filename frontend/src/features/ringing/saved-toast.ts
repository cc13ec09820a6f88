// Names what was saved of what somebody changed while the server was away, and what was changed elsewhere meanwhile.
import { useEffect } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { Row } from '../../api/outbox';
import { onSent } from '../../api/outbox-send';
import { useToasts } from '../../components/dialogs/toasts';
import { lengthText } from '../../i18n/duration-text';

/** More names than these nobody reads. */
const most = 5;

/** What a row is called by whoever set it. */
interface NamedRow {
  readonly label?: string | null;
  /** An alarm's. */
  readonly time?: string;
  /** A timer's. */
  readonly totalSeconds?: number;
}

export function useSavedToast(): void {
  const intl = useIntl();
  const { show } = useToasts();
  useEffect(
    () =>
      onSent(({ saved, kept }) => {
        const [id, rows] =
          kept.length > 0
            ? (['unsaved.keptTitle', kept] as const)
            : (['unsaved.savedTitle', saved] as const);
        show({ title: intl.formatMessage({ id }), text: namesOf(intl, rows) });
      }),
    [intl, show],
  );
}

function namesOf(intl: IntlShape, rows: readonly Row[]): string {
  const names = rows.slice(0, most).map((row) => `\u2068${nameOf(intl, row as object)}\u2069`);
  if (rows.length > most) names.push('…');
  return intl.formatList(names, { type: 'unit' });
}

function nameOf(intl: IntlShape, { label, time, totalSeconds }: NamedRow): string {
  return label ?? time ?? lengthText(intl, totalSeconds ?? 0);
}
