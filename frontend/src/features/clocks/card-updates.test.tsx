// How the cards of a clock page are updated in steps; rendering a card takes three milliseconds here.
import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCardScheduler, useCardUpdate } from './card-updates';

/** The time to render a card; a step ends after the card that exceeds four milliseconds. */
const drawingMs = 3;

/** A clock that never goes back, as in a browser. */
let nowMs = 0;
let idle: (() => void)[] = [];
let drawn: string[] = [];
let show: (name: string, inView: boolean) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:30Z'), toFake: ['Date', 'setTimeout'] });
  idle = [];
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
        show = (name, isIntersecting) => {
          tell([{ target: screen.getByTestId(name), isIntersecting }]);
        };
      }
      observe = nothing;
      unobserve = nothing;
    },
  );
});

const nothing = () => undefined;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Card({ name }: { readonly name: string }) {
  const place = useRef<HTMLLIElement>(null);
  const { time, near } = useCardUpdate(place);
  draw(name);
  const minute = time === null ? '--' : new Date(time.minute).toISOString().slice(11, 16);
  const text = near ? `${minute} near` : minute;
  return (
    <li ref={place} data-testid={name}>
      {text}
    </li>
  );
}

function draw(name: string): void {
  nowMs += drawingMs;
  drawn.push(name);
}

function Cards({ names }: { readonly names: string }) {
  useCardScheduler(null);
  return Array.from(names, (name) => <Card key={name} name={name} />);
}

function drawnBy(happening: () => void): string {
  drawn = [];
  act(happening);
  return drawn.join('');
}

function nextIdleMoment(): void {
  idle.splice(0).forEach((callback) => {
    callback();
  });
}

/** Runs idle callbacks until none is requested. */
function allIdleMoments(): void {
  while (idle.length > 0) act(nextIdleMoment);
}

/** Advances both of the device's clocks. */
function pass(milliseconds: number): void {
  nowMs += milliseconds;
  vi.advanceTimersByTime(milliseconds);
}

function textOf(name: string): string {
  return screen.getByTestId(name).textContent;
}

test('cards are hydrated a few at a time, in idle periods', () => {
  render(<Cards names="abcde" />);
  expect(textOf('a')).toBe('--');
  expect(drawnBy(nextIdleMoment)).toBe('ab');
  expect(textOf('b')).toBe('10:00');
  expect(textOf('c')).toBe('--');
  expect(drawnBy(nextIdleMoment)).toBe('cd');
  expect(drawnBy(nextIdleMoment)).toBe('e');
  expect(idle).toEqual([]);
});

test('cards in view are updated first', () => {
  render(<Cards names="abcde" />);
  show('d', true);
  expect(drawnBy(nextIdleMoment)).toBe('da');
  expect(textOf('d')).toBe('10:00 near');
  show('e', true);
  show('e', false);
  show('c', true);
  expect(drawnBy(nextIdleMoment)).toBe('cb');
  expect(drawnBy(nextIdleMoment)).toBe('e');
  expect(textOf('e')).toBe('10:00 near');
});

test('on the minute all cards in view are updated at once, the others in idle periods', () => {
  render(<Cards names="abcdefg" />);
  ['c', 'd', 'e'].forEach((name) => {
    show(name, true);
  });
  allIdleMoments();
  const edge = drawnBy(() => {
    pass(30_000);
  });
  expect(edge).toBe('cde');
  expect(textOf('e')).toBe('10:01 near');
  expect(textOf('a')).toBe('10:00');
  expect(drawnBy(nextIdleMoment)).toBe('ab');
  expect(drawnBy(nextIdleMoment)).toBe('fg');
  expect(idle).toEqual([]);
});

test('a card that is added to hydrated ones gets the time at once', () => {
  const { rerender } = render(<Cards names="ab" />);
  allIdleMoments();
  rerender(<Cards names="abc" />);
  expect(textOf('c')).toBe('10:00');
  expect(idle).toEqual([]);
});

test('nothing runs after the cards are unmounted', () => {
  const { unmount } = render(<Cards names="abc" />);
  unmount();
  expect(
    drawnBy(() => {
      nextIdleMoment();
      pass(60_000);
    }),
  ).toBe('');
  expect(vi.getTimerCount()).toBe(0);
});
