// Valid names and passwords, with lengths counted as on the server.
import { createIntl } from 'react-intl';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadMessages } from '../../i18n/messages';
import { credentialsSchema } from './credentials-form';

let schema: ReturnType<typeof credentialsSchema>;

beforeAll(async () => {
  schema = credentialsSchema(
    createIntl({ locale: 'en', messages: await loadMessages('en', 'account') }),
  );
});

function errorOf(credentials: { username?: string; password?: string }): string | null {
  try {
    schema.validateSync({ username: 'Hana', password: 'secret', ...credentials });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a name', () => {
  test.each(['Ana', '花子さ', '  Ana  ', 'a'.repeat(64), '👩🦰e', 'e\u0301e\u0301e\u0301'])(
    'may be %j',
    (username) => {
      expect(errorOf({ username })).toBeNull();
    },
  );

  test.each(['', 'ab', '  ab  ', 'a\u200db', 'e\u0301e\u0301'])('may not be %j', (username) => {
    expect(errorOf({ username })).toBe('Use at least 3 characters.');
  });

  test('has a maximum length', () => {
    expect(errorOf({ username: 'a'.repeat(65) })).toBe('Use 64 characters or fewer.');
  });
});

describe('a password', () => {
  test.each(['secret', '  ab  ', '六文字の言葉', 'a'.repeat(512), 'あ'.repeat(170)])(
    'may be %j',
    (password) => {
      expect(errorOf({ password })).toBeNull();
    },
  );

  test.each(['', '12345', '👩👩👩👩👩'])('may not be %j', (password) => {
    expect(errorOf({ password })).toBe('Use at least 6 characters.');
  });

  test.each(['a'.repeat(513), 'あ'.repeat(171)])('ends at 512 bytes', (password) => {
    expect(errorOf({ password })).toBe('That password is too long. Use a shorter one.');
  });
});
