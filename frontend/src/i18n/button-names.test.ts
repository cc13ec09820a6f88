// Accessible names of buttons contain the visible text, because users of voice control say what they see.
import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { languageCodes, type LanguageCode } from './languages';
import type { MessageId } from './messages';
import en from './messages/en.json';

/** Texts whose id ends with `Name`, but which are not names of buttons. */
const noButtons: readonly MessageId[] = ['stopwatch.lapName'];

/** The text of a button, and its accessible name: `alarm.edit` and `alarm.editName`. */
const pairs: readonly (readonly [seen: MessageId, name: MessageId])[] = [
  ...namesInEnglish(),
  ['toast.undo', 'alarm.unskipName'],
  ['account.signOutThere', 'account.signOutBrowser'],
];

test('buttons with accessible names are found by their ids', () => {
  expect(pairs).toContainEqual(['alarm.skip', 'alarm.skipName']);
});

test.each(languageCodes)(
  'in %s the accessible name of a button contains its visible text',
  (code) => {
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
  },
);

function namesInEnglish(): (readonly [MessageId, MessageId])[] {
  const ids = Object.keys(en) as MessageId[];
  const names = ids.filter((id) => id.endsWith('Name') && !noButtons.includes(id));
  return names.flatMap((name) =>
    ids.filter((id) => `${id}Name` === name).map((seen) => [seen, name] as const),
  );
}

/** Normalised: without punctuation at both ends, in lower case, with plain spaces. */
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
