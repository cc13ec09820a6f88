// The cities of the map as rows with their times; pinned ones can be named, moved and removed here.
import { useRef, useState } from 'react';
import { Link2, Pencil } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { moveMyCity, toggleMyCity, useMyCities } from '../../../api/my-cities';
import { useToasts } from '../../../components/dialogs/toasts';
import { Button } from '../../../components/forms/button';
import { Unseen } from '../../../components/page/texts';
import { isoDay } from '../../../i18n/time-text';
import { icon } from '../../../styles/icons';
import { color, from, size, space } from '../../../styles/theme';
import { fieldTextOnTouch } from '../../../styles/screens';
import { smallText } from '../../../styles/type';
import type { Place } from '../places';
import { onDate } from './held-time';
import { linkTo } from './link';
import { WorldRow } from './world-row';

interface WorldRowsProps {
  readonly places: readonly Place[];
  readonly zone: string;
  /** The time that is held, or the running minute. */
  readonly instant: number;
  readonly hour12: boolean;
  readonly isHeld: boolean;
  readonly onHold: (instant: number) => void;
  readonly onLetGo: () => void;
}

export function WorldRows(props: WorldRowsProps) {
  const { places, zone, instant, hour12, isHeld, onHold, onLetGo } = props;
  const { formatMessage } = useIntl();
  const mine = useMyCities();
  const [wantsEdit, setWantsEdit] = useState(false);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const edits = wantsEdit && mine.length > 0;

  return (
    <>
      <Tools>
        <DateLabel>
          {formatMessage({ id: 'converter.date' })}
          <input
            type="date"
            value={isoDay(instant, zone)}
            onChange={({ target }) => {
              const next = onDate(target.value, instant, zone);
              if (next !== null) onHold(next);
            }}
          />
        </DateLabel>
        <CopyButton instant={instant} />
        {mine.length > 0 && (
          <Tool
            $kind="quiet"
            aria-pressed={edits}
            onClick={() => {
              setWantsEdit(!edits);
            }}
          >
            <Pencil {...icon.small} />
            {formatMessage({ id: 'converter.edit' })}
          </Tool>
        )}
        <Back $kind="quiet" $shown={isHeld} onClick={onLetGo}>
          {formatMessage({ id: 'converter.now' })}
        </Back>
      </Tools>
      <Rows
        ref={list}
        aria-label={formatMessage({ id: mine.length > 0 ? 'clocks.mine' : 'clocks.world' })}
      >
        {places.map((place, index) => (
          <WorldRow
            key={place.id}
            place={place}
            givenName={mine.find(({ key }) => key === place.id)?.name ?? ''}
            instant={instant}
            zone={zone}
            hour12={hour12}
            edits={edits}
            isFirst={index === 0}
            isLast={index === places.length - 1}
            onMove={(by) => {
              moveMyCity(place.id, by);
              const moved = { name: place.name, place: index + by + 1, count: places.length };
              setSaid(formatMessage({ id: 'order.moved' }, moved));
            }}
            onRemove={() => {
              list.current?.focus();
              toggleMyCity(place.id);
            }}
          />
        ))}
      </Rows>
      <Unseen role="status">{said}</Unseen>
    </>
  );
}

/** Copies a link to this page that holds the same time. */
function CopyButton({ instant }: { readonly instant: number }) {
  const { formatMessage } = useIntl();
  const { show, showFailure } = useToasts();

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(linkTo(instant, location.href));
      show({ title: formatMessage({ id: 'converter.copied' }) });
    } catch {
      // Refused, or no clipboard, as on pages without https.
      showFailure(formatMessage({ id: 'converter.copyFailed' }));
    }
  }

  return (
    <Tool $kind="quiet" onClick={() => void copyLink()}>
      <Link2 {...icon.small} />
      {formatMessage({ id: 'converter.copy' })}
    </Tool>
  );
}

/** One quiet line; its first words stand at the page's edge. */
const Tools = styled.div`
  ${smallText}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space[8]};
  margin-block-start: ${space[8]};
  color: ${color.inkSoft};
`;

const DateLabel = styled.label`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  margin-inline-end: ${space[8]};

  input {
    ${fieldTextOnTouch}
    min-block-size: ${size.touch};
    padding: 0;
    border: 0;
    background: none;
    color: ${color.ink};
    cursor: pointer;

    /* Its button has the focus without being focus-visible itself. */
    &:focus-within {
      outline: ${size.stroke} solid ${color.accent};
    }
  }
`;

const Tool = styled(Button)`
  &[aria-pressed='true'] {
    color: ${color.ink};
    background: ${color.line};
  }
`;

/** Has its space also while it is not needed, so that nothing moves. */
const Back = styled(Button)<{ readonly $shown: boolean }>`
  ${({ $shown }) => !$shown && 'visibility: hidden;'}
  color: ${color.ink};
  text-decoration: underline;
  text-underline-offset: ${space[4]};
`;

/** Receives the focus from a row that is removed. */
const Rows = styled.ul.attrs({ tabIndex: -1 })`
  outline: none;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  column-gap: ${space[32]};
  margin-block-start: ${space[16]};

  ${from.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${from.lg} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
`;
