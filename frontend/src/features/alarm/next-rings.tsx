// A recurrence rule in words, and the next three rings of it as they are computed on this page.
import { useId } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Wrong } from '../../components/page/texts';
import { nextTriggerHere } from '../../offline/days-off';
import { dayText } from '../../i18n/date-text';
import { lineStart } from '../../i18n/line-start';
import { isoDay } from '../../i18n/time-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import type { RingRule } from '../../rings/next-trigger';
import { color, size, space } from '../../styles/theme';
import { smallText, tabularTime } from '../../styles/type';
import { useMinute } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';

interface NextRingsProps {
  readonly words: string;
  readonly time: string;
  readonly timezone: string;
  readonly rule: string;
  readonly from: string;
  readonly daysOff: string;
  readonly error: string | undefined;
}

const shown = 3;

export function NextRings({ words, error, ...alarm }: NextRingsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const minute = useMinute();
  const zone = visitorZone();
  const titleId = useId();
  const rings = minute === null ? [] : ringsAfter({ ...alarm, repeat: 'rule' }, minute);
  const today = minute === null ? '' : isoDay(minute, zone);
  return (
    <div>
      <Words aria-live="polite">{words}</Words>
      {error !== undefined && <Wrong role="alert">{error}</Wrong>}
      {error === undefined && rings.length > 0 && (
        <>
          <Title id={titleId}>{formatMessage({ id: 'rule.next' })}</Title>
          <Rows aria-labelledby={titleId}>
            {rings.map((ring) => (
              <Row key={ring}>
                <span>{lineStart(dayText(intl, isoDay(ring, zone), today), intl.locale)}</span>
                <Time>{clock.text(ring, zone)}</Time>
              </Row>
            ))}
          </Rows>
        </>
      )}
    </div>
  );
}

function ringsAfter(rule: RingRule, now: number): readonly number[] {
  const rings: number[] = [];
  let ring = nextTriggerHere(rule, now);
  while (ring !== null && rings.length < shown) {
    rings.push(ring);
    ring = nextTriggerHere(rule, ring);
  }
  return rings;
}

const Words = styled.p`
  ${smallText}
`;

const Title = styled.p`
  ${smallText}
  margin-block-start: ${space[8]};
  color: ${color.inkSoft};
`;

const Rows = styled.ul`
  ${smallText}
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Row = styled.li`
  display: flex;
  justify-content: space-between;
  gap: ${space[16]};
  padding-block: ${space[4]};
  border-block-end: ${size.hairline} solid ${color.line};
`;

const Time = styled.span`
  ${tabularTime}
`;
