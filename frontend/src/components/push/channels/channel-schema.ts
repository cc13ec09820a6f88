// Validation of a channel's form, with the server's rules but for the hosts that its operator allows.
import type { IntlShape } from 'react-intl';
import { object, string, type InferType } from 'yup';
import type { Channel } from '../../../push/channels';
import { labelRule } from '../../forms/label-rule';

const topicPath = /^\/[\w-]{1,64}$/;
const longestUrl = 1_024;
const token = /^[!-~]{1,200}$/;
const secretBytes = { min: 24, max: 64 } as const;

/** The rules, with messages in the reader's language. */
export function channelSchema(intl: IntlShape, kind: Channel['kind']) {
  const { formatMessage } = intl;
  const isNtfy = kind === 'ntfy';
  const invalidUrl = formatMessage({
    id: isNtfy ? 'channels.topicInvalid' : 'channels.urlInvalid',
  });
  return object({
    url: string()
      .trim()
      .default('')
      .test('an address', invalidUrl, (text) => isAddress(text, isNtfy)),
    secret: string()
      .trim()
      .default('')
      .test(
        'a secret',
        formatMessage({ id: isNtfy ? 'channels.tokenInvalid' : 'channels.secretInvalid' }),
        (text) => text === '' || (isNtfy ? token.test(text) : isSecret(text)),
      ),
    name: labelRule(intl),
    when: string<Channel['when']>().oneOf(['always', 'unheard']).required(),
    kinds: string<'both' | 'alarm' | 'timer'>().oneOf(['both', 'alarm', 'timer']).required(),
  });
}

export type ChannelFields = InferType<ReturnType<typeof channelSchema>>;

/** The parsed address; null if the text is none. */
export function addressOf(text: string): URL | null {
  try {
    return new URL(text.trim());
  } catch {
    return null;
  }
}

function isAddress(text: string, isTopic: boolean): boolean {
  const address = addressOf(text);
  if (address === null) return false;
  const { protocol, username, password, hash, pathname, search, href } = address;
  const isPlain = username === '' && password === '' && hash === '' && href.length <= longestUrl;
  if (!isPlain || !['https:', 'http:'].includes(protocol)) return false;
  return !isTopic || (topicPath.test(pathname) && search === '');
}

/** `whsec_` and the bytes in base64, as Standard Webhooks writes secrets. */
function isSecret(text: string): boolean {
  if (!text.startsWith('whsec_')) return false;
  try {
    const { length } = atob(text.slice('whsec_'.length));
    return length >= secretBytes.min && length <= secretBytes.max;
  } catch {
    return false;
  }
}
