// A line on which a time or a length is written: text that the site reads, instead of the browser's own field, whose
// clock and language may differ from the site's.
import {
  useRef,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type Ref,
  useEffect,
  type RefObject,
  type ReactNode,
} from 'react';
import styled from 'styled-components';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { color, size, space } from '../../styles/theme';
import { lineText } from '../../styles/small-parts';
import { underlined } from '../../styles/underlined';
import { onEvents } from '../../browser/emitter';
import { singleKeysInUse } from '../../settings/choices';
import { isDigitKey } from '../../loading/typed-keys';
import { useStoredValue } from '../../browser/stored-value';
import type { UnclearWords as Words } from '../../typed/reader';
import { Button } from './button';

/** How far the keys move the time: arrows, arrows with Shift, and Page Up or Down. */
interface LineSteps {
  readonly arrow: number;
  readonly fine: number;
  readonly page: number;
}

interface TimeLineProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly ref?: Ref<HTMLInputElement>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly steps: LineSteps;
  readonly onStep: (step: number) => void;
  /**
   * The ids of what is written below it, which a live region announces when it changes. It describes the line until its text
   * changes, because screen readers also read a description that changes while it has the focus.
   */
  readonly announced?: string;
}

/**
 * An ordinary text field, so that words, dictation, pasting and every screen reader work. It has no `inputMode`: a phone
 * opens the whole keyboard, which has letters, and digits behind one press. The keypads of `numeric` and `decimal` have no
 * letters and no colon, and on an iPhone no way to them. What an input method has not finished is shown, and not read.
 */
export function TimeLine(props: TimeLineProps) {
  const { text, onText, steps, onStep, onKeyDown, onBlur, announced, ...input } = props;
  const [composed, setComposed] = useState<string | null>(null);
  const [isChanging, setChanging] = useState(false);

  function change(typed: string) {
    setComposed(null);
    setChanging(true);
    onText(typed);
  }

  function step(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    const by = event.defaultPrevented ? null : stepOfKey(event, steps);
    if (by === null) return;
    event.preventDefault();
    setChanging(true);
    onStep(by);
  }

  return (
    <Line
      data-line=""
      type="text"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="done"
      // Without letters, a line begins where the page's lines do.
      dir={/\p{L}/u.test(composed ?? text) ? 'auto' : undefined}
      value={composed ?? text}
      onChange={({ target, nativeEvent }) => {
        if (isComposing(nativeEvent)) setComposed(target.value);
        else change(target.value);
      }}
      onCompositionEnd={({ currentTarget }) => {
        change(currentTarget.value);
      }}
      onKeyDown={step}
      onBlur={(event) => {
        setChanging(false);
        onBlur?.(event);
      }}
      aria-describedby={isChanging ? undefined : announced}
      {...input}
    />
  );
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing;
}

/** A slider has keys along it, too; clockwise is later in every language. */
export const alongToo = { ArrowRight: 'ArrowUp', ArrowLeft: 'ArrowDown' } as const;

/** How far a key moves the time; null for other keys. Some keys may stand for others. */
export function stepOfKey(
  event: KeyboardEvent,
  { arrow, fine, page }: LineSteps,
  aliases: Readonly<Record<string, string>> = {},
): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return null;
  const near = event.shiftKey ? fine : arrow;
  const steps: Record<string, number> = {
    ArrowUp: near,
    ArrowDown: -near,
    PageUp: page,
    PageDown: -page,
  };
  return steps[aliases[event.key] ?? event.key] ?? null;
}

/**
 * The text of a value that is typed: as it was typed while it means the value, otherwise as the site writes it.
 */
export function useTypedText<Value>(value: Value, write: (value: Value) => string) {
  const [edit, setEdit] = useState<{ readonly text: string; readonly value: Value } | null>(null);
  const text = edit !== null && edit.value === value ? edit.text : write(value);
  const onTyped = (typed: string, meaning: Value) => {
    setEdit({ text: typed, value: meaning });
  };
  return [text, onTyped] as const;
}

/** Digits that are typed anywhere on a page go to its line, which gets the focus during the press. */
export function useDigitKeys(line: RefObject<HTMLInputElement | null>): void {
  const inUse = useStoredValue(singleKeysInUse, true);
  useEffect(() => {
    if (!inUse) return undefined;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (isDigitKey(event)) line.current?.focus();
    };
    return onEvents(document, ['keydown'], onKeyDown);
  }, [inUse, line]);
}

/** A press within this time after the last one belongs to it. */
const doublePressMs = 500;

/** Tells the second press of a double one, whose first has emptied the line, from a press on an empty line. */
export function useDoublePress() {
  const last = useRef(-Infinity);
  const notePress = () => {
    last.current = performance.now();
  };
  const isSecondPress = () => {
    const isSecond = performance.now() - last.current < doublePressMs;
    // A key that is held down goes on.
    if (isSecond) notePress();
    return isSecond;
  };
  return { notePress, isSecondPress };
}

/** `Not understood: every monday`. */
export function unclearText(intl: IntlShape, unclear: readonly Words[]): string {
  const words = intl.formatList(
    unclear.map(({ text }) => text),
    { type: 'unit' },
  );
  return intl.formatMessage({ id: 'field.unclear' }, { words });
}

interface UnclearWordsProps {
  readonly unclear: readonly Words[];
  /** What the button does; without it the words cannot be a name. */
  readonly asLabel: ReactNode;
  readonly onAccept: (() => void) | null;
  /** Whether a press of Enter has asked, which is an error. */
  readonly isProblem: boolean;
}

/** Words on a line that the reader did not understand, and the button that takes them as the name. */
export function UnclearWords({ unclear, asLabel, onAccept, isProblem }: UnclearWordsProps) {
  const intl = useIntl();
  const words = unclear.map(({ text, start }) => (
    <Mark key={start}>
      <bdi>{text}</bdi>
    </Mark>
  ));
  return (
    <Row>
      <p role={isProblem ? 'alert' : undefined}>
        <FormattedMessage
          id="field.unclear"
          values={{ words: intl.formatList<ReactNode>(words, { type: 'unit' }) }}
        />
      </p>
      {onAccept !== null && <Button onClick={onAccept}>{asLabel}</Button>}
    </Row>
  );
}

const Line = styled.input`
  ${lineText}
  ${underlined}
  inline-size: 100%;
  block-size: ${size.line};
  padding: ${space[8]} 0;
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[16]};
  overflow-wrap: anywhere;
`;

/** Underlined as a speller does, besides its color. */
const Mark = styled.mark`
  background: none;
  color: ${color.accent};
  text-decoration: underline wavy;
  text-underline-offset: ${space[4]};
`;
