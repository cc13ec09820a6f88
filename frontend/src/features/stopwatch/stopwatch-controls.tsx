// The three buttons of the stopwatch, each with its key.
import { FormattedMessage } from 'react-intl';
import styled, { css } from 'styled-components';
import { Button } from '../../components/forms/button';
import { ChangingText } from '../../components/page/changing-text';
import type { Stopwatch } from '../../stopwatch/stopwatch';
import { stopwatchSize } from '../../styles/stopwatch';
import { touched } from '../../styles/screens';
import { below, color, from, hovering, space } from '../../styles/theme';
import { KeyCap } from './key-cap';
import type { StopwatchKey } from './stopwatch-keys';

interface StopwatchControlsProps {
  readonly stopwatch: Stopwatch;
  readonly onPress: (key: StopwatchKey) => void;
}

export function StopwatchControls({ stopwatch, onPress }: StopwatchControlsProps) {
  const running = stopwatch.started !== null;
  return (
    <Controls>
      <StartButton
        $kind="primary"
        $running={running}
        aria-keyshortcuts="Space"
        onClick={() => {
          onPress('toggle');
        }}
      >
        <ChangingText id={running ? 'stopwatch.stop' : 'stopwatch.start'} />
        <ButtonKey of="toggle" />
      </StartButton>
      <LargeButton
        aria-keyshortcuts="L"
        disabled={!running}
        onClick={() => {
          onPress('lap');
        }}
      >
        <FormattedMessage id="stopwatch.lap" />
        <ButtonKey of="lap" />
      </LargeButton>
      <LargeButton
        aria-keyshortcuts="R"
        onClick={() => {
          onPress('reset');
        }}
      >
        <FormattedMessage id="stopwatch.reset" />
        <ButtonKey of="reset" />
      </LargeButton>
    </Controls>
  );
}

/** The button's accessible name is its text; `aria-keyshortcuts` has its key. */
function ButtonKey({ of }: { readonly of: StopwatchKey }) {
  return (
    <Printed aria-hidden="true">
      <KeyCap of={of} />
    </Printed>
  );
}

/** Hidden on touch devices, which have no keyboard, and in the narrowest windows. */
const Printed = styled.span`
  ${touched} {
    display: none;
  }

  ${below.xs} {
    display: none;
  }
`;

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};
`;

const LargeButton = styled(Button)`
  min-block-size: ${stopwatchSize.button};
  flex: 1 0 36%;
  padding-inline: ${space[12]};

  ${from.sm} {
    flex: none;
    padding-inline: ${space[24]};
  }
`;

/** The accent colour means that it runs; otherwise it is in the colour of text. */
const waiting = css`
  background: ${color.ink};
  border-color: ${color.ink};
  color: ${color.ground};

  ${hovering} {
    &:hover:not(:disabled) {
      background: ${color.inkSoft};
    }
  }
`;

const StartButton = styled(LargeButton)<{ readonly $running: boolean }>`
  flex-basis: 100%;

  ${from.sm} {
    flex-basis: auto;
    min-inline-size: ${stopwatchSize.startButton};
  }

  ${({ $running }) => !$running && waiting}
`;
