// A calendar's text without the lines that the library cannot read: it would refuse all of the file for one of them.
import ICAL from 'ical.js';

/** Without one of these, when an event rings would be a guess. */
const tellsWhen = /^(?:DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRIGGER)[;:]/i;
const isStart = /^DTSTART[;:]/i;

/** An event that lacks a line of when it rings loses its beginning, too, so that it is named as one that cannot be read. */
export function readableText(text: string): string {
  const kept: string[] = [];
  let event = 0;
  let isGuess = false;
  // A line goes on where the next one begins with a space.
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
