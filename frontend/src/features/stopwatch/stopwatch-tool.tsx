// The stopwatch itself: the time, its buttons, its laps, and the tab's title.
import { useCallback, useEffect, useState } from 'react';
import { useIntl, FormattedMessage } from 'react-intl';
import styled, { css } from 'styled-components';
import { ElapsedDigits } from '../../components/faces/elapsed-digits';
import { PageTitle } from '../../components/page/page-column';
import { FloatButton } from '../../components/float/float-button';
import { AwayNotice, StorageNotice } from '../../components/page/notices';
import { useToasts } from '../../components/dialogs/toasts';
import { finishedLaps, lapsOf, type Lap, type Stopwatch } from '../../stopwatch/stopwatch';
import {
  useElapsed,
  useElapsedSeconds,
  elapsedOn,
  keepStopwatchInSync,
  presentStopwatch,
  resetStopwatch,
  isAtZero,
  onStopwatchChange,
  restoreStopwatch,
  startOrStop,
  takeLap,
  useStopwatch,
} from '../../stopwatch/stopwatch-store';
import { singleKeysInUse } from '../../settings/choices';
import { useStoredValue } from '../../browser/stored-value';
import { stopwatchText, stopwatchParts } from '../../i18n/duration-text';
import { ChangingText, Unseen } from '../../components/page/texts';
import { stopwatchDigits, stopwatchSize } from '../../styles/stopwatch';
import { lowTwoColumns, twoColumns, touched } from '../../styles/screens';
import { from, size, space, below, color, hovering } from '../../styles/theme';
import { LapActions, LapList } from './laps';
import { LapExport, SaveRunButton, SavedRuns } from './saved-runs';
import { StopwatchDial } from './stopwatch-dial';
import { useStopwatchKeys, type StopwatchKey, StopwatchShortcuts, KeyCap } from './stopwatch-keys';
import { useDocumentTitle } from '../../browser/document-title';
import { Button } from '../../components/forms/button';

/** Prefetched when the pointer or the focus reaches the button: its window must open within the press. */
const floating = {
  preload: async () => {
    const [{ float }, { FloatingStopwatch }] = await Promise.all([
      import(/* webpackChunkName: "float" */ '../../components/float/float'),
      import(/* webpackChunkName: "floating-stopwatch" */ './floating-stopwatch'),
    ]);
    return { float, Content: FloatingStopwatch };
  },
};
const noProps = {};

/** After a run this long, a reset can be undone. */
const worthBackMs = 60_000;

export function StopwatchTool() {
  const { formatMessage } = useIntl();
  const stopwatch = useStopwatch();
  const elapsed = useElapsed(stopwatch);
  const laps = finishedLaps(stopwatch);
  const [lastLap, setLastLap] = useState<Lap | null>(null);
  const press = useButtons(setLastLap);
  useStopwatchKeys(useStoredValue(singleKeysInUse, true), press);
  useEffect(keepStopwatchInSync, []);

  return (
    <>
      <StopwatchTitle stopwatch={stopwatch} />
      <Instrument>
        <div>
          <Head>
            <PageTitle>{formatMessage({ id: 'stopwatch.name' })}</PageTitle>
            <Float
              label={formatMessage({ id: 'float.open' })}
              title={formatMessage({ id: 'stopwatch.name' })}
              floating={floating}
              props={noProps}
            />
          </Head>
          <Time role="timer" aria-label={formatMessage({ id: 'stopwatch.elapsed' })}>
            <Digits elapsed={elapsed} />
          </Time>
          <StopwatchControls stopwatch={stopwatch} onPress={press} />
          {laps.length === 0 && isStopped(stopwatch) && (
            <LapActions>
              <SaveRunButton />
            </LapActions>
          )}
          <StorageNotice />
          <AwayNotice of="time" />
        </div>
        {laps.length > 0 ? (
          <Laps>
            <LapList stopwatch={stopwatch} laps={laps} elapsed={elapsed} newest={lastLap?.number} />
            <LapActions>
              <LapExport laps={laps} />
              <SaveRunButton />
            </LapActions>
          </Laps>
        ) : (
          <DialPlace>
            <StopwatchDial elapsed={elapsed} />
          </DialPlace>
        )}
      </Instrument>
      <Unseen role="status">
        {lastLap !== null &&
          formatMessage(
            { id: 'stopwatch.lapTaken' },
            { number: lastLap.number, time: stopwatchText(lastLap.lapTime) },
          )}
      </Unseen>
      <SavedRuns />
      <StopwatchShortcuts />
    </>
  );
}

