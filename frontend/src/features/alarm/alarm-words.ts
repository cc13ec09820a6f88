// The alarm page's fixed texts: days, features, guide.
import type { Repeat } from '../../api/types';
import type { Note } from '../../components/page/notes';
import type { MessageId } from '../../i18n/messages';

export const repeatNames: Record<Repeat, MessageId> = {
  daily: 'alarm.daily',
  weekday: 'alarm.weekday',
  weekend: 'alarm.weekend',
  days: 'alarm.days',
  once: 'alarm.once',
};

export const alarmFeatures: readonly Note[] = [
  { title: 'alarm.exactTitle', text: 'alarm.exactText' },
  { title: 'alarm.rhythmTitle', text: 'alarm.rhythmText' },
  { title: 'alarm.snoozeTitle', text: 'alarm.snoozeText' },
];

export const alarmGuide: readonly Note[] = [
  { title: 'alarm.guideAddTitle', text: 'alarm.guideAddText' },
  { title: 'alarm.guideEditTitle', text: 'alarm.guideEditText' },
  { title: 'alarm.guideToggleTitle', text: 'alarm.guideToggleText' },
];
