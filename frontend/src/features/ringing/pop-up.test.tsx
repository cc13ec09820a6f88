// Keys and clicks in a pop-up: those that were meant for the page before it, or began before it, answer nothing, and
// typing goes on.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi, type Mock, describe } from 'vitest';
import { useModal } from '../../components/dialogs/use-modal';
import { setOwnSounding } from '../../ringing/sound';
import { pauseMs, pointersAfterMs, useDialogOfField, usePopUp, answeringPresses } from './pop-up';

const snooze = vi.fn();
const stop = vi.fn();
const ring = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true, name: 'Ring' });
const label = () => screen.getByRole('textbox', { name: 'Label' });

/** Its texts are no part of the site. */
const words = {
  message: 'Wake up',
  snooze: 'Snooze',
  stop: 'Stop',
  add: 'Add',
  ring: 'Ring',
  form: 'Form',
  label: 'Label',
};
const openedAt = 1_000;
let clock: Mock<() => number>;

beforeEach(() => {
  clock = vi.spyOn(performance, 'now').mockReturnValue(openedAt);
  stop.mockReset();
  snooze.mockReset();
});

afterEach(() => {
  setOwnSounding('silent');
  vi.unstubAllGlobals();
});

function later(ms: number) {
  clock.mockReturnValue(openedAt + ms);
}

function PopUp() {
  const host = useDialogOfField();
  return host === null ? <Screen /> : createPortal(<Screen />, host);
}

function Screen() {
  const { dialog, inside, stopButton } = usePopUp({ stop, escape: snooze });
  return (
    <dialog ref={dialog} aria-label={words.ring}>
      <p>{words.message}</p>
      <div ref={inside}>
        <button type="button" onClick={snooze}>
          {words.snooze}
        </button>
        <button ref={stopButton} type="button" onClick={stop}>
          {words.stop}
        </button>
      </div>
    </dialog>
  );
}

