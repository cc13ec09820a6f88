// The head of the alarm page: the time now, and the next ring in words.
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { nextRing } from '../../api/next-ring';
import type { Alarm } from '../../api/types';
import { ClockDigits } from '../../components/faces/clock-digits';
import { PageTitle, ToolLead } from '../../components/page/page-column';
import { Skeleton } from '../../components/lists/skeleton';
import { useSecond } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { durationText } from '../../i18n/duration-text';
import { clockText, minuteText, weekdayText } from '../../i18n/time-text';
import { below, from, space } from '../../styles/theme';
import { leadText, wholePhrases } from '../../styles/type';

interface AlarmLeadProps {
  /** Undefined until they are fetched, null where they could not be. */
  readonly alarms: readonly Alarm[] | undefined | null;
  readonly action: ReactNode;
}

export function AlarmLead({ alarms, action }: AlarmLeadProps) {
  const second = useSecond();
  const zone = useVisitorZone();
  return (
    <ToolLead>
      <PageTitle>
        <FormattedMessage id="alarm.name" />
      </PageTitle>
      <ClockDigits time={second === null || zone === null ? null : clockText(second, zone)} />
      <Foot>
        <NextRing alarms={alarms} now={second} zone={zone} />
        <Action>{action}</Action>
      </Foot>
    </ToolLead>
  );
}

interface NextRingProps {
  readonly alarms: AlarmLeadProps['alarms'];
  readonly now: number | null;
  readonly zone: string | null;
}

function NextRing({ alarms, now, zone }: NextRingProps) {
  const intl = useIntl();
  // The list says what failed.
  if (alarms === null) return <Words />;
  if (alarms === undefined || now === null || zone === null) {
    return (
      <Words>
        <Skeleton $width="18ch" />
      </Words>
    );
  }
  const ring = nextRing(alarms);
  if (ring === null) {
    return <Words>{alarms.length > 0 && <FormattedMessage id="alarm.noneOn" />}</Words>;
  }
  return (
    <Words>
      <FormattedMessage
        id="alarm.nextRing"
        values={{
          // Its units stay on one line; there is room for them here.
          duration: durationText(intl, ring - now).replaceAll(' ', '\u00a0'),
          weekday: weekdayText(intl, ring, zone),
          time: minuteText(ring, zone),
        }}
      />
    </Words>
  );
}

const Foot = styled.div`
  display: grid;
  gap: ${space[24]};
  margin-block-start: ${space[16]};

  ${from.md} {
    grid-template-columns: 1fr auto;
    align-items: center;
  }
`;

const Words = styled.p`
  ${leadText}
  ${wholePhrases}
  min-block-size: 1lh;
  text-wrap: balance;

  /* Its words take two lines there in some languages. */
  ${below.sm} {
    min-block-size: 2lh;
  }
`;

const Action = styled.div`
  display: grid;

  button {
    padding-inline: ${space[48]};
  }
`;
