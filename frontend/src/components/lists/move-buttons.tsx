// Two buttons that move a row up and down. At the end of the list a button is disabled but keeps the focus.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useIntl } from 'react-intl';
import { icon } from '../../styles/theme';
import { IconButton } from '../forms/button';

interface MoveButtonsProps {
  /** The name of the row, for assistive technology. */
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      <IconButton
        $kind="quiet"
        aria-label={formatMessage({ id: 'order.up' }, { name })}
        aria-disabled={isFirst}
        onClick={() => {
          if (!isFirst) onMove(-1);
        }}
      >
        <ArrowUp {...icon.medium} />
      </IconButton>
      <IconButton
        $kind="quiet"
        aria-label={formatMessage({ id: 'order.down' }, { name })}
        aria-disabled={isLast}
        onClick={() => {
          if (!isLast) onMove(1);
        }}
      >
        <ArrowDown {...icon.medium} />
      </IconButton>
    </>
  );
}
