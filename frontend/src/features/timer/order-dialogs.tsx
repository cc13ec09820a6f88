// The dialogs in which the timers, and the presets, are put in order, by dragging or by buttons; each move is saved at
// once.
import { useState, type ReactNode, useRef, type PointerEvent } from 'react';
import { GripVertical, X, RotateCcw } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { Unseen } from '../../components/page/texts';
import { icon, color, layer, motion, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { IconButton, Button } from '../../components/forms/button';
import { MoveButtons } from '../../components/lists/move-buttons';
import { orderTimers } from '../../rows/timers';
import { inOrder, useIsOrderUnsaved } from '../../offline/timer-order';
import type { Timer } from '../../model/types';
import { Dialog } from '../../components/dialogs/dialog';
import { useToasts } from '../../components/dialogs/toasts';
import { writeFailureText } from '../../components/forms/save-result';
import { moved } from '../../model/moved';
import { lengthText } from '../../i18n/duration-text';
import { timerName, seedLength } from './timer-seed';
import { movePreset, presetKey, removePreset, restorePresets, usePresets } from './presets';

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

interface Drag {
  readonly pointer: number;
  readonly key: string | number;
  readonly rows: readonly RowBox[];
  readonly from: number;
  readonly to: number;
  /** Pixels from its original position. */
  readonly by: number;
  /** Where the pointer grabbed the list. */
  readonly grip: number;
}

/** The list scrolls when the pointer is this near to the dialog's edge, in pixels. */
const edge = 48;
const scrollStep = 12;

/** `keys` identify the rows: another tab may change the list during a drag. */
function useRowDrag(
  keys: readonly (string | number)[],
  onMove: (from: number, to: number) => void,
) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  function placeOf(event: PointerEvent): number {
    return event.clientY - (list.current?.getBoundingClientRect().top ?? 0);
  }

  function end(event: PointerEvent, drops: boolean) {
    if (drag?.pointer !== event.pointerId) return;
    setDrag(null);
    const from = keys.indexOf(drag.key);
    if (drops && drag.to !== drag.from && from >= 0) onMove(from, drag.to);
  }

  /** The event handlers of the handle of the row at this index. */
  const handleOf = (from: number) => ({
    onPointerDown: (event: PointerEvent) => {
      const key = keys[from];
      if (event.button !== 0 || drag !== null || list.current === null || key === undefined) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const rows = Array.from(list.current.children, (row) => {
        const { offsetTop: top, offsetHeight: height } = row as HTMLElement;
        return { top, height };
      });
      setDrag({ pointer: event.pointerId, key, rows, from, to: from, by: 0, grip: placeOf(event) });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag?.pointer !== event.pointerId) return;
      const dialog = list.current?.closest('dialog');
      const { top, bottom } = dialog?.getBoundingClientRect() ?? {
        top: -Infinity,
        bottom: Infinity,
      };
      if (event.clientY < top + edge) dialog?.scrollBy(0, -scrollStep);
      if (event.clientY > bottom - edge) dialog?.scrollBy(0, scrollStep);
      const by = placeOf(event) - drag.grip;
      setDrag({ ...drag, by, to: dropIndex(drag.rows, drag.from, by) });
    },
    onPointerUp: (event: PointerEvent) => {
      end(event, true);
    },
    onLostPointerCapture: (event: PointerEvent) => {
      end(event, false);
    },
    onPointerCancel: (event: PointerEvent) => {
      end(event, false);
    },
  });

  return {
    list,
    handleOf,
    dragged: drag === null ? null : keys.indexOf(drag.key),
    shiftOf: (at: number) => (drag === null ? 0 : rowShift(drag.rows, at, drag)),
  };
}

/** The position of a row in its list, in pixels from the list's top. */
interface RowBox {
  readonly top: number;
  readonly height: number;
}

/**
 * The new index of the row at `from` when it is dropped `by` pixels further down: it passes a row at that row's middle.
 */
