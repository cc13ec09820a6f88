// The keys of the stopwatch: Space starts and stops, L takes a lap, R resets. Their list, with the switch that turns
// them off.
import { useEffect, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { disposeAll, onEvents } from '../../browser/emitter';
import { isKeyForSomethingElse } from '../../loading/typed-keys';
import { keyCap, stopwatchSize } from '../../styles/stopwatch';
import { Section, SectionTitle } from '../../components/page/page-column';
import { Switch } from '../../components/forms/switch';
import { singleKeysInUse } from '../../settings/choices';
import { useStoredValue } from '../../browser/stored-value';
import type { MessageId } from '../../i18n/messages';
import { color, from, size, space } from '../../styles/theme';

export type StopwatchKey = 'toggle' | 'lap' | 'reset';

/** Calls `onKey` for each press of a key, while `enabled`. */
export function useStopwatchKeys(enabled: boolean, onKey: (key: StopwatchKey) => void): void {
  useEffect(() => {
    if (!enabled) return undefined;
    /** A button that was clicked keeps the focus, but Space is not meant for it then. */
    let clickedLast = true;
    let swallowed = false;

    function onPointerDown() {
      clickedLast = true;
    }

    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Tab') clickedLast = false;
      const key = keyOf(event);
      if (key === null || event.shiftKey || isKeyForSomethingElse(event)) return;
      if (key === 'toggle' && !clickedLast && onButton(event)) return;
      event.preventDefault();
      swallowed = key === 'toggle';
      if (!event.repeat) onKey(key);
    }

    /** Some browsers press the focused button on keyup of Space. */
    function onKeyUp(event: KeyboardEvent) {
      if (swallowed && event.key === ' ') event.preventDefault();
      swallowed = false;
    }

    return disposeAll(
      onEvents(document, ['pointerdown'], onPointerDown, { capture: true }),
      onEvents(document, ['keydown'], onKeyDown),
      onEvents(document, ['keyup'], onKeyUp),
    );
  }, [enabled, onKey]);
}

/** By the character of the key, or on keyboards of another script by its position. */
function keyOf({ key, code }: KeyboardEvent): StopwatchKey | null {
  if (key === ' ') return 'toggle';
  const letter = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
  if (letter === 'KeyL') return 'lap';
  return letter === 'KeyR' ? 'reset' : null;
}

function onButton({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('button, summary, [role="button"]') !== null;
}

export function KeyCap({ of }: { readonly of: StopwatchKey }) {
  const { formatMessage } = useIntl();
  return <Cap>{of === 'toggle' ? formatMessage({ id: 'stopwatch.keySpace' }) : letters[of]}</Cap>;
}

const letters = { lap: 'L', reset: 'R' } as const;

export function StopwatchShortcuts() {
  const { formatMessage } = useIntl();
  const title = useId();
  const inUse = useStoredValue(singleKeysInUse, true);
  const [keyed, setKeyed] = useState(false);
  useEffect(() => {
    const onKey = () => {
      setKeyed(true);
    };
    return onEvents(window, ['keydown'], onKey, { once: true });
  }, []);

  return (
    <Keys aria-labelledby={title} data-screen-only="" data-keyed={keyed ? '' : undefined}>
      <SectionTitle id={title}>{formatMessage({ id: 'stopwatch.keys' })}</SectionTitle>
      <Shortcuts>
        {shortcuts.map(({ key, does }) => (
          <Shortcut key={key} $off={!inUse}>
            <KeyCap of={key} />
            {formatMessage({ id: does })}
          </Shortcut>
        ))}
      </Shortcuts>
      <Choice>
        <span aria-hidden="true">{formatMessage({ id: 'stopwatch.keysSwitch' })}</span>
        <Switch
          label={formatMessage({ id: 'stopwatch.keysSwitch' })}
          checked={inUse}
          onChange={singleKeysInUse.write}
        />
      </Choice>
    </Keys>
  );
}

const shortcuts: readonly { readonly key: StopwatchKey; readonly does: MessageId }[] = [
  { key: 'toggle', does: 'stopwatch.keyToggle' },
  { key: 'lap', does: 'stopwatch.keyLap' },
  { key: 'reset', does: 'stopwatch.keyReset' },
];

const Cap = styled.kbd`
  ${keyCap}
`;

/** A phone has no keys, until one is pressed. */
const Keys = styled(Section)`
  @media (hover: none) {
    &:not([data-keyed]) {
      display: none;
    }
  }
`;

const Shortcuts = styled.ul`
  display: grid;
  border-block-start: ${size.hairline} solid ${color.line};

  ${from.md} {
    grid-template-columns: repeat(3, 1fr);
    gap: ${space[32]};
    border-block-start: 0;
  }
`;

const Shortcut = styled.li<{ readonly $off: boolean }>`
  display: grid;
  grid-template-columns: ${stopwatchSize.keyColumn} 1fr;
  align-items: baseline;
  gap: ${space[12]};
  padding-block: ${space[12]};
  border-block-end: ${size.hairline} solid ${color.line};
  color: ${({ $off }) => ($off ? color.inkSoft : color.ink)};

  > kbd {
    justify-self: start;
  }

  ${from.md} {
    grid-template-columns: auto 1fr;
  }
`;

const Choice = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[16]};
  margin-block-start: ${space[16]};
  color: ${color.inkSoft};
`;
