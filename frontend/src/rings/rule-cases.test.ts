// The next rings of recurrence rules with days off, in the table that the server's tests use, too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DayRange } from '../model/days-off';
import { nextTriggerOf } from './next-trigger';

interface Case {
  readonly rule: string;
  readonly from: string;
  readonly time: string;
  readonly timezone: string;
  readonly daysOff: readonly Pick<DayRange, 'from' | 'to'>[];
  readonly after: string;
  readonly next: readonly string[];
}

const file = join(import.meta.dirname, '../../../crates/domain/tests/rule-cases.json');
const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly Case[];

test(`all ${cases.length} cases of the server's table`, () => {
  expect(cases.length).toBeGreaterThan(100);
  for (const one of cases) {
    const { daysOff, after, next, ...rule } = one;
    const ranges = daysOff.map((range) => ({ ...range, label: '' }));
    const rings: string[] = [];
    let ring: number | null = Date.parse(after);
    while (rings.length < next.length) {
      ring = nextTriggerOf({ ...rule, repeat: 'rule' }, ring, ranges);
      if (ring === null) break;
      rings.push(new Date(ring).toISOString().replace('.000Z', 'Z'));
    }
    expect(rings, JSON.stringify(one)).toEqual(next);
  }
});
