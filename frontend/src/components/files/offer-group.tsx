// The items of one kind in a file: how many are new, how many exist already, and which of the new ones to add.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ItemTitle, SmallPrint } from '../page/texts';
import type { MessageId } from '../../i18n/messages';
import { DottedParts } from '../page/dotted-parts';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { synchronisedNow } from '../../time/synchronised-time';
import type { Kind, Offer, Doubt, FoundAlarm, FoundTimer } from './contents';
import { Button } from '../forms/button';
import { CheckBox } from '../forms/switch';
import { loadedCities } from '../../i18n/cities';
import { lengthText, stopwatchText } from '../../i18n/duration-text';
import { dateTimeText, dayRangeText, shortDateText, useHourOptions } from '../../i18n/date-text';
import { ruleText, skipText } from '../../i18n/rule-text';
import { isoDay, zoneOffset } from '../../time/zone-offset';
import { useVisitorClock } from '../../i18n/clock-time';
import { useWeekStart } from '../../settings/choices';
import { zoneId, zoneName } from '../../i18n/zone-name';
import { dayMs } from '../../model/time-of-day';
import { visitorZone } from '../../time/visitor-zone';
import type { MyCity } from '../../offline/my-cities';
import type { DayRange } from '../../model/days-off';
import type { SavedRun } from '../../stopwatch/stopwatch';
import { nextTriggerIgnoring } from '../../rings/next-trigger';

const names: Record<Kind, MessageId> = {
  alarms: 'privacy.alarms',
  timers: 'privacy.timers',
  daysOff: 'daysOff.name',
  cities: 'clocks.mine',
  runs: 'stopwatch.runs',
};

/** More items than this are collapsed. */
const shownAtOnce = 6;
/** Of many items, so many more are shown at a time. */
const page = 100;

interface OfferGroupProps {
  readonly kind: Kind;
  readonly offers: readonly Offer[];
  readonly here: number;
  /** Whether a long list is shown at once. */
  readonly isOpen?: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keys: readonly string[], isChosen: boolean) => void;
}

export function OfferGroup({
  kind,
  offers,
  here,
  isOpen = false,
  chosen,
  onChoose,
}: OfferGroupProps) {
  const { formatMessage } = useIntl();
  const name = formatMessage({ id: names[kind] });
  if (offers.length + here === 0) return null;
  const keys = offers.map(({ key }) => key);
  const count = keys.filter((key) => chosen.has(key)).length;
  const parts = [
    ...(offers.length > 0 ? [formatMessage({ id: 'restore.new' }, { count: offers.length })] : []),
    ...(here > 0 ? [formatMessage({ id: 'restore.here' }, { count: here })] : []),
  ];
  return (
    <Group role="group" aria-label={name}>
      <Head>
        {offers.length > 0 ? (
          <Choice>
            <GroupBox
              chosen={count}
              of={keys.length}
              onChange={(isChosen) => {
                onChoose(keys, isChosen);
              }}
            />
            <ItemTitle as="span">{name}</ItemTitle>
          </Choice>
        ) : (
          <ItemTitle as="span">{name}</ItemTitle>
        )}
        <SmallPrint>
          <DottedParts parts={parts} />
        </SmallPrint>
      </Head>
      {kind === 'timers' && offers.length > 0 && (
        <SmallPrint>{formatMessage({ id: 'restore.timersStand' })}</SmallPrint>
      )}
      {offers.length > shownAtOnce ? (
        <details open={isOpen}>
          <Summary>{formatMessage({ id: 'restore.showAll' }, { count: offers.length })}</Summary>
          <Offers offers={offers} chosen={chosen} onChoose={onChoose} />
        </details>
      ) : (
        <Offers offers={offers} chosen={chosen} onChoose={onChoose} />
      )}
    </Group>
  );
}

function Offers({
  offers,
  chosen,
  onChoose,
}: Pick<OfferGroupProps, 'offers' | 'chosen' | 'onChoose'>) {
  const { formatMessage } = useIntl();
  const now = synchronisedNow();
  const offerText = useOfferText(now);
  const [shown, setShown] = useState(page);
  const more = Math.min(page, offers.length - shown);
  return (
    <List>
      {offers.slice(0, shown).map((offer) => {
        const { name, facts } = offerText(offer);
        return (
          <li key={offer.key}>
            <Choice>
              <CheckBox
                type="checkbox"
                checked={chosen.has(offer.key)}
                onChange={({ target }) => {
                  onChoose([offer.key], target.checked);
                }}
              />
              <Words>
                <span>
                  <bdi>{name}</bdi>
                </span>
                {facts.length > 0 && (
                  <SmallPrint as="span">
                    <DottedParts parts={facts} />
                  </SmallPrint>
                )}
              </Words>
            </Choice>
          </li>
        );
      })}
      {more > 0 && (
        <li>
          <Button
            $kind="quiet"
            onClick={() => {
              setShown(shown + page);
            }}
          >
            {formatMessage({ id: 'restore.showMore' }, { count: more })}
          </Button>
        </li>
      )}
    </List>
  );
}

