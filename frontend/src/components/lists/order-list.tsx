// A list that is sorted by hand: rows are dragged by handles, or moved by buttons, which announce the new position.
import { useState, type ReactNode } from 'react';
import { GripVertical, X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { Unseen } from '../../components/page/texts';
import { icon } from '../../styles/icons';
import { color, layer, motion, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { IconButton } from '../forms/button';
import { MoveButtons } from './move-buttons';
import { useRowDrag } from './use-row-drag';

interface OrderItem {
  readonly key: string | number;
  readonly name: string;
  /** More about it, in small print. */
  readonly detail?: ReactNode;
}

interface OrderListProps {
  /** The list's name for assistive technology. */
  readonly label: string;
  readonly items: readonly OrderItem[];
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove?: (at: number) => void;
}

export function OrderList({ label, items, onMove, onRemove }: OrderListProps) {
  const { formatMessage } = useIntl();
  const [said, setSaid] = useState('');
  const { list, handleOf, dragged, shiftOf } = useRowDrag(
    items.map(({ key }) => key),
    move,
  );

  function move(from: number, to: number) {
    const name = items[from]?.name ?? '';
    onMove(from, to);
    setSaid(formatMessage({ id: 'order.moved' }, { name, place: to + 1, count: items.length }));
  }

  return (
    <>
      <Hint>{formatMessage({ id: 'order.hint' })}</Hint>
      <Rows ref={list} aria-label={label}>
        {items.map(({ key, name, detail }, at) => (
          <Row
            key={key}
            $state={dragged === null ? 'still' : dragged === at ? 'dragged' : 'giving-way'}
            style={{ translate: `0 ${String(shiftOf(at))}px` }}
          >
            <Handle aria-hidden="true" {...handleOf(at)}>
              <GripVertical {...icon.medium} />
            </Handle>
            <Words>
              <bdi>{name}</bdi>
              {detail !== undefined && <Detail>{detail}</Detail>}
            </Words>
            <MoveButtons
              name={name}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              onMove={(by) => {
                move(at, at + by);
              }}
            />
            {onRemove !== undefined && (
              <IconButton
                $kind="quiet"
                aria-label={formatMessage({ id: 'order.remove' }, { name })}
                onClick={() => {
                  list.current?.focus();
                  onRemove(at);
                }}
              >
                <X {...icon.medium} />
              </IconButton>
            )}
          </Row>
        ))}
      </Rows>
      <Unseen role="status">{said}</Unseen>
    </>
  );
}

const Hint = styled.p`
  ${smallText}
  margin-block-end: ${space[8]};
  color: ${color.inkSoft};
`;

/** Receives the focus from a row that is removed. */
const Rows = styled.ol.attrs({ tabIndex: -1 })`
  position: relative;
  outline: none;
`;

const rowStates = {
  still: null,
  dragged: css`
    position: relative;
    z-index: ${layer.dragged};
    border-color: ${color.accent};
    background: ${color.ground};
  `,
  'giving-way': css`
    transition: translate ${motion.quick};

    @media (prefers-reduced-motion: reduce) {
      transition: none;
    }
  `,
};

const Row = styled.li<{ readonly $state: keyof typeof rowStates }>`
  display: flex;
  align-items: center;
  border-block-end: ${size.hairline} solid ${color.line};
  background: ${color.surface};
  ${({ $state }) => rowStates[$state]}
`;

const Handle = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: ${size.touch};
  block-size: ${size.touch};
  margin-inline-start: calc(-1 * ${space[12]});
  color: ${color.inkSoft};
  cursor: grab;
  touch-action: none;

  &:active {
    cursor: grabbing;
  }
`;

const Words = styled.div`
  flex: 1;
  min-inline-size: 0;
  padding-block: ${space[8]};
  overflow-wrap: anywhere;
`;

const Detail = styled.span`
  ${smallText}
  display: block;
  color: ${color.inkSoft};
`;
