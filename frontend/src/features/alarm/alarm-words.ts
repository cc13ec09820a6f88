// The alarm page's fixed texts: features, guide.
import type { Note } from '../../components/page/notes';

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
