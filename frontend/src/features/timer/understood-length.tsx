// What the line of a new timer means: its length in words, and its name.
import { useIntl } from 'react-intl';
import { DottedParts } from '../../components/page/dotted-parts';
import { lengthText } from '../../i18n/duration-text';
import { Unseen } from '../../components/page/texts';
import { useStill } from '../../time/use-still';
import type { TypedTimer } from '../../typed/reader';

/** When it is read out after the last key. */
const readOutAfterMs = 400;

interface UnderstoodLengthProps {
  readonly timer: TypedTimer;
}

export function UnderstoodLength({ timer: { seconds, name } }: UnderstoodLengthProps) {
  const length = lengthText(useIntl(), seconds);
  return <DottedParts parts={[length]}>{name === '' ? null : <bdi>{name}</bdi>}</DottedParts>;
}

/** For screen readers, when nothing was typed for a moment; outside of what describes the line, which says the same. */
export function LengthReadOut({ timer: { seconds, name } }: UnderstoodLengthProps) {
  const length = lengthText(useIntl(), seconds);
  return <Unseen role="status">{useStill([length, name].join(' '), readOutAfterMs, '')}</Unseen>;
}
