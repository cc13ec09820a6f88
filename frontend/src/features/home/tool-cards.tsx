// A card for each tool: its working preview, its name, its benefits.
import type { ComponentType } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { SiteLink } from '../../components/page/site-link';
import type { MessageId } from '../../i18n/messages';
import { localisedPath } from '../../pages/paths';
import { tools, type ToolId } from '../../pages/site-pages';
import { wholeCardLink } from '../../styles/card-link';
import { color, from, hovering, size, space } from '../../styles/theme';
import { leadText, smallText, wholePhrases } from '../../styles/type';
import { AlarmMiniature } from './alarm-miniature';
import { AnalogMiniature } from './analog-miniature';
import { DigitalMiniature } from './digital-miniature';
import { StopwatchMiniature } from './stopwatch-miniature';
import { TimerMiniature } from './timer-miniature';

interface CardContent {
  readonly Miniature: ComponentType;
  readonly text: MessageId;
  readonly benefits: readonly MessageId[];
}

const contents: Record<ToolId, CardContent> = {
  stopwatch: {
    Miniature: StopwatchMiniature,
    text: 'home.stopwatchText',
    benefits: [
      'home.stopwatchBenefit1',
      'home.stopwatchBenefit2',
      'home.stopwatchBenefit3',
      'home.stopwatchBenefit4',
    ],
  },
  alarm: {
    Miniature: AlarmMiniature,
    text: 'home.alarmText',
    benefits: [
      'home.alarmBenefit1',
      'home.alarmBenefit2',
      'home.alarmBenefit3',
      'home.alarmBenefit4',
    ],
  },
  timer: {
    Miniature: TimerMiniature,
    text: 'home.timerText',
    benefits: [
      'home.timerBenefit1',
      'home.timerBenefit2',
      'home.timerBenefit3',
      'home.timerBenefit4',
    ],
  },
  'digital-clock': {
    Miniature: DigitalMiniature,
    text: 'home.digitalText',
    benefits: [
      'home.digitalBenefit1',
      'home.digitalBenefit2',
      'home.digitalBenefit3',
      'home.digitalBenefit4',
    ],
  },
  'analog-clock': {
    Miniature: AnalogMiniature,
    text: 'home.analogText',
    benefits: [
      'home.analogBenefit1',
      'home.analogBenefit2',
      'home.analogBenefit3',
      'home.analogBenefit4',
    ],
  },
};

export function ToolCards() {
  const { formatMessage, locale } = useIntl();
  return (
    <Cards aria-label={formatMessage({ id: 'home.tools' })}>
      {tools.map(({ id, path, name }) => {
        const { Miniature, text, benefits } = contents[id];
        return (
          <Card key={id}>
            <Stage>
              <Miniature />
            </Stage>
            <Words>
              <Name>
                <CardLink to={localisedPath(path, locale)}>
                  <FormattedMessage id={name} />
                </CardLink>
              </Name>
              <Text>
                <FormattedMessage id={text} />
              </Text>
            </Words>
            <Benefits>
              {benefits.map((benefit) => (
                <Benefit key={benefit}>
                  <FormattedMessage id={benefit} />
                </Benefit>
              ))}
            </Benefits>
          </Card>
        );
      })}
    </Cards>
  );
}

/** Rows on narrow pages; side by side if five fit. */
const Cards = styled.ul`
  display: grid;
  border-block: ${size.hairline} solid ${color.line};

  ${from.lg} {
    grid-template-columns: repeat(5, minmax(0, 1fr));
    grid-template-rows: auto auto 1fr;
  }
`;

const Card = styled.li`
  position: relative;
  display: grid;
  hyphens: auto;
  overflow-wrap: break-word;
  grid-template-columns: minmax(${size.miniatureColumnNarrow}, min-content) minmax(0, 1fr);
  align-items: center;
  gap: ${space[16]};
  padding-block: ${space[24]};

  & + & {
    border-block-start: ${size.hairline} solid ${color.line};
  }

  ${from.sm} {
    grid-template-columns: ${size.miniatureColumn} 1fr 1fr;
    gap: ${space[32]};
    padding-block: ${space[32]};
  }

  ${from.lg} {
    grid-template: subgrid / minmax(0, 1fr);
    grid-row: span 3;
    align-items: start;
    gap: ${space[16]};
    padding-inline-end: ${space[16]};

    & + & {
      padding-inline-start: ${space[16]};
      border-block-start: 0;
      border-inline-start: ${size.hairline} solid ${color.line};
    }
  }
`;

const Stage = styled.div`
  display: flex;
  align-items: center;
  block-size: ${size.miniature};
`;

const Words = styled.div`
  min-inline-size: 0;
`;

const Name = styled.h2`
  ${leadText}
`;

/** The link covers the whole card. */
const CardLink = styled(SiteLink)`
  ${wholeCardLink}

  ${hovering} {
    ${Card}:hover & {
      color: ${color.accent};
    }
  }
`;

const Text = styled.p`
  ${wholePhrases}
  color: ${color.inkSoft};
`;

const Benefits = styled.ul`
  ${smallText}
  display: grid;
  grid-column: 1 / -1;
  gap: ${space[8]};

  ${from.sm} {
    grid-column: auto;
  }
`;

/** Each begins with a tick. */
const Benefit = styled.li`
  display: grid;
  grid-template-columns: ${space[16]} 1fr;
  align-items: baseline;

  &::before {
    content: '';
    inline-size: ${size.hairline};
    block-size: ${size.tickShort};
    background: ${color.controlLine};
  }
`;
