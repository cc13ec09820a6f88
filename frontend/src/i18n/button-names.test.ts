// A button that says its words and, to screen readers, whose it is: who presses it by voice says the words they see.
import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { languageCodes, type LanguageCode } from './languages';
import type { MessageId } from './messages';
import en from './messages/en.json';

/** Named for what it is of, not for what is on a button. */
const noButtons: readonly MessageId[] = ['stopwatch.lapName'];

/** The words on a button, and its accessible name: `alarm.edit` and `alarm.editName`. */
const pairs: readonly (readonly [seen: MessageId, name: MessageId])[] = [
  ...namesInEnglish(),
  ['toast.undo', 'alarm.unskipName'],
  ['account.signOut', 'account.signOutBrowser'],
];

test('buttons with names of their own are found by their ids', () => {
  expect(pairs).toContainEqual(['alarm.skip', 'alarm.skipName']);
});

test.each(languageCodes)('%s names a button by the words that are seen on it', (code) => {
  const intl = createIntl({ locale: code, messages: messagesOf(code), onError: raise });
  const differing = pairs.flatMap(([seen, name]) =>
    [1, 10]
      .map((minutes) => ({ minutes, name: 'Tea' }))
      .map((values) => [
        bare(intl.formatMessage({ id: seen }, values)),
        bare(intl.formatMessage({ id: name }, values)),
      ])
      .filter(([words = '', whole = '']) => !whole.includes(words))
      .map(() => name),
  );
  expect(differing).toEqual([]);
});

function namesInEnglish(): (readonly [MessageId, MessageId])[] {
  const ids = Object.keys(en) as MessageId[];
  const names = ids.filter((id) => id.endsWith('Name') && !noButtons.includes(id));
  return names.flatMap((name) =>
    ids.filter((id) => `${id}Name` === name).map((seen) => [seen, name] as const),
  );
}

/** Words as they are said: without a sign at either end, in small letters, with a space for each kind of space. */
function bare(text: string): string {
  return text
    .replaceAll(/\s/g, ' ')
    .replaceAll(/^\+|\s?…$/g, '')
    .toLocaleLowerCase();
}

function messagesOf(code: LanguageCode): Record<string, string> {
  const file = readFileSync(`src/i18n/messages/${code}.json`, 'utf8');
  return JSON.parse(file) as Record<string, string>;
}

function raise(failure: Error): never {
  throw failure;
}
