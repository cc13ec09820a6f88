// Links to a timer that is ready to start: `?t=1h30m&label=Tea`. Pure.
import type { Timer } from '../../api/types';

/** What a link asks for. */
export interface LinkedTimer {
  readonly totalSeconds: number;
  readonly label: string | null;
}

const longestSeconds = 86_399;
/** What the server takes. */
const labelAtMost = 100;
const duration = /^(?:(\d{1,5})h)?(?:(\d{1,5})m(?:in)?)?(?:(\d{1,5})s)?$/;

/** The timer that a page's query names; null where its duration cannot be made out, or no timer runs for that long. */
export function linkedTimer(search: string): LinkedTimer | null {
  const query = new URLSearchParams(search);
  const text = (query.get('t') ?? '').normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
  const parts = duration.exec(text);
  if (parts === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part || 0));
  const totalSeconds = hours * 3600 + minutes * 60 + seconds;
  if (totalSeconds < 1 || totalSeconds > longestSeconds) return null;
  const label = Array.from((query.get('label') ?? '').trim())
    .slice(0, labelAtMost)
    .join('')
    .trim();
  return { totalSeconds, label: label === '' ? null : label };
}

/** The address of this page that asks for a timer like this one. */
export function linkTo(
  { totalSeconds, label }: Pick<Timer, 'totalSeconds' | 'label'>,
  page: string,
): string {
  const link = new URL(page);
  link.hash = '';
  const t = [
    [Math.floor(totalSeconds / 3600), 'h'],
    [Math.floor((totalSeconds % 3600) / 60), 'm'],
    [totalSeconds % 60, 's'],
  ] as const;
  const query = new URLSearchParams({
    t: t.flatMap(([value, unit]) => (value > 0 ? `${String(value)}${unit}` : [])).join(''),
  });
  if (label !== null) query.set('label', label);
  // A space as %20, which every place that a link is pasted into understands.
  link.search = query.toString().replaceAll('+', '%20');
  return link.href;
}
