// Two devices change the same alarms offline, in any order and with lost responses: both end with the same rows.
import { expect, test } from 'vitest';
import { randomOf } from '../testing/random';
import { anAlarm } from '../testing/rows';
import { movedOn, planOf, type Intent } from './outbox-merge';
import type { Fields, Row } from '../model/types';

const now = Date.parse('2026-11-20T00:00:00Z');
const before = { ...anAlarm() } as unknown as Row;

function intent(changes: Partial<Intent>): Intent {
  return {
    browserId: 'b',
    list: 'alarms',
    id: 1,
    kind: 'change',
    key: 'k',
    base: before,
    changes: {},
    revision: 1,
    ...changes,
  };
}

function sent(change: Partial<Intent>, server: object | null): unknown {
  const row = server === null ? null : ({ ...before, ...server } as Row);
  const plan = planOf(intent(change), row, now);
  return 'fields' in plan ? plan.fields : plan.send;
}

test.each<[string, Fields, Fields, unknown]>([
  ['only what was changed is sent', { label: 'Tea' }, {}, { label: 'Tea' }],
  ['an equal value is not sent', { label: 'Tea' }, { label: 'Tea' }, 'nothing'],
  [
    'a change of another field on the server stays',
    { label: 'Tea' },
    { time: '09:00' },
    { label: 'Tea' },
  ],
  ['the change that arrives later wins', { label: 'Tea' }, { label: 'Rice' }, { label: 'Tea' }],
  // A dialog sends all of its fields.
  [
    'an unchanged field keeps the value of the server',
    { ...before, label: 'Tea' },
    { time: '9:00' },
    { label: 'Tea' },
  ],
  [
    'unchanged here, changed on the server',
    { ...before },
    { time: '9:00', label: 'Rice' },
    'nothing',
  ],
  ['off here, unchanged on the server', { enabled: 0 }, {}, { enabled: 0 }],
])('%s', (_, changes, server, expected) => {
  expect(sent({ changes }, server)).toEqual(expected);
});

test('on wins over off, whichever side switched', () => {
  const off = { ...before, enabled: 0 } as Row;
  expect(sent({ base: off, changes: { enabled: 1 } }, { enabled: 0 })).toEqual({ enabled: 1 });
  // Switched on and off again here, and on elsewhere: it rings.
  expect(sent({ base: off, changes: { enabled: 0 } }, { enabled: 1 })).toBe('nothing');
});

test('only an edit prevents a deletion', () => {
  const deletion = { kind: 'delete' as const };
  expect(sent(deletion, {})).toBe('deletion');
  expect(sent(deletion, { nextTrigger: '2026-12-01T00:00:00Z' })).toBe('deletion');
  expect(sent(deletion, { enabled: 0 })).toBe('deletion');
  expect(sent(deletion, { time: '09:00' })).toBe('nothing');
  // The list may be older than the row.
  expect(sent(deletion, null)).toBe('deletion');
  const off = { ...before, enabled: 0 } as Row;
  expect(sent({ ...deletion, base: off }, { enabled: 1 })).toBe('nothing');
});

test('an edit creates a row again that was deleted elsewhere, with all fields that a newer server sent', () => {
  const base = { ...before, ringFor: 15 } as Row;
  expect(sent({ base, changes: { label: 'Tea' } }, null)).toMatchObject({
    time: '07:00',
    label: 'Tea',
    ringFor: 15,
  });
});

test('a one-time alarm that rang here is not armed for the next day', () => {
  const nextTrigger = '2026-11-19T22:00:00Z';
  const changes: Fields = { repeat: 'once', nextTrigger, enabled: 1 };
  expect(sent({ changes }, {})).toMatchObject({ repeat: 'once', enabled: 0 });
  expect(
    sent({ kind: 'create', base: null, changes: { ...before, ...changes } }, null),
  ).toMatchObject({ enabled: 0 });
});

class Server {
  rows = new Map<number, Row>();
  keys = new Map<string, number>();
  next = 100;

  carryOut(one: Intent, at: number): void {
    const plan = planOf(one, this.rows.get(one.id) ?? null, at);
    if (plan.send === 'deletion') this.rows.delete(one.id);
    if (plan.send === 'change') {
      const row = this.rows.get(one.id);
      if (row !== undefined) this.rows.set(one.id, { ...row, ...plan.fields });
    }
    if (plan.send === 'new' && !this.keys.has(one.key)) {
      const id = (this.next += 1);
      this.keys.set(one.key, id);
      this.rows.set(id, { ...plan.fields, id });
    }
  }
}

test('200 random scripts: no repeated request creates a second row, and no alarm that is on is lost', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { next: random, below: pick } = randomOf(seed);
    const server = new Server();
    for (let id = 1; id <= 4; id += 1) {
      server.rows.set(id, {
        ...before,
        id,
        enabled: pick(2) === 1 ? 1 : 0,
        label: `row ${String(id)}`,
      });
    }
    const bases = new Map(server.rows);
    const intents: Intent[] = [];
    const wanted = new Set<string>();
    for (const device of ['a', 'b']) {
      for (let id = 1; id <= 4; id += 1) {
        const base = bases.get(id) ?? null;
        const [kind, changes] = [
          ['change', { enabled: 1 }],
          ['change', { enabled: 0 }],
          ['change', { time: `0${String(pick(9))}:00` }],
          ['delete', {}],
        ][pick(4)] as ['change' | 'delete', object];
        intents.push(intent({ id, kind, base, key: device + String(id), changes: { ...changes } }));
        const turnsOn = 'enabled' in changes && changes.enabled === 1 && base?.enabled === 0;
        if (turnsOn) wanted.add(String(base.label));
      }
      const key = `new ${device}`;
      const row = { ...before, id: -1, label: key, nextTrigger: '2026-12-01T00:00:00Z' };
      intents.push(intent({ id: -1, kind: 'create', base: null, key, changes: row }));
      wanted.add(key);
    }
    // Each request arrives up to three times in any order, because responses get lost.
    const arrivals = intents
      .flatMap((one) => Array.from({ length: 1 + pick(3) }, () => ({ one, at: random() })))
      .sort((one, other) => one.at - other.at);
    for (const { one } of arrivals) server.carryOut(one, now);
    const rows = [...server.rows.values()];
    const labels = rows.map(({ label }) => label);
    expect(new Set(labels).size, `seed ${String(seed)}`).toBe(labels.length);
    for (const label of wanted) {
      const row = rows.find((found) => found.label === label);
      expect(row?.enabled, `seed ${String(seed)}: ${label}`).toBe(1);
    }
  }
});

test('rows advance with time while the server is away', () => {
  const due = { ...before, nextTrigger: '2026-11-19T22:00:00Z' } as Row;
  expect(movedOn(due, now)).toMatchObject({ enabled: 1, nextTrigger: '2026-11-20T22:00:00.000Z' });
  expect(movedOn({ ...due, repeat: 'once' }, now)).toMatchObject({ enabled: 0 });
  const over = { id: 1, endsAt: '2026-11-19T22:00:00Z', enabled: 1, remainingMs: 5 };
  expect(movedOn(over, now)).toMatchObject({ endsAt: null, enabled: 0, remainingMs: 0 });
});
