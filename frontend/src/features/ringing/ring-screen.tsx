// What rings fills the screen of every page, in the accent colour, until it is answered: an alarm with its time, a finished
// timer with its name. The tab's title has its name, too.
import { useId, useSyncExternalStore, useEffect } from 'react';
import { AlarmClock, Hourglass } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { createPortal } from 'react-dom';
import { DayTime } from '../../components/faces/day-time';
import { useToasts } from '../../components/dialogs/toasts';
import { lengthText, shortCountdownText } from '../../i18n/duration-text';
import { useVisitorClock } from '../../i18n/clock-time';
import { color, from, lowScreen, size, space } from '../../styles/theme';
import {
  answersRow,
  bottomInset,
  coversWindow,
  ringDigits,
  ringLabel,
  ringLength,
  ringName,
  ringSize,
  ringTime,
} from '../../styles/ringing';
import { leadText } from '../../styles/type';
import { useElapsedSeconds } from '../../time/second-edges';
import { nameOf, snoozedText, useAnswerToasts } from './answer-toasts';
import { snooze, stopRings } from './answers';
import {
  type AlarmOccurrence,
  type Occurrence,
  type TimerOccurrence,
  isShort,
} from '../../rings/occurrence';
import { OtherRings, RunOn, Snooze, SoundHeldBack, Stop } from './ring-controls';
import { usePopUp, useDialogOfField } from './pop-up';
import type { Ring } from '../../ringing/book';
import { currentRings, onBookChange } from '../../ringing/store';
import { lazyComponent } from '../../loading/lazy-component';
import { after } from '../../time/background-timer';
import { alertInTitle } from '../../browser/document-title';

interface RingScreenProps {
  readonly ring: Occurrence;
  /** Other rings, the newest first. */
  readonly others: readonly Occurrence[];
}

