// The digits of a running stopwatch: columns that the browser moves, over a text that is written once a second.
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Elapsed, elapsedSince } from '../../stopwatch/stopwatch-store';
import { ElapsedDigits } from './elapsed-digits';

interface Rolled {
  readonly period: number;
  readonly frames: readonly string[];
  startTime: number;
  playbackRate: number;
  isCancelled: boolean;
}

let rolled: Rolled[] = [];
/** Milliseconds of the stopwatch, and of the page. */
let time = 0;
let monotonic = 0;

function animate(this: Element, keyframes: Keyframe[], options: KeyframeAnimationOptions) {
  const one: Rolled = {
    period: Number(options.duration),
    frames: keyframes.map(({ transform, offset }) => `${String(offset)} ${String(transform)}`),
    startTime: NaN,
    playbackRate: 1,
    isCancelled: false,
  };
  rolled.push(one);
  return Object.assign(one, {
    finished: Promise.resolve(),
    updatePlaybackRate: (rate: number) => {
      one.playbackRate = rate;
    },
    cancel: () => {
      one.isCancelled = true;
    },
  });
}

/** Everything is in view. */
class Observer {
  constructor(private readonly tell: (entries: object[]) => void) {}
  observe(target: Element) {
    this.tell([{ target, isIntersecting: true }]);
  }
  readonly unobserve = () => undefined;
}

beforeEach(() => {
  rolled = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic);
  Object.defineProperty(Element.prototype, 'animate', { value: animate, configurable: true });
});

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'animate');
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function advance(ms: number): void {
  time += ms;
  monotonic += ms;
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

const running = (): Elapsed => ({ running: true, read: () => time });
const periods = () => rolled.filter(({ isCancelled }) => !isCancelled).map(({ period }) => period);

const seconds = (container: HTMLElement) =>
  container.querySelector('[data-rows*=":"]')?.getAttribute('data-rows')?.split('\n');

test('seconds, tenths and hundredths are columns that began with the stopwatch, and the text follows each second', () => {
  [time, monotonic] = [61_230, 500_000];
  const { container } = render(<ElapsedDigits elapsed={running()} />);
  expect(periods()).toEqual([4000, 1000, 100]);
  expect(rolled.every(({ startTime }) => startTime === 500_000 - 61_230)).toBe(true);
  const rows = rolled[0]?.frames ?? [];
  expect(rows).toHaveLength(8);
  expect([rows[0], rows[1], rows[2]]).toEqual([
    '0 translateY(-0em)',
    '0.25 translateY(-0em)',
    '0.25 translateY(-1em)',
  ]);
  expect(container).toHaveTextContent(/^01:01\.23$/);
  advance(500);
  expect(container).toHaveTextContent(/^01:01\.23$/);
  advance(270);
  expect(container).toHaveTextContent(/^01:02\.00$/);
});

test('the column of seconds holds the last second and the next two, each in the row at which it is shown', () => {
  [time, monotonic] = [0, 0];
  const { container } = render(<ElapsedDigits elapsed={running()} />);
  expect(seconds(container)).toEqual(['00:00', '00:01', '00:02', '']);
  advance(59_000);
  expect(seconds(container)).toEqual(['01:00', '01:01', '00:58', '00:59']);
  time += 5_940_000;
  advance(1000);
  expect(seconds(container)).toEqual(['1:40:00', '1:40:01', '1:40:02', '99:59']);
});

test('a correction of the time moves the columns gradually, a large one at once', () => {
  [time, monotonic] = [10_000, 0];
  render(<ElapsedDigits elapsed={running()} />);
  advance(1000);
  expect(rolled[0]?.playbackRate).toBe(1);
  time += 200;
  advance(1000);
  expect(rolled[0]?.playbackRate).toBeCloseTo(1.2);
  time += 1_800_000;
  advance(1000);
  expect(rolled.every(({ playbackRate }) => playbackRate === 1)).toBe(true);
  expect(rolled[0]?.startTime).toBeCloseTo(monotonic - time);
});

test('hours get room', () => {
  [time, monotonic] = [5_999_000, 0];
  const { container } = render(<ElapsedDigits elapsed={running()} />);
  expect(container.querySelector('[data-widest="00:00"]')).not.toBeNull();
  advance(1000);
  expect(container).toHaveTextContent(/^1:40:00\.00$/);
  expect(container.querySelector('[data-long]')).not.toBeNull();
  expect(container.querySelector('[data-widest="0:00:00"]')).not.toBeNull();
});

test('a stopped stopwatch shows its exact text and moves nothing', () => {
  const stopped: Elapsed = { running: false, read: () => 83_456 };
  [time, monotonic] = [5_000, 0];
  const { container, rerender } = render(<ElapsedDigits elapsed={running()} />);
  expect(container.querySelector('[data-rolling]')).not.toBeNull();
  rerender(<ElapsedDigits elapsed={stopped} />);
  expect(periods()).toEqual([]);
  expect(container.querySelector('[data-rolling]')).toBeNull();
  expect(container).toHaveTextContent(/^01:23\.45$/);
});

test('with reduced motion nothing rolls', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }) as never,
  );
  [time, monotonic] = [5_000, 0];
  render(<ElapsedDigits elapsed={running()} />);
  expect(rolled).toEqual([]);
});

test('a lap begins at the last one', () => {
  const lap = (total: number) => elapsedSince(running(), total).read();
  time = 3_456;
  expect(lap(3_000)).toBe(456);
  // A reading of another tab may be a few milliseconds behind the lap.
  time = 995;
  expect(lap(1_000)).toBe(0);
});