interface GroupBoxProps {
  readonly chosen: number;
  readonly of: number;
  readonly onChange: (isChosen: boolean) => void;
}

/** Indeterminate if only some are chosen. */
function GroupBox({ chosen, of, onChange }: GroupBoxProps) {
  return (
    <CheckBox
      ref={(box: HTMLInputElement | null) => {
        if (box !== null) box.indeterminate = chosen > 0 && chosen < of;
      }}
      type="checkbox"
      checked={chosen === of}
      onChange={({ target }) => {
        onChange(target.checked);
      }}
    />
  );
}

/** Joined with commas in every language, because some join units without any sign. */
export const inOneLine = { type: 'conjunction', style: 'narrow' } as const;

interface OfferText {
  readonly name: string;
  readonly facts: readonly string[];
}

const doubts = {
  zone: 'restore.doubtZone',
  declined: 'restore.declined',
  more: 'restore.moreDates',
} as const satisfies Record<Doubt, MessageId>;

/** Describes an item in the reader's language, with the visitor's clock and first day of the week. */
export function useOfferText(now: number): (offer: Offer) => OfferText {
  const intl = useIntl();
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const hours = useHourOptions();
  const weekStart = useWeekStart();
  return (offer) => {
    switch (offer.kind) {
      case 'alarms':
        return alarmText(offer.found);
      case 'timers':
        return timerText(offer.found);
      case 'daysOff':
        return rangeText(offer.found);
      case 'cities':
        return cityText(offer.found);
      case 'runs':
        return runText(offer.found);
    }
  };

  function alarmText({ draft, skipped, doubt, dates }: FoundAlarm): OfferText {
    const { label, timezone } = draft;
    const time = clock.textOf(draft.time);
    const facts = [ruleText(intl, draft, now, weekStart)];
    const next = nextTriggerIgnoring(draft, now);
    if (next !== null && isOtherTimeHere(draft, next)) {
      const here = dateTimeText(intl, next, 'medium', hours);
      facts.push(zoneName(timezone, intl.locale, now));
      facts.push(formatMessage({ id: 'restore.yourTime' }, { time: here }));
    }
    if (draft.pausedUntil) {
      const day = shortDateText(intl, draft.pausedUntil, isoDay(now, timezone));
      facts.push(formatMessage({ id: 'restore.startsOn' }, { day }));
    }
    if (dates !== undefined && doubt !== 'more') {
      facts.push(formatMessage({ id: 'restore.ofSeries' }));
    }
    if (doubt) facts.push(formatMessage({ id: doubts[doubt] }, { count: dates ?? 1 }));
    if (skipped !== null) facts.push(skipText(intl, clock, skipped, timezone));
    return { name: label === null ? time : `${time} ${label}`, facts };
  }

  function timerText(timer: FoundTimer): OfferText {
    const length = lengthText(intl, timer.totalSeconds);
    const named = timer.steps?.flatMap((step) => step.label ?? []) ?? [];
    const steps = named.length > 0 ? [intl.formatList(named, inOneLine)] : [];
    if (timer.label === null) return { name: length, facts: steps };
    return { name: timer.label, facts: [length, ...steps] };
  }

  function rangeText(range: DayRange): OfferText {
    const days = dayRangeText(intl, range, isoDay(now, visitorZone()));
    return range.label === '' ? { name: days, facts: [] } : { name: range.label, facts: [days] };
  }

  function cityText({ key, name }: MyCity): OfferText {
    const city = loadedCities(intl.locale).find(({ id }) => id === key);
    const own = city?.name ?? (key.includes('/') ? zoneName(key, intl.locale, now) : zoneId(key));
    return name === '' || name === own ? { name: own, facts: [] } : { name, facts: [own] };
  }

  function runText({ elapsed, name, savedAt, lapTotals }: SavedRun): OfferText {
    const day = dateTimeText(intl, savedAt, 'medium', hours);
    const laps = formatMessage({ id: 'stopwatch.runLaps' }, { count: lapTotals.length });
    const time = stopwatchText(elapsed);
    return { name: name === '' ? time : `${time} ${name}`, facts: [day, laps] };
  }
}

/** Whether the visitor's clock shows another time at the ring, or at one in the other half of the year. */
function isOtherTimeHere({ timezone, repeat }: FoundAlarm['draft'], next: number): boolean {
  const rings = repeat === 'once' ? [next] : [next, next + 182 * dayMs];
  return rings.some((ring) => zoneOffset(ring, timezone) !== zoneOffset(ring, visitorZone()));
}

const Group = styled.div`
  display: grid;
  gap: ${space[4]};
  padding-block-start: ${space[12]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  column-gap: ${space[16]};
  min-block-size: ${size.touch};
`;

const List = styled.ul`
  padding-inline-start: calc(${size.icon} + ${space[12]});
`;

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-block-size: ${size.touch};
  padding-block: ${space[4]};
  line-height: 1.4;
  cursor: pointer;
`;

const Words = styled.span`
  display: grid;
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const Summary = styled.summary`
  ${smallText}
  min-block-size: ${size.touch};
  align-content: center;
  color: ${color.inkSoft};
  cursor: pointer;
`;
