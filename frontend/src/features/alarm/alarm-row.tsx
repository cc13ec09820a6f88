// One alarm: its time, what is known of it, its switch, edit and delete.
import { useId, useMemo, useState, useSyncExternalStore } from 'react';
import { Pencil, Trash2, Volume2, VolumeX } from 'lucide-react';
import { type IntlShape, useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../../components/page/texts';
import { isAccountHere } from '../../identity/account-here';
import { rowAnchor, ringOf, silentRing, type SilentRing } from '../../rings/next-ring';
import type { Alarm, SoundName } from '../../model/types';
import { ringDeviceId } from '../../push/push-support';
import { useStoredValue } from '../../browser/stored-value';
import { DayTime } from '../../components/faces/day-time';
import { Button, onFirstClick } from '../../components/forms/button';
import { UnsavedNote } from '../../components/lists/unsaved-note';
import { DottedParts } from '../../components/page/dotted-parts';
import { Switch } from '../../components/forms/switch';
import { useDaysOff } from '../../offline/days-off';
import { synchronisedNow, useMinute } from '../../time/synchronised-time';
import { waitInPhrase } from '../../i18n/duration-text';
import { ruleText, skipText } from '../../i18n/rule-text';
import { shortDateText } from '../../i18n/date-text';
import { isoDay } from '../../time/zone-offset';
import { useVisitorClock } from '../../i18n/clock-time';
import { useWeekStart } from '../../settings/choices';
import { useForeignZone } from './foreign-zone';
import { lazyComponent } from '../../loading/lazy-component';
import { icon, below, color, from, size, space } from '../../styles/theme';
import { linkedRow, rowDigits, alarmTime } from '../../styles/cards';
import { itemTitle, smallText, labelHeight } from '../../styles/type';
import { ringsNextText, silentText } from './ring-text';
import { minuteMs } from '../../model/time-of-day';
import { useSample } from '../../components/forms/use-sample';
import type { MessageId } from '../../i18n/messages';
import {
  type OutputState,
  onOutputState,
  outputState,
  unlockOutput,
} from '../../sound/audio-output';
import { useHeardSound } from '../../sound/own-sound';

const SilentDevices = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "silent-devices" */ '../../components/push/silent-devices'))
      .SilentDevices,
);

interface AlarmRowProps {
  readonly alarm: Alarm;
  readonly isNext: boolean;
  /** Whether another alarm has the same time and label, so that the names of its buttons need its days, too. */
  readonly hasNamesake: boolean;
  readonly onToggle: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onSkip: () => void;
  readonly onUnskip: () => void;
  readonly onResume: () => void;
}

export function AlarmRow(props: AlarmRowProps) {
  const { alarm, isNext, hasNamesake, onToggle, onEdit, onDelete } = props;
  const id = useId();
  const { formatMessage } = useIntl();
  const clock = useVisitorClock();
  const hasDevices = useStoredValue(ringDeviceId, null) !== null || isAccountHere();
  const time = clock.textOf(alarm.time);
  const rule = useRule(alarm);
  const name = [time, alarm.label ?? '', ...(hasNamesake ? rule : [])].filter(Boolean).join(' ');
  return (
    <Row
      id={rowAnchor('alarm', alarm.id)}
      tabIndex={-1}
      data-off={alarm.enabled === 0 ? '' : undefined}
      aria-labelledby={`${id}-time ${id}-label`}
    >
      <Time id={`${id}-time`} dateTime={alarm.time}>
        <DayTime {...clock.partsOf(alarm.time)} />
      </Time>
      <Words>
        {alarm.label !== null && (
          <Label id={`${id}-label`}>
            <bdi>{alarm.label}</bdi>
          </Label>
        )}
        <Details name={name} rule={rule} {...props} />
        {isNext && <SoundLine sound={alarm.sound} />}
        {isNext && hasDevices && <SilentDevices />}
        <UnsavedNote list="alarms" id={alarm.id} />
      </Words>
      <Actions>
        <ActionButton
          $kind="quiet"
          aria-label={formatMessage({ id: 'alarm.editName' }, { name })}
          onClick={onEdit}
        >
          <Pencil {...icon.medium} />
          <ActionWord>{formatMessage({ id: 'alarm.edit' })}</ActionWord>
        </ActionButton>
        <ActionButton
          $kind="quiet"
          aria-label={formatMessage({ id: 'alarm.deleteName' }, { name })}
          onClick={onDelete}
        >
          <Trash2 {...icon.medium} />
          <ActionWord>{formatMessage({ id: 'alarm.delete' })}</ActionWord>
        </ActionButton>
      </Actions>
      <Toggle>
        <Switch
          label={formatMessage({ id: 'alarm.switch' }, { name })}
          checked={alarm.enabled === 1}
          onChange={onToggle}
        />
      </Toggle>
    </Row>
  );
}

