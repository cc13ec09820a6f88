// The languages that browsers request, and those that the site offers them.
import { expect, test } from 'vitest';
import { languageOffers } from '../app/language-offer-line';
import { languages, preferredLanguage } from './languages';

test.each([
  [['en-GB'], 'en'],
  [['zh-Hant-TW', 'en'], 'zh'],
  [['zh-CN'], 'zh'],
  [['pt-BR'], 'pt'],
  [['in-ID'], 'id'],
  [['id'], 'id'],
  [['es-419', 'en-US'], 'es'],
  [['JA'], 'ja'],
  [['nl', 'sv', 'de-CH', 'en'], 'de'],
  [['nl', 'sv'], null],
  // Filipino is not Finnish, and the site has neither.
  [['fil', 'fi'], null],
  [[], null],
])('for %j the site offers %s', (wanted, expected) => {
  expect(preferredLanguage(wanted)).toBe(expected);
});

test('languages that the site does not have are skipped', () => {
  expect(preferredLanguage(['nl', 'en'])).toBe('en');
});

test('the offer is written differently in each language', () => {
  expect(Object.keys(languageOffers).sort()).toEqual(languages.map(({ code }) => code).sort());
  expect(new Set(Object.values(languageOffers).map(({ offer }) => offer)).size).toBe(13);
});