/** Whether it is stopped at a time that somebody may want to keep. */
function isStopped({ started, banked }: Stopwatch): boolean {
  return started === null && banked > 0;
}

function useButtons(onLap: (lap: Lap | null) => void): (key: StopwatchKey) => void {
  const { formatMessage } = useIntl();
  const { show } = useToasts();
  return useCallback(
    (key) => {
      switch (key) {
        case 'toggle':
          startOrStop();
          return;
        case 'lap':
          if (presentStopwatch().started === null) return;
          takeLap();
          onLap(lapsOf(presentStopwatch()).at(-1) ?? null);
          return;
        case 'reset': {
          const elapsed = elapsedOn(presentStopwatch());
          const before = resetStopwatch();
          onLap(null);
          if (before.lapTotals.length === 0 && elapsed < worthBackMs) return;
          show({
            kind: 'stopwatch reset',
            title: () => formatMessage({ id: 'stopwatch.resetDone' }),
            undo: () => {
              restoreStopwatch(before);
            },
            canUndo: isAtZero,
            subscribe: onStopwatchChange,
          });
        }
      }
    },
    [formatMessage, show, onLap],
  );
}

/** Renders nothing, so that the page does not render again every second. */
function StopwatchTitle({ stopwatch }: { readonly stopwatch: Stopwatch }) {
  const { formatMessage } = useIntl();
  const seconds = useElapsedSeconds(stopwatch);
  useDocumentTitle(
    seconds === null
      ? formatMessage({ id: 'stopwatch.pageTitle' })
      : formatMessage(
          { id: 'stopwatch.runningTitle' },
          { elapsed: stopwatchParts(seconds * 1000).seconds },
        ),
  );
  return null;
}

interface StopwatchControlsProps {
  readonly stopwatch: Stopwatch;
  readonly onPress: (key: StopwatchKey) => void;
}

function StopwatchControls({ stopwatch, onPress }: StopwatchControlsProps) {
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

const Instrument = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[32]} ${space[64]};
  padding-block-start: ${space[32]};

  ${from.md} {
    padding-block-start: ${space[64]};
  }

  ${twoColumns} {
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
  }

  ${from.lg} {
    min-block-size: ${stopwatchSize.instrument};
  }

  ${lowTwoColumns} {
    gap: ${space[32]};
    padding-block-start: ${space[16]};
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
`;

/** No higher than the text beside it. */
const Float = styled(FloatButton)`
  margin-block: calc(-1 * ${space[16]});
  margin-inline-end: calc(-1 * ${space[12]});
` as typeof FloatButton;

const Time = styled.div`
  margin-block: ${space[16]} ${space[32]};

  ${lowTwoColumns} {
    margin-block: ${space[8]} ${space[16]};
  }
`;

const Digits = styled(ElapsedDigits)`
  ${stopwatchDigits}
  display: block;
  inline-size: fit-content;
`;

const Laps = styled.div`
  min-inline-size: 0;
  max-inline-size: ${stopwatchSize.laps};

  ${twoColumns} {
    justify-self: end;
    inline-size: 100%;
  }
`;

/** Reserves space for the laps. */
const DialPlace = styled.div`
  display: none;

  ${twoColumns} {
    display: block;
    justify-self: end;
    inline-size: 100%;
    max-inline-size: ${size.faceLarge};
  }

  ${lowTwoColumns} {
    max-inline-size: ${stopwatchSize.dialLow};
  }
`;

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
