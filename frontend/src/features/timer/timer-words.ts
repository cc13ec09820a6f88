// The timer page's fixed texts, and what a timer is called.
import type { IntlShape } from 'react-intl';
import type { Timer } from '../../model/types';
import type { Note } from '../../components/page/notes';
import { lengthInPhrase } from '../../i18n/duration-text';

/** The default presets in minutes. */
export const presetMinutes = [1, 3, 5, 10, 15, 30] as const;

export const timerFeatures: readonly Note[] = [
  { title: 'timer.tapTitle', text: 'timer.tapText' },
  { title: 'timer.manyTitle', text: 'timer.manyText' },
  { title: 'timer.exactTitle', text: 'timer.exactText' },
];

export const timerGuide: readonly Note[] = [
  { title: 'timer.guideCreateTitle', text: 'timer.guideCreateText' },
  { title: 'timer.guideToggleTitle', text: 'timer.guideToggleText' },
];

/** A timer's label, or its length in words. */
export function timerName(intl: IntlShape, timer: Timer): string {
  return (
    timer.label ??
    intl.formatMessage(
      { id: 'timer.unnamed' },
      { length: lengthInPhrase(intl, timer.totalSeconds) },
    )
  );
}
