// Removes lines from a calendar that the library cannot parse, because it would refuse the whole file.
import ICAL from 'ical.js';

/** Without one of these, the time of an event would be a guess. */
const tellsWhen = /^(?:DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRIGGER)[;:]/i;
const isStart = /^DTSTART[;:]/i;

/**
 * If a line about an event's time is removed, its beginning is removed, too, so that the event is listed as unreadable.
 */
export function readableText(text: string): string {
  const kept: string[] = [];
  let event = 0;
  let isGuess = false;
  // A line continues if the next one begins with a space.
  for (const line of text.split(/\r?\n(?![ \t])/)) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) {
      event = kept.length;
      isGuess = false;
    }
    if (isReadable(line)) kept.push(line);
    else isGuess ||= tellsWhen.test(line);
    if (isGuess && /^END:VEVENT\s*$/i.test(line)) {
      kept.push(...kept.splice(event).filter((one) => !isStart.test(one)));
    }
  }
  return kept.join('\r\n');
}

function isReadable(line: string): boolean {
  if (/^(?:BEGIN|END):/i.test(line)) return true;
  try {
    ICAL.parse(`BEGIN:VEVENT\r\n${line}\r\nEND:VEVENT`);
    return true;
  } catch {
    return false;
  }
}
