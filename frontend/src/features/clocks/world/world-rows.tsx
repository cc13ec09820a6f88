// The cities of the map as rows with their times and days, what of it can be sent or set, and the hours that suit everybody;
// pinned cities can be named, moved and removed here.
import { useRef, useState, type ReactNode } from 'react';
import { BellPlus, Copy, Link2, Pencil } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { moveMyCity, useMyCities } from '../../../offline/my-cities';
import { useToasts } from '../../../components/dialogs/toasts';
import { Button } from '../../../components/forms/button';
import { Unseen } from '../../../components/page/texts';
import { timeOfDayText } from '../../../i18n/clock-time';
import { isoDay, zoneOffset } from '../../../time/zone-offset';
import { icon, color, size, space } from '../../../styles/theme';
import { fieldTextOnTouch } from '../../../styles/screens';
import { smallText } from '../../../styles/type';
import { localDay } from '../daylight';
import type { Place } from '../places';
import { useCityToggle } from '../use-city-toggle';
import { sharedHours, callTimes, useCallAlarm } from './call-hours';
import { onDate, linkTo } from './held-time';
import { WorldRow } from './world-row';

interface WorldRowsProps {
  /** The visitor's own. */
  readonly own: Place;
  readonly places: readonly Place[];
  /** Whether the cities are those of a link, and not the visitor's list. */
  readonly isOfLink: boolean;
  /** The time that is held, or the running minute. */
  readonly instant: number;
  readonly now: number;
  readonly hour12: boolean;
  readonly onHold: (instant: number) => void;
}

export function WorldRows(props: WorldRowsProps) {
  const { own, places, isOfLink, instant, now, hour12, onHold } = props;
  const { formatMessage } = useIntl();
  const mine = useMyCities();
  const toggle = useCityToggle();
  const [wantsEdit, setWantsEdit] = useState(false);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const isMine = !isOfLink && mine.length > 0;
  const edits = wantsEdit && isMine;

  return (
    <>
      <Rows ref={list} aria-label={formatMessage({ id: isMine ? 'clocks.mine' : 'clocks.world' })}>
        {places.map((place, index) => (
          <WorldRow
            key={place.id}
            place={place}
            givenName={mine.find(({ key }) => key === place.id)?.name ?? ''}
            instant={instant}
            zone={own.zone}
            hour12={hour12}
            onHold={onHold}
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
              toggle(place);
            }}
          />
        ))}
      </Rows>
      <Unseen role="status">{said}</Unseen>
      {(isMine || isOfLink) && <SharedHoursLine {...{ own, places, instant, hour12, onHold }} />}
      <Actions>
        {instant > now && <AlarmButton {...{ own, places, instant, hour12 }} />}
        <CopyButton
          id="converter.copyTimes"
          copied="converter.timesCopied"
          sign={<Copy {...icon.small} />}
          text={callTimes(useIntl(), [own, ...places], instant, hour12)}
        />
        <CopyButton
          id="converter.copy"
          copied="converter.copied"
          sign={<Link2 {...icon.small} />}
          text={linkTo(
            instant,
            location.href,
            [own, ...places].map(({ id }) => id),
          )}
        />
        {isMine && (
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
      </Actions>
    </>
  );
}

type CallProps = Pick<WorldRowsProps, 'own' | 'places' | 'instant' | 'hour12'>;

/** The hours of the day that suit everybody; a press holds the beginning of them. */
function SharedHoursLine(props: CallProps & Pick<WorldRowsProps, 'onHold'>) {
  const { own, places, instant, hour12, onHold } = props;
  const intl = useIntl();
  const zones = [own, ...places].map(({ zone }) => zone);
  const shared = sharedHours(localDay(instant, own.zone), zones);
  if (shared === null) return <Shared>{intl.formatMessage({ id: 'converter.noneAwake' })}</Shared>;
  const rangeText = (...ends: readonly number[]) =>
    ends
      .map((at) => timeOfDayText(intl, at, zoneOffset(at, own.zone), hour12))
      .join(intl.locale === 'ja' ? '〜' : '–');
  return (
    <Shared>
      {intl.formatMessage({
        id: shared.kind === 'work' ? 'converter.allWork' : 'converter.allAwake',
      })}
      {shared.ranges.map(({ from, until }) => (
        <Range
          key={from}
          onClick={() => {
            onHold(from);
          }}
        >
          <bdi>{rangeText(from, until)}</bdi>
        </Range>
      ))}
    </Shared>
  );
}

function AlarmButton({ own, places, instant, hour12 }: CallProps) {
  const intl = useIntl();
  const { isBusy, create } = useCallAlarm();
  const time = timeOfDayText(intl, instant, zoneOffset(instant, own.zone), hour12);
  return (
    <Tool
      $kind="quiet"
      aria-disabled={isBusy}
      onClick={() => void create(instant, own.zone, callTimes(intl, places, instant, hour12))}
    >
      <BellPlus {...icon.small} />
      {intl.formatMessage({ id: 'converter.alarm' }, { time })}
    </Tool>
  );
}

interface CopyButtonProps {
  readonly id: 'converter.copy' | 'converter.copyTimes';
  readonly copied: 'converter.copied' | 'converter.timesCopied';
  readonly sign: ReactNode;
  readonly text: string;
}

function CopyButton({ id, copied, sign, text }: CopyButtonProps) {
  const { formatMessage } = useIntl();
  const { show, showFailure } = useToasts();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      show({ title: formatMessage({ id: copied }) });
    } catch {
      // Refused, or no clipboard, as on pages without https.
      showFailure(formatMessage({ id: 'converter.copyFailed' }));
    }
  }

  return (
    <Tool $kind="quiet" onClick={() => void copy()}>
      {sign}
      {formatMessage({ id })}
    </Tool>
  );
}

interface WorldDateProps {
  readonly zone: string;
  readonly instant: number;
  readonly isHeld: boolean;
  readonly onHold: (instant: number) => void;
  readonly onLetGo: () => void;
}

/** The day that is shown, and the way back to the present time. */
export function WorldDate({ zone, instant, isHeld, onHold, onLetGo }: WorldDateProps) {
  const { formatMessage } = useIntl();
  return (
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
      <Back $kind="quiet" $shown={isHeld} onClick={onLetGo}>
        {formatMessage({ id: 'converter.now' })}
      </Back>
    </Tools>
  );
}

/** One quiet line; its first words stand at the page's edge. */
const Tools = styled.div`
  ${smallText}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space[8]};
  color: ${color.inkSoft};
`;

/** Buttons whose texts are aligned with the page's edge, on every line. */
const Actions = styled(Tools)`
  margin-inline-start: calc(-1 * ${space[16]});
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
  /* The line of the time that is held begins at the rule above. */
  overflow-y: clip;
  border-block-end: ${size.hairline} solid ${color.line};
`;

const Shared = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space[8]};
  min-block-size: ${size.touch};
  margin-block-start: ${space[8]};
`;

const Range = styled.button`
  min-block-size: ${size.touch};
  padding-inline: ${space[4]};
  border: 0;
  background: none;
  text-decoration: underline;
  text-underline-offset: ${space[4]};
`;
