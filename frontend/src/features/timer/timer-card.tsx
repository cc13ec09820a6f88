// One timer as a card: its name, the time left, and its buttons. On a phone a stopped one is collapsed.
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ChevronDown, Maximize2, Share2 } from 'lucide-react';
import type { Timer } from '../../model/types';
import { useToasts } from '../../components/dialogs/toasts';
import { Button } from '../../components/forms/button';
import { UnsavedNote } from '../../components/lists/unsaved-note';
import { lazyComponent } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { isAtBeginning } from '../../rings/timer-steps';
import { icon } from '../../styles/icons';
import {
  Actions,
  Card,
  Corner,
  CornerFloat,
  Fold,
  Head,
  More,
  Name,
  Words,
} from './timer-card-layout';
import { TimerCountdown } from './timer-countdown';
import { timerName } from './timer-words';
import { addedMinutes, useTimerWrites } from './use-timer-writes';

const TimerScreen = lazyComponent(
  async () => (await import(/* webpackChunkName: "timer-screen" */ './timer-screen')).TimerScreen,
);

const LinkDialog = lazyComponent(
  async () => (await import(/* webpackChunkName: "share-timer" */ './share-timer')).LinkDialog,
);

/** Prefetched like the window: browsers share only within a moment of the press. */
const sharing = {
  preload: async () => {
    const [code] = await Promise.all([
      import(/* webpackChunkName: "share-timer" */ './share-timer'),
      LinkDialog.preload(),
    ]);
    return code;
  },
};

/** Prefetched when the pointer or the focus reaches the button: its window must open within the press. */
const floating = {
  preload: async () => {
    const [{ float }, { FloatingTimer }] = await Promise.all([
      import(/* webpackChunkName: "float" */ '../../components/float/float'),
      import(/* webpackChunkName: "floating-timer" */ './floating-timer'),
    ]);
    return { float, Content: FloatingTimer };
  },
};

interface TimerCardProps {
  readonly timer: Timer;
  /** Drawn large, because it is the only timer. */
  readonly large: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function TimerCard({ timer, large, onEdit, onDelete }: TimerCardProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { toggle, addMinute, reset } = useTimerWrites();
  const name = timerName(intl, timer);
  const running = timer.enabled === 1;
  const toasts = useToasts();
  const [fillsScreen, setFillsScreen] = useState(false);
  /** Whether it is expanded on a phone although it is stopped. */
  const [isOpen, setOpen] = useState(false);
  const isFoldable = !large && !running;

  /** A link that could neither be shared nor copied. */
  const [link, setLink] = useState<string | null>(null);

  async function share() {
    try {
      const { shareTimer } = await sharing.preload();
      setLink(await shareTimer(intl, toasts, timer));
    } catch {
      toasts.show({
        title: formatMessage({ id: 'timer.linkCopyFailed' }),
        text: formatMessage({ id: 'timer.linkTryAgain' }),
        tone: 'destructive',
      });
    }
  }

  const whole = isAtBeginning(timer);

  return (
    <Card $large={large} data-folded={isFoldable && !isOpen ? '' : undefined} aria-label={name}>
      <Head>
        <Words>
          <Name>
            <bdi>{name}</bdi>
          </Name>
          <UnsavedNote list="timers" id={timer.id} />
        </Words>
        <Corner
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.shareName' }, { name })}
          {...preloadOnHoverOrFocus(sharing)}
          onClick={() => void share()}
        >
          <Share2 {...icon.usual} />
        </Corner>
        <CornerFloat
          label={formatMessage({ id: 'timer.floatName' }, { name })}
          title={name}
          floating={floating}
          props={{ id: timer.id }}
        />
        <Corner
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.screenName' }, { name })}
          {...preloadOnHoverOrFocus(TimerScreen)}
          onClick={() => {
            whenLoaded(TimerScreen, () => {
              setFillsScreen(true);
            });
          }}
        >
          <Maximize2 {...icon.usual} />
        </Corner>
        {isFoldable && (
          <Fold
            $kind="quiet"
            aria-label={formatMessage({ id: 'timer.moreName' }, { name })}
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            <ChevronDown {...icon.usual} />
          </Fold>
        )}
      </Head>
      <TimerCountdown timer={timer} large={large}>
        {running && (
          <More
            $kind="quiet"
            aria-label={formatMessage(
              { id: 'timer.addMinutesName' },
              { name, minutes: addedMinutes },
            )}
            onClick={() => void addMinute(timer)}
          >
            <FormattedMessage id="timer.addMinutes" values={{ minutes: addedMinutes }} />
          </More>
        )}
      </TimerCountdown>
      <Actions>
        <Button
          $kind={running ? 'plain' : 'primary'}
          aria-label={formatMessage(
            { id: running ? 'timer.pauseName' : 'timer.startName' },
            { name },
          )}
          onClick={({ detail }) => {
            // The second click of a double click would undo the first.
            if (detail > 1) return;
            // A paused timer stays expanded, so that its button keeps its place.
            setOpen(running);
            void toggle(timer);
          }}
        >
          <FormattedMessage id={running ? 'timer.pause' : 'timer.start'} />
        </Button>
        <Button
          aria-label={formatMessage({ id: 'timer.resetName' }, { name })}
          aria-disabled={whole}
          onClick={() => {
            if (!whole) void reset(timer);
          }}
        >
          <FormattedMessage id="timer.reset" />
        </Button>
        <Button
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.editName' }, { name })}
          onClick={onEdit}
        >
          <FormattedMessage id="timer.edit" />
        </Button>
        <Button
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.deleteName' }, { name })}
          onClick={onDelete}
        >
          <FormattedMessage id="timer.delete" />
        </Button>
      </Actions>
      {link !== null && (
        <LinkDialog
          link={link}
          onClose={() => {
            setLink(null);
          }}
        />
      )}
      {fillsScreen && (
        <TimerScreen
          timer={timer}
          onClose={() => {
            setFillsScreen(false);
          }}
        />
      )}
    </Card>
  );
}
