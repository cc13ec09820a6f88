// What the line of a new timer means: its length in words, and its name.
import { useIntl } from 'react-intl';
import { DottedParts } from '../../components/page/dotted-parts';
import { lengthText } from '../../i18n/duration-text';
import { Unseen } from '../../components/page/texts';
import { useStill } from '../../time/use-still';
import type { TypedTimer } from '../../typed/reader';

/** When it is read out after the last key. */
const readOutAfterMs = 400;

/** Written for screen readers when nothing was typed for a moment. */
export function UnderstoodLength({ timer: { seconds, name } }: { readonly timer: TypedTimer }) {
  const intl = useIntl();
  const length = lengthText(intl, seconds);
  const said = useStill([length, name].join(' '), readOutAfterMs, '');
  return (
    <>
      <DottedParts parts={[length]}>{name === '' ? null : <bdi>{name}</bdi>}</DottedParts>
      <Unseen role="status">{said}</Unseen>
    </>
  );
}
