// What a key press costs the reader: `npx vitest bench --run --project node src/testing`. Each run reads every beginning of a phrase, as when it
// is typed.
import { bench, describe } from 'vitest';
import { readerIn } from './typed-reader';

const clock = { hour12: true, now: 19 * 60 + 24, today: '2026-11-23' };

const phrases = {
  en: 'call room 204 every second monday at quarter past 7',
  ja: '毎月第1月曜の朝7時半 ごみ出し',
  de: 'jeden Montag 6:45 Uhr Sport im Verein',
} as const;

describe.each(Object.entries(phrases))('%s: %s', async (language, phrase) => {
  const reader = await readerIn(language as keyof typeof phrases);
  const texts = Array.from({ length: phrase.length }, (_, end) => phrase.slice(0, end + 1));
  bench(`${texts.length} keys`, () => {
    for (const text of texts) reader.alarm(text, clock);
  });
});
