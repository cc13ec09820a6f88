// Reads a chosen file of either format.
import { backupContents } from './backup-file';
import { FileError, mostItems, type FileContents } from './contents';

/** Much more than the longest lists take. */
export const mostMegabytes = 10;

/** The contents of a file as of `now`; fails with a `FileError`. `zone` is the visitor's. */
export async function fileContents(file: File, now: number, zone: string): Promise<FileContents> {
  if (file.size > mostMegabytes * 1_000_000) throw new FileError('tooLarge');
  const text = await textOf(file);
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) return limited(backupContents(text, now));
  const { calendarContents } = await import(
    /* webpackChunkName: "calendar-file" */ './calendar-file'
  );
  return limited(calendarContents(text, now, zone));
}

function limited(contents: FileContents): FileContents {
  const { alarms, timers, cities, runs } = contents;
  const items = [alarms, timers, cities, runs].reduce((sum, { length }) => sum + length, 0);
  if (items > mostItems) throw new FileError('tooMany');
  return contents;
}

async function textOf(file: File): Promise<string> {
  try {
    return (await file.text()).replace(/^\uFEFF/, '');
  } catch {
    // It was moved or deleted since it was chosen, or the browser may not read it.
    throw new FileError('closed');
  }
}