export function dropIndex(rows: readonly RowBox[], from: number, by: number): number {
  const own = rows[from];
  if (own === undefined) return from;
  const [top, end] = [own.top + by, own.top + by + own.height];
  return rows.filter((row, at) => {
    const middle = row.top + row.height / 2;
    // The leading edge has to reach the middle of another row.
    return at < from ? middle < top : at > from && middle < end;
  }).length;
}

/** How many pixels the row at `at` is shifted while the row at `from`, dragged by `by`, would be dropped at `to`. */
export function rowShift(
  rows: readonly RowBox[],
  at: number,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: number },
): number {
  if (at === from) return by;
  const height = rows[from]?.height ?? 0;
  if (from < at && at <= to) return -height;
  return to <= at && at < from ? height : 0;
}

interface OrderDialogProps {
  /** In the order of the page, from the top. */
  readonly timers: readonly Timer[];
  readonly onClose: () => void;
}

export function OrderDialog({ timers, onClose }: OrderDialogProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { wanted, want } = useWantedOrder();
  const isUnsaved = useIsOrderUnsaved();
  const shown = wanted === null ? timers : inOrder(timers, wanted);
  return (
    <Dialog title={formatMessage({ id: 'timer.orderTitle' })} onClose={onClose}>
      <OrderList
        label={formatMessage({ id: 'timer.list' })}
        items={shown.map((timer) => ({
          key: timer.id,
          name: timerName(intl, timer),
          detail: timer.label === null ? undefined : lengthText(intl, timer.totalSeconds),
        }))}
        onMove={(from, to) => {
          want(moved(shown, from, to).map(({ id }) => id));
        }}
      />
      {isUnsaved && <Unsaved>{formatMessage({ id: 'unsaved.change' })}</Unsaved>}
    </Dialog>
  );
}

/** The wanted order. Writes are sent one after the other, so that the last one arrives last. */
function useWantedOrder() {
  const intl = useIntl();
  const { showFailure } = useToasts();
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const next = useRef<readonly number[] | null>(null);
  const isSaving = useRef(false);

  async function save() {
    isSaving.current = true;
    while (next.current !== null) {
      const ids = next.current;
      next.current = null;
      try {
        // The server's order is reversed: new timers are last there and first here.
        await orderTimers(ids.toReversed());
      } catch (failure) {
        showFailure(
          intl.formatMessage({ id: 'timer.errorTitle' }),
          writeFailureText(intl, failure, 'timer.errorText'),
        );
      }
    }
    isSaving.current = false;
    // From now on the list has this order.
    setWanted(null);
  }

  function want(ids: readonly number[]) {
    setWanted(ids);
    next.current = ids;
    if (!isSaving.current) void save();
  }

  return { wanted, want };
}

export function PresetsDialog({ onClose }: { readonly onClose: () => void }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { presets, areOwn } = usePresets();
  return (
    <Dialog title={intl.formatMessage({ id: 'presets.edit' })} onClose={onClose}>
      {presets.length === 0 ? (
        <p>{formatMessage({ id: 'presets.none' })}</p>
      ) : (
        <OrderList
          label={intl.formatMessage({ id: 'timer.usualLengths' })}
          items={presets.map((preset) => ({
            key: presetKey(preset),
            name: preset.label ?? seedLength(intl, preset),
            detail: preset.label === null ? undefined : seedLength(intl, preset),
          }))}
          onMove={movePreset}
          onRemove={removePreset}
        />
      )}
      <Foot>
        <p>{formatMessage({ id: 'presets.hint' })}</p>
        {areOwn && (
          <Button onClick={restorePresets}>
            <RotateCcw {...icon.medium} />
            {formatMessage({ id: 'presets.restore' })}
          </Button>
        )}
      </Foot>
    </Dialog>
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

const Unsaved = styled.p`
  ${smallText}
  margin-block-start: ${space[12]};
  color: ${color.warning};
`;

const Foot = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  margin-block-start: ${space[16]};
  color: ${color.inkSoft};

  > p {
    ${smallText}
  }
`;
