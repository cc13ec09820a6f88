// Which presses answer a ring: not those that were meant for the page, nor those that began before it.
import { describe, expect, test } from 'vitest';
import { answeringPresses, pauseMs, pointersAfterMs } from './answering-presses';

const openedAt = 10_000;
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
    expect(answeringPresses(openedAt).keyDown(press(key), openedAt + later)).toBe(answers);
  });

  test('does not answer while somebody types, however long that takes', () => {
    const presses = answeringPresses(openedAt);
    let now = openedAt;
    for (const letter of 'go for a walk in the park'.repeat(4)) {
      now += 150;
      expect(presses.keyDown(press(letter), now)).toBe(false);
    }
    expect(now - openedAt).toBeGreaterThan(5 * pauseMs);
    expect(presses.keyDown(press(key), now + 150)).toBe(false);
    expect(presses.keyDown(press(key), now + 150 + pauseMs)).toBe(true);
  });

  test('does not answer while it is held since before the ring, nor when it is released', () => {
    const presses = answeringPresses(openedAt);
    for (let later = 0; later < 3 * pauseMs; later += 33) {
      expect(presses.keyDown(press(key, { repeat: true }), openedAt + later)).toBe(false);
    }
    expect(presses.keyUp(press(key))).toBe(false);
  });

  test('answers with its release, too, if it was pressed for the ring', () => {
    const presses = answeringPresses(openedAt);
    presses.keyDown(press(key), openedAt + pauseMs);
    expect(presses.keyUp(press(key))).toBe(true);
    expect(presses.keyUp(press(key))).toBe(false);
  });

  test('belongs to an input method that composes', () => {
    const composing = press(key, { isComposing: true });
    expect(answeringPresses(openedAt).keyDown(composing, openedAt + pauseMs)).toBe(false);
  });
});

test('keys that move the focus do not begin a new pause, but do not shorten the first one either', () => {
  const presses = answeringPresses(openedAt);
  presses.keyDown(press('Tab'), openedAt + 1_000);
  expect(presses.keyDown(press('Enter'), openedAt + pauseMs)).toBe(false);
  const now = openedAt + 2 * pauseMs;
  presses.keyDown(press('Tab'), now);
  expect(presses.keyDown(press('Enter'), now + 50)).toBe(true);
});

test('two buttons are pressed by keys one after the other', () => {
  const presses = answeringPresses(openedAt);
  expect(presses.keyDown(press('Enter'), openedAt + pauseMs)).toBe(true);
  expect(presses.keyDown(press('Enter'), openedAt + pauseMs + 300)).toBe(true);
});

test('what a keyboard on the screen or dictation enters counts as typed', () => {
  const presses = answeringPresses(openedAt);
  presses.typed(openedAt + 1_500);
  expect(presses.isPause(openedAt + pauseMs)).toBe(false);
  expect(presses.untilPause(openedAt + pauseMs)).toBe(1_500);
  expect(presses.isPause(openedAt + 1_500 + pauseMs)).toBe(true);
});

describe('a click', () => {
  test.each([
    ['of a press when the ring opens', 100, 150, false],
    ['of a press when the ring opens that is held for long', 100, 5_000, false],
    ['of a press just before it counts', pointersAfterMs - 1, pointersAfterMs + 50, false],
    ['of a press half a second later', pointersAfterMs, pointersAfterMs + 50, true],
  ])('%s', (_, down, up, answers) => {
    const presses = answeringPresses(openedAt);
    presses.pointerDown(openedAt + down);
    expect(presses.click({ detail: 1 }, openedAt + up)).toBe(answers);
  });

  test('of a press that began before the ring does not answer, the next one does', () => {
    const presses = answeringPresses(openedAt);
    expect(presses.click({ detail: 1 }, openedAt + 5_000)).toBe(false);
    presses.pointerDown(openedAt + 6_000);
    expect(presses.click({ detail: 1 }, openedAt + 6_050)).toBe(true);
  });

  test.each([
    [pointersAfterMs - 1, false],
    [pointersAfterMs, true],
  ])('of a screen reader after %i ms', (later, answers) => {
    expect(answeringPresses(openedAt).click({ detail: 0 }, openedAt + later)).toBe(answers);
  });
});
