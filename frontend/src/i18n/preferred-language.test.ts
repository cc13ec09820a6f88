// What browsers ask for, and what the site offers them.
import { expect, test } from 'vitest';
import { languageOffers } from './language-offers';
import { languages } from './languages';
import { preferredLanguage } from './preferred-language';

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
  // Filipino is no Finnish, and neither is offered.
  [['fil', 'fi'], null],
  [[], null],
])('%j gets %s', (wanted, expected) => {
  expect(preferredLanguage(wanted)).toBe(expected);
});

test('what the site does not have is passed over', () => {
  expect(preferredLanguage(['nl', 'en'])).toBe('en');
});

test('every language offers itself in other words', () => {
  expect(Object.keys(languageOffers).sort()).toEqual(languages.map(({ code }) => code).sort());
  expect(new Set(Object.values(languageOffers).map(({ offer }) => offer)).size).toBe(13);
});