function Form({ children }: { readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  return (
    <dialog ref={dialog} aria-label={words.form}>
      {children}
    </dialog>
  );
}

const field = <input aria-label={words.label} />;
const stopButton = () => screen.getByRole('button', { name: 'Stop' });

/** A page with a field in which somebody is typing when the ring opens. */
function renderWhileTyping(place: (children: ReactNode) => ReactNode = (children) => children) {
  const { rerender } = render(<>{place(field)}</>);
  act(() => {
    label().focus();
  });
  rerender(
    <>
      {place(field)}
      <PopUp />
    </>,
  );
  return () => {
    rerender(
      <>
        {null}
        <PopUp />
      </>,
    );
  };
}

test.each([
  ['{ }', stop],
  ['{Enter}', stop],
  ['{Escape}', snooze],
])('the key %s answers after a pause of typing, not before', async (key, answer) => {
  render(<PopUp />);
  const visitor = userEvent.setup();
  expect(stopButton()).toHaveFocus();
  later(600);
  await visitor.keyboard('x');
  later(pauseMs + 500);
  await visitor.keyboard(key);
  expect([stop.mock.calls, snooze.mock.calls]).toEqual([[], []]);
  later(2 * pauseMs + 500);
  await visitor.keyboard(key);
  expect(answer).toHaveBeenCalledOnce();
});

test('a key that is held since before the ring answers neither by its repetition nor by its release', () => {
  render(<PopUp />);
  const held = (type: string, key: string, repeat: boolean) =>
    new KeyboardEvent(type, { key, code: key, repeat, bubbles: true, cancelable: true });
  later(3 * pauseMs);
  for (const key of [' ', 'Enter']) {
    const events = [held('keydown', key, true), held('keyup', key, false)];
    for (const event of events) stopButton().dispatchEvent(event);
    // Enter presses a button when it goes down, Space when it is released.
    const isPrevented = events.map(({ defaultPrevented }) => defaultPrevented);
    expect(isPrevented).toEqual(key === ' ' ? [true, true] : [true, false]);
  }
  expect(stop).not.toHaveBeenCalled();
});

test.each([
  ['the page', (children: ReactNode) => children],
  ['a form', (children: ReactNode) => <Form>{children}</Form>],
])('what is typed into a field of %s stays there, and answers nothing', async (_, place) => {
  renderWhileTyping(place);
  const visitor = userEvent.setup();
  expect(ring().open).toBe(true);
  expect(label()).toHaveFocus();
  later(600);
  await visitor.keyboard('go for');
  later(900);
  await visitor.keyboard(' a walk{Escape}{Enter}');
  expect(label()).toHaveValue('go for a walk');
  expect(label()).toHaveFocus();
  expect([stop.mock.calls, snooze.mock.calls]).toEqual([[], []]);
});

test('after a pause Space in a field stops the ring, and is not typed', async () => {
  renderWhileTyping();
  const visitor = userEvent.setup();
  await visitor.keyboard('go');
  later(pauseMs);
  await visitor.keyboard('{ }');
  expect(stop).toHaveBeenCalledOnce();
  expect(label()).toHaveValue('go');
});

test('after a pause Tab leads from the field to Stop', async () => {
  renderWhileTyping();
  const visitor = userEvent.setup();
  later(pauseMs);
  await visitor.keyboard('{Tab}');
  expect(stopButton()).toHaveFocus();
  await visitor.keyboard('{Enter}');
  expect(stop).toHaveBeenCalledOnce();
});

test('on a touch screen the field loses the focus after a pause, because its keyboard covers the buttons', () => {
  vi.useFakeTimers();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  const touch = (media: string) => ({ matches: media === '(pointer: coarse)' }) as MediaQueryList;
  vi.spyOn(window, 'matchMedia').mockImplementation(touch);
  renderWhileTyping();
  vi.advanceTimersByTime(1_500);
  // Keyboards on the screen send no keys, but input.
  fireEvent.input(label(), { target: { value: 'go' } });
  vi.advanceTimersByTime(1_500);
  expect(label()).toHaveFocus();
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  expect(stopButton()).toHaveFocus();
  now.mockRestore();
  vi.useRealTimers();
});

test('a ring in a form that is closed moves to the page', async () => {
  const closeForm = renderWhileTyping((children) => <Form>{children}</Form>);
  expect(ring().parentElement).toBe(screen.getByRole('dialog', { hidden: true, name: 'Form' }));
  closeForm();
  await vi.waitFor(() => {
    expect(ring().open).toBe(true);
    expect(ring().isConnected).toBe(true);
  });
  expect(stopButton()).toHaveFocus();
});

test('the focus that leaves the field for nothing goes to the ring', () => {
  renderWhileTyping();
  act(() => {
    label().blur();
  });
  expect(stopButton()).toHaveFocus();
});

test.each(['Stop', 'outside'])(
  'a click on %s in the first half second does nothing',
  async (on) => {
    render(<PopUp />);
    const visitor = userEvent.setup();
    const target = on === 'Stop' ? stopButton() : screen.getByText('Wake up');
    later(pointersAfterMs - 1);
    await visitor.click(target);
    expect(stop).not.toHaveBeenCalled();
    later(pointersAfterMs);
    await visitor.click(target);
    expect(stop).toHaveBeenCalledOnce();
  },
);

test.each(['[MouseLeft', '[TouchA'])(
  'a press %s> that began before the ring does nothing',
  async (press) => {
    const { rerender } = render(<button type="button">{words.add}</button>);
    const visitor = userEvent.setup();
    await visitor.pointer([{ keys: `${press}>]`, target: screen.getByText('Add') }]);
    rerender(<PopUp />);
    later(3_000);
    // The browser may send the click to what is there when the finger is lifted.
    fireEvent.click(stopButton(), { detail: 1 });
    expect(stop).not.toHaveBeenCalled();
    await visitor.pointer([{ keys: press.replace('[', '[/') + ']', target: stopButton() }]);
    expect(stop).not.toHaveBeenCalled();
    await visitor.click(stopButton());
    expect(stop).toHaveBeenCalledOnce();
  },
);

test('while the browser blocks the sound, the first tap outside only unlocks it', async () => {
  render(<PopUp />);
  const visitor = userEvent.setup();
  const outside = screen.getByText('Wake up');
  later(1_000);
  setOwnSounding('blocked');
  await visitor.pointer([{ keys: '[TouchA>]', target: outside }]);
  // The gesture has unlocked the sound before the finger leaves the screen.
  setOwnSounding('playing');
  await visitor.pointer([{ keys: '[/TouchA]', target: outside }]);
  expect(stop).not.toHaveBeenCalled();
  await visitor.click(outside);
  expect(stop).toHaveBeenCalledOnce();
});

test('a second tap outside stops a ring whose sound stays blocked', async () => {
  render(<PopUp />);
  const visitor = userEvent.setup();
  later(1_000);
  setOwnSounding('blocked');
  await visitor.click(screen.getByText('Wake up'));
  expect(stop).not.toHaveBeenCalled();
  await visitor.click(screen.getByText('Wake up'));
  expect(stop).toHaveBeenCalledOnce();
});

test('the gesture to go back snoozes, but not when the ring opens', () => {
  render(<PopUp />);
  const goBack = () => {
    const cancel = new Event('cancel', { cancelable: true });
    ring().dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
  };
  later(pointersAfterMs - 1);
  goBack();
  expect(snooze).not.toHaveBeenCalled();
  // The browser may close it nevertheless.
  ring().close();
  expect(ring().open).toBe(true);
  later(pointersAfterMs);
  goBack();
  expect(snooze).toHaveBeenCalledOnce();
});

const ringOpenedAt = 10_000;
const press = (key: string, changes = {}) => ({
  key,
  code: key === ' ' ? 'Space' : key,
  repeat: false,
  isComposing: false,
  ...changes,
});

describe.each([' ', 'Enter', 'Escape'])('the key “%s”', (key) => {
  test.each([
    ['when the ring opens', 0, false],
    ['just before the pause is over', pauseMs - 1, false],
    ['after a pause', pauseMs, true],
  ])('pressed %s', (_, later, answers) => {
    expect(answeringPresses(ringOpenedAt).keyDown(press(key), ringOpenedAt + later)).toBe(answers);
  });

  test('does not answer while somebody types, however long that takes', () => {
    const presses = answeringPresses(ringOpenedAt);
    let now = ringOpenedAt;
    for (const letter of 'go for a walk in the park'.repeat(4)) {
      now += 150;
      expect(presses.keyDown(press(letter), now)).toBe(false);
    }
    expect(now - ringOpenedAt).toBeGreaterThan(5 * pauseMs);
    expect(presses.keyDown(press(key), now + 150)).toBe(false);
    expect(presses.keyDown(press(key), now + 150 + pauseMs)).toBe(true);
  });

  test('does not answer while it is held since before the ring, nor when it is released', () => {
    const presses = answeringPresses(ringOpenedAt);
    for (let later = 0; later < 3 * pauseMs; later += 33) {
      expect(presses.keyDown(press(key, { repeat: true }), ringOpenedAt + later)).toBe(false);
    }
    expect(presses.keyUp(press(key))).toBe(false);
  });

  test('answers with its release, too, if it was pressed for the ring', () => {
    const presses = answeringPresses(ringOpenedAt);
    presses.keyDown(press(key), ringOpenedAt + pauseMs);
    expect(presses.keyUp(press(key))).toBe(true);
    expect(presses.keyUp(press(key))).toBe(false);
  });

  test('belongs to an input method that composes', () => {
    const composing = press(key, { isComposing: true });
    expect(answeringPresses(ringOpenedAt).keyDown(composing, ringOpenedAt + pauseMs)).toBe(false);
  });
});

test('keys that move the focus do not begin a new pause, but do not shorten the first one either', () => {
  const presses = answeringPresses(ringOpenedAt);
  presses.keyDown(press('Tab'), ringOpenedAt + 1_000);
  expect(presses.keyDown(press('Enter'), ringOpenedAt + pauseMs)).toBe(false);
  const now = ringOpenedAt + 2 * pauseMs;
  presses.keyDown(press('Tab'), now);
  expect(presses.keyDown(press('Enter'), now + 50)).toBe(true);
});

test('two buttons are pressed by keys one after the other', () => {
  const presses = answeringPresses(ringOpenedAt);
  expect(presses.keyDown(press('Enter'), ringOpenedAt + pauseMs)).toBe(true);
  expect(presses.keyDown(press('Enter'), ringOpenedAt + pauseMs + 300)).toBe(true);
});

test('what a keyboard on the screen or dictation enters counts as typed', () => {
  const presses = answeringPresses(ringOpenedAt);
  presses.typed(ringOpenedAt + 1_500);
  expect(presses.isPause(ringOpenedAt + pauseMs)).toBe(false);
  expect(presses.untilPause(ringOpenedAt + pauseMs)).toBe(1_500);
  expect(presses.isPause(ringOpenedAt + 1_500 + pauseMs)).toBe(true);
});

describe('a click', () => {
  test.each([
    ['of a press when the ring opens', 100, 150, false],
    ['of a press when the ring opens that is held for long', 100, 5_000, false],
    ['of a press just before it counts', pointersAfterMs - 1, pointersAfterMs + 50, false],
    ['of a press half a second later', pointersAfterMs, pointersAfterMs + 50, true],
  ])('%s', (_, down, up, answers) => {
    const presses = answeringPresses(ringOpenedAt);
    presses.pointerDown(ringOpenedAt + down);
    expect(presses.click({ detail: 1 }, ringOpenedAt + up)).toBe(answers);
  });

  test('of a press that began before the ring does not answer, the next one does', () => {
    const presses = answeringPresses(ringOpenedAt);
    expect(presses.click({ detail: 1 }, ringOpenedAt + 5_000)).toBe(false);
    presses.pointerDown(ringOpenedAt + 6_000);
    expect(presses.click({ detail: 1 }, ringOpenedAt + 6_050)).toBe(true);
  });

  test.each([
    [pointersAfterMs - 1, false],
    [pointersAfterMs, true],
  ])('of a screen reader after %i ms', (later, answers) => {
    expect(answeringPresses(ringOpenedAt).click({ detail: 0 }, ringOpenedAt + later)).toBe(answers);
  });
});
