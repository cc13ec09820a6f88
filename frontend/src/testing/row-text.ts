// Rows that a line makes, in the notation of the corpora: `07:30 mon,wed "gym"`, `240 "tea"`.
import type { TypedAlarm, TypedTimer } from '../typed/reader';

export function alarmText({ time, rule, name }: TypedAlarm): string {
  const days = rule?.repeat === 'days' ? rule.days.join() : rule?.repeat;
  const when = rule?.rule === undefined ? (rule?.date ?? days) : `${rule.rule} from ${rule.from}`;
  return [time, when, quoted(name)].filter(Boolean).join(' ');
}

export function timerText({ seconds, name }: TypedTimer): string {
  return [String(seconds), quoted(name)].filter(Boolean).join(' ');
}

function quoted(name: string): string {
  return name === '' ? '' : `"${name}"`;
}
