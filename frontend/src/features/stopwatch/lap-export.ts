// Laps as text for the clipboard and as CSV (RFC 4180).
import type { Lap } from '../../stopwatch/stopwatch';
import { stopwatchText } from '../../i18n/stopwatch-text';

export interface LapColumns {
  readonly lap: string;
  readonly lapTime: string;
  readonly total: string;
}

/** In columns parted by tabs, which every spreadsheet takes; oldest lap first. */
export function lapsAsText(laps: readonly Lap[], columns: LapColumns): string {
  return [[columns.lap, columns.lapTime, columns.total], ...laps.map(shownRow)]
    .map((row) => row.join('\t'))
    .join('\n');
}

/** Times as shown and in milliseconds, oldest lap first; the mark in front tells spreadsheets that it is UTF-8. */
export function lapsAsCsv(
  laps: readonly Lap[],
  columns: LapColumns,
  inMilliseconds: LapColumns,
): string {
  const head = [
    columns.lap,
    columns.lapTime,
    columns.total,
    inMilliseconds.lapTime,
    inMilliseconds.total,
  ];
  const rows = laps.map((lap) => [...shownRow(lap), String(lap.lapTime), String(lap.totalTime)]);
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
}

function shownRow({ number, lapTime, totalTime }: Lap): string[] {
  return [String(number), stopwatchText(lapTime), stopwatchText(totalTime)];
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
