// Sentences with a count have the form of the number that is shown, in languages whose forms differ.
import { expect, test } from 'vitest';
import { intlIn } from '../testing/typed-reader';
import type { LanguageCode } from './languages';
import type { MessageId } from './messages';

test.each<[LanguageCode, MessageId, Record<number, string>]>([
  ['de', 'ringing.others', { 1: 'Außerdem klingelt', 2: 'Außerdem klingeln' }],
  ['fr', 'ringing.others', { 1: 'Sonne aussi', 2: 'Sonnent aussi' }],
  ['es', 'ringing.others', { 1: 'También suena', 2: 'También suenan' }],
  ['ru', 'ringing.others', { 1: 'Также звонит', 2: 'Также звонят', 5: 'Также звонят' }],
  ['tr', 'ringing.others', { 1: 'Bu da çalıyor', 2: 'Bunlar da çalıyor' }],
  ['hi', 'ringing.others', { 1: 'यह भी बज रहा है', 2: 'ये भी बज रहे हैं' }],
  ['ar', 'ringing.others', { 1: 'يرن أيضًا', 2: 'يرنان أيضًا', 3: 'ترن أيضًا' }],
  [
    'ru',
    'clocks.found',
    { 0: 'Города не найдены', 1: 'Найден 1 город', 3: 'Найдено 3 города', 21: 'Найден 21 город' },
  ],
  [
    'ar',
    'stopwatch.runLaps',
    { 0: 'بلا لفات', 1: 'لفة واحدة', 2: 'لفتان', 3: '3 لفات', 11: '11 لفة', 100: '100 لفة' },
  ],
  ['fr', 'daysOff.count', { 0: '0 jour', 1: '1 jour', 2: '2 jours' }],
  ['pt', 'daysOff.count', { 1: '1 dia', 2: '2 dias' }],
  ['en', 'daysOff.imported', { 1: '1 entry added from a.ics', 2: '2 entries added from a.ics' }],
])('%s, %s', (language, id, texts) => {
  const intl = intlIn(language);
  const written = Object.keys(texts).map((key): [string, string] => {
    const count = Number(key);
    return [key, intl.formatMessage({ id }, { count, days: count, file: 'a.ics' })];
  });
  expect(Object.fromEntries(written)).toEqual(texts);
});
