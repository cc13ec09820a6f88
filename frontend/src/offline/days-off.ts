// The days off of this browser, and when an alarm rings next because of them.
import { joined, rangesOf, type DayRange } from '../model/days-off';
import { nextTriggerOf, type RingRule } from '../rings/next-trigger';
import { syncedList } from './synced-list';

export const daysOffList = syncedList('days-off:v2', rangesOf);

export const { items: daysOff, useItems: useDaysOff, useRefusal: useDaysOffRefusal } = daysOffList;

/** Replaces the list here, which changes when the alarms ring. It is sent soon. */
export function changeDaysOff(ranges: readonly DayRange[]): void {
  daysOffList.change(joined(ranges));
}

/** The next ring of an alarm that is not on a day off. */
export function nextTriggerHere(rule: RingRule, after: number): number | null {
  return nextTriggerOf(rule, after, daysOff());
}
