// A card for each tool with its working preview, and below them what each tool does.
import { useId, type ComponentType } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Section, SectionTitle } from '../../components/page/page-column';
import { SiteLink } from '../../components/page/site-link';
import type { MessageId } from '../../i18n/messages';
import { localisedPath } from '../../pages/paths';
import type { ToolId } from '../../pages/page-ids';
import { tools } from '../../pages/site-pages';
import { wholeCardLink } from '../../styles/card-link';
import { color, from, hovering, size, space } from '../../styles/theme';
import { homeSize } from '../../styles/home';
import { itemTitle, smallText, wholePhrases } from '../../styles/type';
import {
  AlarmMiniature,
  AnalogMiniature,
  DigitalMiniature,
  StopwatchMiniature,
  TimerMiniature,
} from './miniatures';
import { Proofs } from './proofs';
import { ItemTitle } from '../../components/page/texts';

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

/** The tools in one view, what nobody else does for those who are new, and what each tool does. */
export function ToolCards() {
  const { formatMessage, locale } = useIntl();
  const title = useId();
  return (
    <>
      <Cards aria-label={formatMessage({ id: 'home.tools' })}>
        {tools.map(({ id, path, name }) => {
          const { Miniature } = contents[id];
          return (
            <Card key={id}>
              <Stage>
                <Miniature />
              </Stage>
              <Name>
                <CardLink to={localisedPath(path, locale)}>{formatMessage({ id: name })}</CardLink>
              </Name>
            </Card>
          );
        })}
      </Cards>
      <Proofs />
      <Section aria-labelledby={title}>
        <SectionTitle id={title}>{formatMessage({ id: 'home.tools' })}</SectionTitle>
        <Groups>
          {tools.map(({ id, name }) => {
            const { text, benefits } = contents[id];
            return (
              <li key={id}>
                <ItemTitle>{formatMessage({ id: name })}</ItemTitle>
                <Text>{formatMessage({ id: text })}</Text>
                <Benefits>
                  {benefits.map((benefit) => (
                    <Benefit key={benefit}>{formatMessage({ id: benefit })}</Benefit>
                  ))}
                </Benefits>
              </li>
            );
          })}
        </Groups>
      </Section>
    </>
  );
}

/** Two in a row on a phone, so that all are in one screen; five if there is room. */
const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  border-block: ${size.hairline} solid ${color.line};

  ${from.lg} {
    grid-template-columns: repeat(5, minmax(0, 1fr));
  }
`;

const Card = styled.li`
  position: relative;
  display: grid;
  grid-template-rows: ${homeSize.preview} auto;
  align-content: center;
  gap: ${space[4]};
  min-block-size: ${homeSize.card};
  min-inline-size: 0;
  padding-block: ${space[8]};
  padding-inline-end: ${space[12]};

  & + & + & {
    border-block-start: ${size.hairline} solid ${color.line};
  }

  ${from.lg} {
    padding-inline: ${space[16]};

    & + & + & {
      border-block-start: 0;
    }

    & + & {
      border-inline-start: ${size.hairline} solid ${color.line};
    }

    &:first-child {
      padding-inline-start: 0;
    }
  }
`;

const Stage = styled.div`
  display: flex;
  align-items: center;
  min-inline-size: 0;
`;

const Name = styled.h2`
  ${itemTitle}
  hyphens: auto;
  /* A long word breaks before it touches the next card. */
  overflow-wrap: anywhere;
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

const Groups = styled.ul`
  display: grid;
  gap: ${space[32]};
  hyphens: auto;
  overflow-wrap: break-word;

  ${from.sm} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${from.lg} {
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: ${space[24]};
  }
`;

const Text = styled.p`
  ${wholePhrases}
  color: ${color.inkSoft};
`;

const Benefits = styled.ul`
  ${smallText}
  display: grid;
  gap: ${space[8]};
  margin-block-start: ${space[12]};
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
