// The time that the world clock holds still: where a pointer or a link put it. A link has an instant, which is the same
// everywhere.
import { useCallback, useState, useRef, type PointerEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { instantOf, zoneOffset } from '../../../time/zone-offset';
import { localDay } from '../daylight';
import { dayNumber } from '../../../model/calendar-day';
import { minuteOf, dayMs, minuteMs } from '../../../model/time-of-day';
import { mostCities } from '../../../offline/my-cities';
import { useInBrowser } from '../../../browser/in-browser';

export const stepMinutes = 15;

/** How far a key moves the hand, in minutes. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowRight: stepMinutes,
  ArrowUp: stepMinutes,
  ArrowLeft: -stepMinutes,
  ArrowDown: -stepMinutes,
  PageUp: 60,
  PageDown: -60,
};

/** The place in a day of this length to which a key moves the hand; null for other keys. */
export function placeByKey(key: string, minutes: number, length: number): number | null {
  const last = length - stepMinutes;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const by = keySteps[key];
  if (by === undefined) return null;
  // From between two steps to the next one.
  const round = by > 0 ? Math.floor : Math.ceil;
  return Math.min(last, Math.max(0, round(minutes / stepMinutes) * stepMinutes + by));
}

/** The step at a part of a day of this length. */
export function placeAtPart(part: number, length: number): number {
  const place = Math.round((part * length) / stepMinutes) * stepMinutes;
  return Math.min(length - stepMinutes, Math.max(0, place));
}

/**
 * The position of an instant in its day, and the length of that day, in minutes: 1,380 or 1,500 on a day of a clock
 * change.
 */
export function placeInDay(instant: number, zone: string): { minutes: number; length: number } {
  const { from, until } = localDay(instant, zone);
  return { minutes: (instant - from) / minuteMs, length: (until - from) / minuteMs };
}

/** The instant this many minutes into the same day. */
export function movedTo(minutes: number, instant: number, zone: string): number {
  return localDay(instant, zone).from + minutes * minuteMs;
}

/** The time of day of an instant, on another date, `2026-11-22`; null if the date is invalid. */
export function onDate(date: string, instant: number, zone: string): number | null {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight)) return null;
  const local = instant + zoneOffset(instant, zone);
  return instantOf(midnight + (((local % dayMs) + dayMs) % dayMs), zone);
}

/** A time of day, `15:00`, on the day of an instant. */
export function atTime(time: string, instant: number, zone: string): number {
  const local = instant + zoneOffset(instant, zone);
  const midnight = Math.floor(local / dayMs) * dayMs;
  return instantOf(midnight + minuteOf(time) * minuteMs, zone);
}

/** The address of this page with an instant in it, to the minute and in UTC, and with the keys of cities. */
export function linkTo(instant: number, page: string, cities: readonly string[]): string {
  const address = new URL(page);
  address.hash = '';
  address.search = '';
  address.searchParams.set('at', `${new Date(instant).toISOString().slice(0, 16)}Z`);
  if (cities.length > 0) address.searchParams.set('cities', cities.join(','));
  // These are allowed in a query, and easier to read than `%3A`.
  return address.href.replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/** The keys of the cities in a page's address, each once; some may be unknown here. */
export function citiesIn(search: string): readonly string[] {
  const keys = (new URLSearchParams(search).get('cities') ?? '').split(',');
  return [...new Set(keys.filter((key) => key !== ''))].slice(0, mostCities);
}

export function withoutTime(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('at');
  return query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/** Whether the address of a page has a time, which may be invalid. */
export function hasTime(search: string): boolean {
  return new URLSearchParams(search).has('at');
}

/** The instant in a page's address; null if there is none, as on February 31. */
export function instantIn(search: string, now: number, zone: string): number | null {
  const text = new URLSearchParams(search).get('at') ?? '';
  if (/^([01]?\d|2[0-3]):[0-5]\d$/.test(text)) return atTime(text, now, zone);
  const isInstant =
    /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\dZ$/.test(text) &&
    dayNumber(text.slice(0, 10)) !== null;
  return isInstant ? Date.parse(text) : null;
}

/**
 * The held instant; null while the present time is shown. `minute` is the running one, `zone` the visitor's; both are
 * null before hydration.
 */
export function useHeldTime(minute: number | null, zone: string | null) {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const carried = useInBrowser(() => location.search, '');
  /** Undefined until somebody has moved the hand. */
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const ofAddress = minute === null || zone === null ? null : instantIn(carried, minute, zone);

  /** Back to the present time, which also removes the time from the address, so that a reload shows it, too. */
  const letGo = useCallback(() => {
    setChosen(null);
    const { search } = location;
    if (hasTime(search))
      void navigate({ pathname, hash, search: withoutTime(search) }, { replace: true });
  }, [navigate, pathname, hash]);
  return { held: chosen === undefined ? ofAddress : chosen, hold: setChosen, letGo };
}

/** The event handlers of an element that is as wide as the day; time runs from left to right in every language. */
export function useDayPointer(instant: number, zone: string, onHold: (instant: number) => void) {
  const { minutes, length } = placeInDay(instant, zone);
  const pointer = useRef<number | null>(null);

  /** Where the pointer is, also at its release. */
  function follow({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
    if (pointer.current !== pointerId) return;
    const box = currentTarget.getBoundingClientRect();
    const place = placeAtPart((clientX - box.left) / box.width, length);
    if (place !== minutes) onHold(movedTo(place, instant, zone));
  }

  function release(event: PointerEvent<HTMLElement>) {
    follow(event);
    pointer.current = null;
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointer.current = event.pointerId;
      follow(event);
    },
    onPointerMove: follow,
    onPointerUp: release,
    onPointerCancel: () => {
      pointer.current = null;
    },
  };
}
