// Lengths that are one tap away from a running timer, and the way to any other.
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Chip } from '../../components/forms/button';
import { below, from, space } from '../../styles/theme';
import { presetMinutes } from './timer-words';
import { useTimerWrites } from './use-timer-writes';

export function PresetButtons({ onOther }: { readonly onOther: () => void }) {
  const { formatMessage } = useIntl();
  const { startPreset } = useTimerWrites();
  const [starting, setStarting] = useState<number | null>(null);

  async function start(minutes: number) {
    if (starting === minutes) return;
    setStarting(minutes);
    await startPreset(minutes);
    setStarting(null);
  }

  return (
    <Row role="group" aria-label={formatMessage({ id: 'timer.presets' })}>
      {presetMinutes.map((minutes) => (
        <Chip
          key={minutes}
          aria-label={formatMessage({ id: 'timer.presetName' }, { minutes })}
          aria-disabled={starting === minutes}
          onClick={() => void start(minutes)}
        >
          <FormattedMessage id="timer.preset" values={{ minutes }} />
        </Chip>
      ))}
      <Chip onClick={onOther}>
        <FormattedMessage id="timer.other" />
      </Chip>
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};

  /* From the middle width on, all in one row in every language. */
  ${Chip} {
    padding-inline: ${space[12]};

    ${from.lg} {
      padding-inline: ${space[16]};
    }
  }

  /* Four in a row, and the last in the place of two; fewer where their words are too wide. */
  ${below.sm} {
    ${Chip} {
      flex: 1 0 20%;
      padding-inline: ${space[4]};
    }

    ${Chip}:last-child {
      flex: 2 0 42%;
    }
  }
`;
