// Reads the bytes of a chosen file of any format. Runs in a worker, so that a large file does not stop the page.
import { backupContents } from './backup-file';
import { calendarAlarms } from './calendar-alarms';
import { calendarDays } from './calendar-days';
import { FileError, type FileContents } from './contents';
import { startOfFile, textOfFile } from './file-text';

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
  const file = new Uint8Array(bytes);
  const start = startOfFile(file);
  const isCalendar = /^BEGIN:VCALENDAR/i.test(start);
  if (as === 'daysOff' && !isCalendar) throw new FileError('noCalendar');
  if (!isCalendar && !start.startsWith('{')) throw new FileError('unknown');
  const text = textOfFile(file, encoding);
  if (as === 'daysOff') return calendarDays(text, now, zone);
  if (isCalendar) return calendarAlarms(text, now, zone);
  return backupContents(text, now);
}
