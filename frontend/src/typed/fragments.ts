// What is left of a Chinese or Japanese text beside its time, and is rather a part of it than a name: 版 of 7時版, 上无 of
// 上无9点, 前 of 7時前に. These scripts have no spaces, so that the place of a character says what it belongs to. Pure.
import type { FoldedText, Span } from './text';

/** Behind them something new begins. */
const particles = /(?:には|から|[にはで])$/;
/** A number behind a name belongs to what follows it. */
const numerals = '〇零一二三四五六七八九十两兩';
/** A noun of one character has one behind it. */
const particleAt = /[にはでをとの]/y;
/** Behind a short word that is none for a time. */
const joints = /[にはでともがのへ]$/;
const longestFragment = 3;
/** With two characters of words of time. */
const longestOfLetters = 6;
const longestBetween = 2;

export interface Surroundings {
  /** Characters that words of time are made of. */
  readonly letters: ReadonlySet<string>;
  /** What was understood. */
  readonly parts: readonly Span[];
  /** Whether there is a name elsewhere. */
  readonly hasOther: boolean;
  /** In front of a length nothing belongs to it. */
  readonly isTimer: boolean;
  /** Words that only look like a time. */
  readonly names: readonly Span[];
}

/** In a span that is left. */
export function fragmentsIn(typed: FoldedText, span: Span, around: Surroundings): readonly Span[] {
  if (around.letters.size === 0) return [];
  return runsIn(typed, span).flatMap((run) => fragmentsOf(typed, run, around));
}

function fragmentsOf(
  { text }: FoldedText,
  run: Span,
  { letters, parts, names, hasOther, isTimer }: Surroundings,
): readonly Span[] {
  const { start, end } = run;
  const isNamed = (at: number) => names.some((name) => name.start <= at && at < name.end);
  const isLetter = (at: number) => letters.has(text[at] ?? '') && !isNamed(at);
  const places = Array.from({ length: end - start }, (_, index) => start + index);
  const letterCount = places.filter(isLetter).length;
  if (letterCount === end - start) return [run];
  const isNumeral = (at: number) => numerals.includes(text[at] ?? '') && !isNamed(at);
  const isBehind =
    parts.some((part) => part.end === start) && !particles.test(text.slice(0, start));
  const isBefore =
    parts.some((part) => part.start === end) && !(isTimer && /\d/.test(text[end] ?? ''));
  const isNear = parts.some((part) => part.end === start - 1 || part.start === end + 1);
  if (letterCount > 1 && end - start <= longestOfLetters && (isBehind || isBefore || isNear))
    return [run];
  if (!isBehind && !isBefore) return [];
  if (end - start === 1) return isNamed(start) ? [] : [run];
  const isShort = isBefore && (isBehind || hasOther) && end - start <= longestBetween;
  if (isShort && !places.some(isNamed) && !joints.test(text.slice(start, end))) return [run];
  if (letterCount > 0 && end - start <= longestFragment) return [run];
  const found: Span[] = [];
  particleAt.lastIndex = start + 1;
  const isNoun = !isHiragana(text[start] ?? '') && particleAt.test(text);
  if (isBehind && (isLetter(start) || (isNoun && !isNamed(start))))
    found.push({ start, end: start + 1 });
  const next = places.find((at) => !isNumeral(at)) ?? start;
  if (isBehind && next > start && isLetter(next)) found.push({ start, end: next + 1 });
  if (isBefore && (isLetter(end - 1) || isNumeral(end - 1))) found.push({ start: end - 1, end });
  return found;
}

function isHiragana(character: string): boolean {
  return /\p{Script=Hiragana}/u.test(character);
}

/** Characters that follow each other without a space. */
function runsIn({ classes }: FoldedText, span: Span): readonly Span[] {
  const runs: Span[] = [];
  for (let at = span.start; at < span.end; at++) {
    if (classes[at] !== 'cjk') continue;
    const last = runs.at(-1);
    if (last?.end === at) runs[runs.length - 1] = { start: last.start, end: at + 1 };
    else runs.push({ start: at, end: at + 1 });
  }
  return runs;
}