export function RingScreen({ ring, others }: RingScreenProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const id = useId();
  const clock = useVisitorClock();
  const { showStopped, showSnoozed } = useAnswerToasts();
  const all = [ring, ...others];
  const alarms = all.filter((one) => one.kind === 'alarm');
  const name = nameOf(intl, ring);

  const stopThese = (rings: readonly Occurrence[]) => {
    stopRings(rings);
    // When the screen is closed: toasts are shown in an open dialog.
    queueMicrotask(() => {
      showStopped(rings);
    });
  };
  const stop = () => {
    stopThese(all);
  };
  const snoozeAll = () => {
    const snoozing = Promise.all(alarms.map(snooze));
    queueMicrotask(() => {
      showSnoozed(alarms);
    });
    snoozing.catch(() => {
      toasts.showFailure(
        snoozedText(intl, clock, alarms),
        formatMessage({ id: 'ringing.snoozeFailedText' }),
      );
    });
  };
  const { dialog, inside, stopButton } = usePopUp({
    stop,
    // A finished timer has no snooze.
    escape: alarms.length > 0 ? snoozeAll : stop,
  });

  return (
    <Screen
      ref={dialog}
      data-covers-all
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-message`}
    >
      <Face>
        <Announced role="alert">
          {ring.kind === 'alarm' ? (
            <AlarmFace ring={ring} id={id} name={name} />
          ) : (
            <TimerFace ring={ring} id={id} name={name} />
          )}
        </Announced>
        {ring.kind === 'timer' && <Over since={ring.dueAt} />}
        <OtherRings
          rings={others}
          onStop={(other) => {
            stopThese([other]);
          }}
        />
      </Face>
      <Answers ref={inside}>
        <SoundHeldBack />
        <Buttons>
          {alarms.length > 0 && <Snooze alarms={alarms} onSnooze={snoozeAll} />}
          <Stop ref={stopButton} count={all.length} onStop={stop} />
        </Buttons>
        {ring.kind === 'timer' && <RunOn ring={ring} />}
      </Answers>
    </Screen>
  );
}

interface FaceProps<Shown extends Occurrence> {
  readonly ring: Shown;
  /** The prefix of the ids by which the dialog is named and described. */
  readonly id: string;
  readonly name: string;
}

function AlarmFace({ ring, id, name }: FaceProps<AlarmOccurrence>) {
  const { formatMessage } = useIntl();
  const clock = useVisitorClock();
  return (
    <>
      <FaceIcon aria-hidden="true" size={ringSize.icon} strokeWidth={1.25} />
      <Message id={`${id}-message`}>{formatMessage({ id: 'ringing.alarmMessage' })}</Message>
      <Time>
        <DayTime {...clock.partsOf(ring.time)} />
      </Time>
      <Label id={`${id}-name`} style={widthOf(name)}>
        <bdi>{name}</bdi>
      </Label>
    </>
  );
}

function TimerFace({ ring, id, name }: FaceProps<TimerOccurrence>) {
  const intl = useIntl();
  return (
    <>
      <FaceIcon as={Hourglass} aria-hidden="true" size={ringSize.icon} strokeWidth={1.25} />
      <Length>{lengthText(intl, ring.totalSeconds)}</Length>
      <Name id={`${id}-name`} style={widthOf(name)}>
        <bdi>{name}</bdi>
      </Name>
      <Message id={`${id}-message`}>{intl.formatMessage({ id: 'ringing.timerMessage' })}</Message>
    </>
  );
}

/** Outside of the live region, because it changes every second. */
function Over({ since }: { readonly since: number }) {
  const { formatMessage } = useIntl();
  const over = `+${shortCountdownText(useElapsedSeconds(since))}`;
  return (
    <OverDigits role="timer" aria-label={formatMessage({ id: 'ringing.over' })}>
      {over}
    </OverDigits>
  );
}

/** For the sizes of the name's type. */
function widthOf(name: string) {
  return { '--ems': widthInEms(name), '--longest-word': longestWordInEms(name) };
}

/** With the signs that several scripts share, such as ー. */
const wideScripts = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}！-～]/u;
const wide = 1;
const narrow = 0.56;
/** A longer label is broken into lines of about this width. */
const lineEms = 10;
/** Lines are not filled to their end. */
const ragged = 1.15;

/** The width of a label's longest line in ems: a Han character is one, a letter about half of one. */
export function widthInEms(label: string): number {
  const ems = Array.from(label).reduce(
    (sum, sign) => sum + (wideScripts.test(sign) ? wide : narrow),
    0,
  );
  const lines = Math.max(1, Math.ceil(ems / lineEms));
  return Math.max(1, lines > 1 ? (ems / lines) * ragged : ems, longestWordInEms(label));
}

/** The width of a label's longest word in ems. Words are not broken, except in scripts that break anywhere. */
export function longestWordInEms(label: string): number {
  const words = label.split(/[\s\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/u);
  return Math.max(1, ...words.map((word) => Array.from(word).length * narrow));
}

const StepBanner = lazyComponent(
  async () => (await import(/* webpackChunkName: "step-banner" */ './step-banner')).StepBanner,
);

const noRings: readonly Ring[] = [];

/** To be mounted once, outside of the pages. */
export function Ringing() {
  const rings = useSyncExternalStore(onBookChange, currentRings, () => noRings);
  const [newest, ...others] = rings.filter((ring) => !isShort(ring));
  const step = rings.find(isShort);
  useFlashingTitle(newest);
  return (
    <>
      {step?.kind === 'timer' && step.begins !== undefined && (
        <StepBanner key={step.key} ring={step} step={step.begins} />
      )}
      {newest !== undefined && <PopUp key={newest.key} newest={newest} others={others} />}
    </>
  );
}

interface PopUpProps {
  readonly newest: Ring;
  readonly others: readonly Ring[];
}

function PopUp({ newest, others }: PopUpProps) {
  const host = useDialogOfField();
  const screen = <RingScreen ring={newest} others={others} />;
  return host === null ? screen : createPortal(screen, host);
}

const eachMs = 1_000;

/** The tab's title while something rings: it alternates between the ring's name and the page's own title. */
function useFlashingTitle(ring: Occurrence | undefined): void {
  const intl = useIntl();
  const text = ring === undefined ? null : nameOf(intl, ring);
  useEffect(() => {
    if (text === null) return;
    let shown = false;
    let cancel: () => void = () => undefined;
    const flash = () => {
      shown = !shown;
      alertInTitle(shown ? text : null);
      cancel = after(eachMs, flash);
    };
    flash();
    return () => {
      cancel();
      alertInTitle(null);
    };
  }, [text]);
}

const Screen = styled.dialog`
  ${coversWindow}
  --answer: ${color.onAccent};
  --on-answer: ${color.accent};
  padding: ${space[24]} ${size.gutter} 0;
  background: ${color.accent};
  color: ${color.onAccent};

  &[open] {
    display: flex;
    flex-direction: column;
  }

  /* A press that was meant for the page falls on no button. */
  &[data-early] button {
    pointer-events: none;
  }

  *:focus-visible {
    outline-color: ${color.onAccent};
  }

  ${from.md} {
    justify-content: safe center;
  }
`;

/** Takes the space that the buttons leave; they are at the bottom on a phone, and below the label elsewhere. */
const Face = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  text-align: center;

  ${from.md} {
    flex: none;
  }
`;

const Announced = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  inline-size: 100%;
`;

const FaceIcon = styled(AlarmClock)`
  flex: none;

  ${lowScreen} {
    display: none;
  }
`;

const Message = styled.p`
  ${leadText}
  margin-block: ${space[12]} ${space[16]};

  ${lowScreen} {
    margin-block: 0 ${space[4]};
  }
`;

const Time = styled.p`
  ${ringTime}
`;

const Length = styled.p`
  ${ringLength}
  margin-block-start: ${space[16]};
`;

const Label = styled.h2`
  ${ringLabel}
  max-inline-size: min(100%, ${ringSize.label});
  margin-block-start: ${space[16]};

  ${lowScreen} {
    margin-block-start: ${space[4]};
  }
`;

const Name = styled.h2`
  ${ringName}
  max-inline-size: min(100%, ${ringSize.label});
`;

/** With a constant width. */
const OverDigits = styled.p`
  ${ringDigits}
`;

/** Always visible, however long the label is. */
const Answers = styled.div`
  position: sticky;
  inset-block-end: 0;
  display: grid;
  gap: ${space[16]};
  justify-items: center;
  padding-block: ${space[24]} calc(${space[24]} + ${bottomInset});
  background: ${color.accent};

  ${from.md} {
    padding-block-start: ${space[48]};
  }

  /* All in one row. */
  ${lowScreen} {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    padding-block: ${space[12]} calc(${space[12]} + ${bottomInset});

    > [role='status'] {
      flex-basis: 100%;
    }
  }
`;

const Buttons = styled.div`
  ${answersRow}
  display: flex;
  gap: ${space[16]};
`;
