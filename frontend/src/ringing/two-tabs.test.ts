// Two tabs with one storage: events in random order through the store's merge, with tabs that are killed and reopened,
// and messages that are late or lost.
import { expect, test } from 'vitest';
import { nextOfAlarm, snoozed, type AlarmOccurrence } from '../rings/occurrence';
import { randomOf } from '../testing/random';
import { anAlarm } from '../testing/rows';
import { emptyBook, type RingBook, type RingEffect, type RingEvent } from './book';
import { ringStore } from './store';

const start = Date.parse('2026-11-20T22:00:00Z');
const minute = 60_000;
const dayMs = 24 * 60 * minute;

/** A browser with a clock and a storage that its tabs share. */
function browser(ringsForMs: number) {
  let now = start;
  let stored = JSON.stringify(emptyBook);
  const effects: RingEffect[] = [];
  const persisted = {
    read: () => JSON.parse(stored) as RingBook,
    write: (book: RingBook) => {
      stored = JSON.stringify(book);
    },
  };
  return {
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
    stored: persisted.read,
    effects,
    /** Opens a tab with its schedule; it dispatches what it is told. */
    open: (armed: readonly AlarmOccurrence[]) => {
      const store = ringStore({
        persisted,
        owner: () => 'one',
        now: () => now,
        ringsForMs: () => ringsForMs,
      });
      let dispatched = 0;
      const dispatch = (event: RingEvent) => {
        dispatched += 1;
        const done = store.dispatch(event);
        effects.push(...done);
        return done;
      };
      store.open();
      dispatch({ type: 'opened', fetched: undefined });
      // What has rung is due again the next day.
      const rows = armed.map(({ id, dueAt }) => alarmAt(id, dueAt > now ? dueAt : dueAt + dayMs));
      dispatch({ type: 'lists', lists: { alarms: { rows, asOf: now }, timers: undefined } });
      return { dispatch, book: store.book, dispatched: () => dispatched };
    },
  };
}

function alarmAt(id: number, dueAt: number) {
  return anAlarm({ id, nextTrigger: new Date(dueAt).toISOString() });
}

function occurrence(id: number, dueAt: number): AlarmOccurrence {
  const next = nextOfAlarm(alarmAt(id, dueAt));
  if (next === null) throw new Error('not armed');
  return next;
}

test('a tab that is opened while another one rings does not end the ring', () => {
  const { open, pass, effects } = browser(30 * minute);
  const alarm = occurrence(1, start + minute);
  const first = open([alarm]);
  pass(minute);
  first.dispatch({ type: 'due' });
  for (let minutes = 0; minutes < 11; minutes += 1) {
    pass(minute);
    first.dispatch({ type: 'seen' });
  }
  const second = open([alarm]);
  first.dispatch({ type: 'seen' });
  expect([first, second].map(({ book }) => book().ringing.length)).toEqual([1, 1]);
  expect(effects.filter(({ type }) => type === 'missed')).toEqual([]);
});

test('a ring that nobody could hear for long is missed, once, by the first tab that opens', () => {
  const { open, pass, effects } = browser(30 * minute);
  const alarm = occurrence(1, start + minute);
  const first = open([alarm]);
  pass(minute);
  first.dispatch({ type: 'due' });
  pass(11 * minute);
  open([alarm]);
  open([alarm]);
  expect(effects.filter(({ type }) => type === 'missed')).toHaveLength(1);
});

const scripts = Array.from({ length: 200 }, (_, seed) => seed);

test.each(scripts)('random events in two tabs, seed %i', (seed) => {
  const random = randomOf(seed);
  const { open, pass, now, stored, effects } = browser(10 * minute);
  const alarms = [1, 2, 3].map((id) => occurrence(id, start + id * 3 * minute));
  const answered = new Map<string, number>();
  const tabs = [open(alarms), open(alarms)];
  /** Messages on their way to the other tab. */
  const messages: { readonly to: number; readonly event: RingEvent }[] = [];
  const seenAt = new Map<string, number>();
  let seenMs = now();

  for (let step = 0; step < 120; step += 1) {
    const index = random.one([0, 1]);
    const send = (event: RingEvent) => messages.push({ to: 1 - index, event });
    const tab = tabs[index];
    if (tab === undefined) continue;
    const before = tab.dispatched();
    const act = random.one([
      'pass',
      'pass',
      'due',
      'seen',
      'announce',
      'answer',
      'snooze',
      'hear',
      'lose',
      'reopen',
    ]);
    if (act === 'pass') {
      pass(random.below(45_000));
      // A visible page checks within this time.
      tab.dispatch({ type: 'due' });
    }
    if (act === 'due') {
      for (const effect of tab.dispatch({ type: 'due' })) {
        if (effect.type === 'rang') effect.rings.forEach((ring) => send({ type: 'rang', ring }));
      }
    }
    if (act === 'seen' || now() - seenMs > minute) {
      tab.dispatch({ type: 'seen' });
      seenMs = now();
    }
    if (act === 'announce') {
      const due = alarms.filter(({ dueAt }) => dueAt <= now());
      if (due.length > 0) tab.dispatch({ type: 'announced', occurrence: random.one(due) });
    }
    if (act === 'answer' || act === 'snooze') {
      const [ring] = tab.book().ringing;
      if (ring?.kind === 'alarm') {
        const next = act === 'snooze' ? { next: snoozed(ring, now()) } : {};
        const event: RingEvent = { type: 'answered', rings: [ring], ...next };
        tab.dispatch(event);
        send(event);
        answered.set(ring.key, now());
      }
    }
    if (act === 'hear') {
      const message = messages.shift();
      if (message !== undefined) tabs[message.to]?.dispatch(message.event);
    }
    if (act === 'lose') messages.shift();
    if (act === 'reopen') tabs[index] = open(alarms);

    // What was answered rings in no tab that has done anything since.
    if (tab.dispatched() > before) {
      expect(tab.book().ringing.filter(({ key }) => answered.has(key))).toEqual([]);
    }
    // What is stored as seen never becomes older.
    for (const ring of stored().ringing) {
      expect(ring.seenAt).toBeGreaterThanOrEqual(seenAt.get(ring.key) ?? -Infinity);
      seenAt.set(ring.key, ring.seenAt);
    }
    const decided = new Set(stored().handled.map(({ key }) => key));
    expect(stored().ringing.filter(({ key }) => decided.has(key))).toEqual([]);
  }

  // Nothing is lost: an alarm that was due rang or was missed, and no alarm counts as both answered and missed.
  const rang = effects.flatMap((effect) => (effect.type === 'rang' ? effect.rings : []));
  const missed = effects.flatMap((effect) => (effect.type === 'missed' ? effect.alarms : []));
  for (const tab of tabs) tab.dispatch({ type: 'due', isConfirmed: true });
  const known = new Set(
    [...rang, ...missed, ...stored().ringing, ...stored().handled].map(({ key }) => key),
  );
  for (const { key, dueAt } of alarms) if (dueAt <= now()) expect(known).toContain(key);
  expect(missed.filter(({ key }) => answered.has(key))).toEqual([]);
});
