// Reads the bytes of a chosen file of any format: its text, in whichever encoding, then its contents. Runs in a worker,
// so that a large file does not stop the page.
import { backupContents } from './backup-file';
import { calendarAlarms, calendarDays } from './calendar-alarms';
import { FileError, type FileContents, type EncodingChoice } from './contents';

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

/**
 * Calendars fold long lines, perhaps within a letter, so lines are unfolded before the bytes are decoded. A JSON file
 * loses indentation only.
 */
function textOfFile(bytes: Uint8Array, chosen: string | null): string {
  const wide = chosen === null ? wideEncoding(bytes) : null;
  if (wide !== null) return new TextDecoder(wide).decode(bytes).replaceAll(/\r?\n[ \t]/g, '');
  const lines = unfolded(bytes);
  const text = decoded(lines, chosen ?? 'utf-8');
  if (text === null) throw new FileError('encoding', choicesOf(lines));
  return text;
}

/** How a file begins: its first letters are the same in UTF-8 and in all encodings of before. */
function startOfFile(bytes: Uint8Array): string {
  return new TextDecoder(wideEncoding(bytes) ?? 'utf-8').decode(bytes.subarray(0, 200)).trimStart();
}

/** UTF-16 by its mark, or by the zero bytes of its first letter. */
function wideEncoding([first = 1, second = 1]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null;
}

function unfolded(bytes: Uint8Array): Uint8Array {
  const [newline, carriageReturn, space, tab] = [10, 13, 32, 9];
  const joined = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const end = at + (bytes[at] === carriageReturn && bytes[at + 1] === newline ? 1 : 0);
    const next = bytes[end + 1];
    if (bytes[end] === newline && (next === space || next === tab)) at = end + 1;
    else joined[length++] = bytes[at] ?? 0;
  }
  return joined.subarray(0, length);
}

/** Null where the bytes are no text in this encoding, or one with control characters. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    // A download may have ended within a letter.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return encoding !== 'utf-8' && /[\u0080-\u009f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Those of several bytes come first: they fit by chance only rarely, while those of one byte nearly always fit. */
const encodings = [
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'windows-1254',
  'windows-1256',
];

function choicesOf(lines: Uint8Array): readonly EncodingChoice[] {
  return encodings.flatMap((encoding) => {
    const text = decoded(lines, encoding);
    if (text === null) return [];
    const names = text.match(/^SUMMARY.*$|"(?:label|name)": ?"[^"]*"/gm) ?? text.split(/\r?\n/);
    // The names with the most letters that the encodings differ in.
    const words = names
      .filter((name) => /[^\0-\x7F]/.test(name))
      .map((name) => name.replace(/^[^:]*: ?/, '').trim());
    return [{ encoding, sample: words.slice(0, 3).join(' · ').slice(0, 60) }];
  });
}