/** Days, and the zone if it is not the visitor's. */
function useRule(alarm: Alarm): readonly string[] {
  const intl = useIntl();
  const weekStart = useWeekStart();
  const now = useMinute();
  const foreign = useForeignZone(alarm.timezone);
  const days = ruleText(intl, alarm, now, weekStart);
  return foreign === null ? [days] : [days, foreign.ofAlarm];
}

interface DetailsProps extends AlarmRowProps {
  readonly name: string;
  readonly rule: readonly string[];
}

/** Its rule, the next ring, and a skipped ring or a pause. */
function Details({ alarm, name, rule, ...handlers }: DetailsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const now = useMinute();
  const ring = ringOf(alarm);
  const facts = [...rule];
  if (alarm.snoozedUntil !== null) {
    const time = clock.text(Date.parse(alarm.snoozedUntil), alarm.timezone);
    facts.push(formatMessage({ id: 'alarm.snoozedUntil' }, { time }));
  } else if (ring !== null && now !== null) {
    facts.push(formatMessage({ id: 'alarm.in' }, { duration: waitInPhrase(intl, ring - now) }));
  }
  const silent = useSilentRing(alarm, now);
  if (silent !== null && now !== null) {
    facts.push(silentText(intl, silent, alarm.timezone));
    if (ring !== null) facts.push(ringsNextText(intl, clock, ring, now, alarm.timezone));
  }
  const standing = now === null ? null : standingOf(alarm, now);
  const action = standing === null ? null : actions[standing];
  if (standing === 'skips') facts.push(skipText(intl, clock, alarm.skipped ?? '', alarm.timezone));
  if (now !== null && standing === 'pauses') facts.push(pauseFact(intl, alarm, now));
  return (
    <SmallPrint>
      <DottedParts parts={facts} gap={24}>
        {action !== null && (
          <LineButton
            aria-label={formatMessage({ id: action.name }, { name })}
            onClick={onFirstClick(handlers[action.does])}
          >
            {formatMessage({ id: action.text })}
          </LineButton>
        )}
      </DottedParts>
    </SmallPrint>
  );
}

/** Computed anew each minute. */
function useSilentRing(alarm: Alarm, now: number | null): SilentRing | null {
  const daysOff = useDaysOff();
  const minute = now === null ? null : Math.floor(now / minuteMs);
  return useMemo(
    () => (minute === null ? null : silentRing(alarm, daysOff, synchronisedNow())),
    [alarm, daysOff, minute],
  );
}

type Standing = 'snoozes' | 'skips' | 'pauses' | 'rings';

/** One button in four roles: pressed, it keeps the focus. */
const actions = {
  snoozes: { name: 'alarm.endSnoozeName', text: 'alarm.endSnooze', does: 'onSkip' },
  skips: { name: 'alarm.unskipName', text: 'toast.undo', does: 'onUnskip' },
  pauses: { name: 'alarm.resumeName', text: 'alarm.resume', does: 'onResume' },
  rings: { name: 'alarm.skipName', text: 'alarm.skip', does: 'onSkip' },
} as const;

/** The action for the next ring besides switching the alarm off; null if there is none. */
function standingOf(alarm: Alarm, now: number): Standing | null {
  if (alarm.snoozedUntil !== null) return 'snoozes';
  // Also if it is off: a one-time alarm is off after its snooze was ended.
  if (alarm.skipped !== null && Date.parse(alarm.skipped) > now) return 'skips';
  if (alarm.enabled === 0) return null;
  if (alarm.pausedUntil !== null && alarm.pausedUntil > isoDay(now, alarm.timezone)) {
    return 'pauses';
  }
  return alarm.repeat === 'once' ? null : 'rings';
}

function pauseFact(intl: IntlShape, { pausedUntil, timezone }: Alarm, now: number): string {
  const day = shortDateText(intl, pausedUntil ?? '', isoDay(now, timezone));
  return intl.formatMessage({ id: 'alarm.pausedUntil' }, { day });
}

