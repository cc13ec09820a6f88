// Reads the bytes of a chosen file of any format. Runs in a worker, so that a large file does not stop the page.
import { backupContents } from './backup-file';
import { calendarAlarms } from './calendar-alarms';
import { calendarDays } from './calendar-days';
import { FileError, mostItems, type FileContents } from './contents';
import { textOfFile } from './file-text';

export interface FileToRead {
  readonly bytes: ArrayBuffer;
  /** What is read from a calendar; a file of our own is only read for alarms. */
  readonly as: 'alarms' | 'daysOff';
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** The visitor's zone. */
  readonly zone: string;
  /** The encoding that the visitor has chosen; null for UTF-8 or UTF-16. */
  readonly encoding: string | null;
}

export type FileAnswer =
  { readonly contents: FileContents } | Pick<FileError, 'fault' | 'encodings'>;

/** The contents of a file, or what is wrong with it. */
export function answerFor(file: FileToRead): FileAnswer {
  try {
    return { contents: contentsOf(file) };
  } catch (failure) {
    if (!(failure instanceof FileError)) throw failure;
    const { fault, encodings } = failure;
    return { fault, encodings };
  }
}

function contentsOf({ bytes, as, now, zone, encoding }: FileToRead): FileContents {
  const text = textOfFile(new Uint8Array(bytes), encoding);
  const isCalendar = /^\s*BEGIN:VCALENDAR/i.test(text);
  if (as === 'daysOff') {
    if (!isCalendar) throw new FileError('calendar');
    return calendarDays(text, now, zone);
  }
  if (isCalendar) return calendarAlarms(text, now, zone);
  const contents = backupContents(text, now);
  const { alarms, timers, cities, runs, daysOff } = contents;
  const items = [alarms, timers, cities, runs, daysOff].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  if (items > mostItems) throw new FileError('tooMany');
  return contents;
}
