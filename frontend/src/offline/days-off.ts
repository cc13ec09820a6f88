// The days off as this browser knows them, and when an alarm rings next because of them.
import { useStoredValue } from '../browser/stored-value';
import { rangesOf, type DayRange } from '../model/days-off';
import type { SentLists } from '../api/followed-list';
import { nextTriggerOf, type RingRule } from '../rings/next-trigger';
import { browserId } from '../identity/browser-id';
import { ownedValue, useOwner } from '../identity/owned-values';

interface StoredDaysOff {
  readonly browserId: string;
  readonly ranges: readonly DayRange[];
  /** The list that the server has, as far as this browser knows; null if none was fetched yet. */
  readonly told: readonly DayRange[] | null;
  /** Lists that were sent, until it is known that the server has them. */
  readonly sent?: SentLists<readonly DayRange[]> | undefined;
  /** Whether the server has refused the last change, so that the list is the server's again; until the visitor has read it. */
  readonly wasRefused?: boolean;
}

const none: readonly DayRange[] = [];

export const storedDaysOff = ownedValue<StoredDaysOff | null>(
  'days-off:v1',
  null,
  (stored) => {
    const {
      browserId: whose,
      ranges,
      told,
      sent,
      wasRefused,
    } = stored as Readonly<Record<string, unknown>>;
    const known = rangesOf(ranges);
    return typeof whose === 'string' && known !== null
      ? {
          browserId: whose,
          ranges: known,
          told: rangesOf(told),
          sent: sent as SentLists<readonly DayRange[]> | undefined,
          wasRefused: wasRefused === true,
        }
      : null;
  },
  { onRenew: 'carry', onLeave: 'drop' },
);

/** The list of this browser's id; null if it is not known yet. */
export function ownDaysOff(): StoredDaysOff | null {
  const stored = storedDaysOff.read();
  return stored?.browserId === browserId() ? stored : null;
}

export function daysOff(): readonly DayRange[] {
  return ownDaysOff()?.ranges ?? none;
}

/** The days off, updated in all tabs; none in prerendered pages. */
export function useDaysOff(): readonly DayRange[] {
  const stored = useStoredValue(storedDaysOff, null);
  const own = useOwner();
  return stored?.browserId === own ? stored.ranges : none;
}

/** Whether the last change was refused, updated in all tabs. */
export function useDaysOffRefusal(): boolean {
  const stored = useStoredValue(storedDaysOff, null);
  const own = useOwner();
  return stored?.browserId === own && stored.wasRefused === true;
}

export function hasDaysOff(): boolean {
  return storedDaysOff.read() !== null;
}

/** Whether the list has changes that the server does not have, or may not have. */
export function hasUnsentDaysOff(): boolean {
  const stored = ownDaysOff();
  if (stored === null) return false;
  return stored.sent !== undefined || !isSameList(stored.ranges, stored.told ?? none);
}

export function isSameList(one: readonly DayRange[], other: readonly DayRange[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The next ring of an alarm that is not on a day off. */
export function nextTriggerHere(rule: RingRule, after: number): number | null {
  return nextTriggerOf(rule, after, daysOff());
}