/** Whether the next alarm will be heard in this tab, and how it sounds. */
function SoundLine({ sound }: { readonly sound: SoundName }) {
  const { formatMessage } = useIntl();
  const state = useSyncExternalStore(onOutputState, outputState);
  const [pressed, setPressed] = useState(false);
  const heard = useHeardSound(sound);
  const { playing, failed, toggle } = useSample(heard);
  const isReady = state === 'ready';
  const Icon = isReady ? Volume2 : VolumeX;

  function textId(): MessageId {
    if (!isReady) return silenceText(state, pressed);
    if (failed) return 'sound.unavailable';
    return heard === sound ? 'alarm.soundReady' : 'alarm.ownSoundElsewhere';
  }

  function turnOn() {
    setPressed(true);
    unlockOutput();
  }

  // A visitor who pressed the button sees the result; a click elsewhere enables the sound silently.
  return (
    <Line role={pressed ? 'status' : undefined}>
      <Icon {...icon.medium} />
      <DottedParts gap={24} parts={[formatMessage({ id: textId() })]}>
        <LineButton onClick={isReady ? toggle : turnOn}>
          {formatMessage({
            id: isReady ? (playing ? 'sound.stop' : 'sound.listen') : 'ringing.soundOn',
          })}
        </LineButton>
      </DottedParts>
    </Line>
  );
}

/** A browser that refused to play waits for a gesture; if it refuses after one, there is another reason. */
function silenceText(state: OutputState, pressed: boolean): MessageId {
  const waitsForPress = state === 'untried' || (state === 'refused' && !pressed);
  return waitsForPress ? 'alarm.soundUntried' : 'ringing.soundFailed';
}

const Row = styled.li`
  ${linkedRow}
  display: grid;
  grid-template: 'time toggle' auto 'words actions' auto / 1fr auto;
  align-items: center;
  gap: ${space[4]} ${space[8]};
  padding-block: ${space[16]};
  border-block-end: ${size.hairline} solid ${color.line};

  ${from.md} {
    grid-template:
      'time words actions toggle' auto / minmax(${alarmTime}, auto) minmax(0, 1fr)
      auto auto;
    column-gap: ${space[16]};
    padding-block: ${space[24]};
  }
`;

const Time = styled.time`
  ${rowDigits}
  grid-area: time;
  /* Digits run from left to right, but are aligned with the beginning of the line. */
  justify-self: start;

  ${Row}[data-off] & {
    color: ${color.inkSoft};
  }
`;

const Words = styled.div`
  grid-area: words;
  align-self: center;
  min-inline-size: 0;

  ${from.lg} {
    margin-inline-start: ${space[16]};
  }
`;

const Label = styled.p`
  ${itemTitle}
  overflow-wrap: anywhere;

  ${Row}[data-off] & {
    color: ${color.inkSoft};
  }
`;

const Actions = styled.div`
  grid-area: actions;
  align-self: end;
  display: flex;

  /* The last icon is aligned with the switch above it. */
  ${below.md} {
    margin-inline-end: calc(-1 * ${space[12]});
  }

  ${from.md} {
    align-self: center;
  }
`;

const ActionButton = styled(Button)`
  min-inline-size: ${size.touch};
  padding-inline: ${space[12]};

  ${below.md} {
    padding: 0;
  }

  ${from.md} {
    svg {
      display: none;
    }
  }
`;

const ActionWord = styled.span`
  ${smallText}

  ${below.md} {
    display: none;
  }
`;

const Toggle = styled.div`
  grid-area: toggle;
  justify-self: end;
`;

/** A line as far below the one above as the touch targets of both need. */
const Line = styled.div`
  ${smallText}
  display: flex;
  margin-block-start: calc(${size.touch} - ${labelHeight});
  gap: ${space[8]};
  color: ${color.inkSoft};

  > svg {
    flex: none;
    margin-block-start: ${space[2]};
  }
`;

/** A button as high as a touch target, but no higher than its line; a short word can be pressed beside it, too. */
const LineButton = styled(Button).attrs({ $kind: 'quiet' })`
  ${smallText}
  position: relative;
  margin-block: calc((${labelHeight} - ${size.touch}) / 2);
  padding: 0;
  color: ${color.ink};
  text-decoration: underline;
  text-decoration-color: ${color.controlLine};
  text-underline-offset: ${space[4]};

  &::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline: calc(-1 * ${space[8]});
  }
`;
