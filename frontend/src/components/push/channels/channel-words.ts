// What the dialog says of a channel: its name, its facts, and why a message was not accepted.
import type { IntlShape } from 'react-intl';
import type { Channel } from '../../../push/channels';
import { ProblemError } from '../../../api/problem-error';
import type { Kind } from '../../../model/types';
import type { MessageId } from '../../../i18n/messages';

/** What the owner calls it, or else the topic with its server. The path of a webhook may be a secret. */
export function channelName({ name, kind, url }: Channel): string {
  if (name !== null) return name;
  const { host, pathname } = new URL(url);
  return kind === 'ntfy' ? host + pathname : host;
}

export function protocolText({ formatMessage }: IntlShape, kind: Channel['kind']): string {
  return kind === 'ntfy' ? 'ntfy' : formatMessage({ id: 'channels.webhook' });
}

/** Whose rings it gets. */
export const kindTexts = {
  both: 'channels.bothKinds',
  alarm: 'channels.alarmsOnly',
  timer: 'channels.timersOnly',
} as const satisfies Record<'both' | Kind, MessageId>;

export function kindsChoice(kinds: readonly Kind[]): keyof typeof kindTexts {
  return kinds.length === 1 ? (kinds[0] ?? 'both') : 'both';
}

/** Why a message was not accepted, from `lastError`, and what to check. */
export function errorText({ formatMessage }: IntlShape, error: string): string {
  if (error === 'unreachable') return formatMessage({ id: 'channels.unreachable' });
  if (error === 'private-address') return formatMessage({ id: 'channels.privateAddress' });
  if (error === 'unsendable') return formatMessage({ id: 'channels.unsendable' });
  if (error === 'off') return formatMessage({ id: 'channels.off' });
  if (error === '401' || error === '403')
    return formatMessage({ id: 'channels.accessRefused' }, { status: error });
  if (error === '404' || error === '410')
    return formatMessage({ id: 'channels.notFound' }, { status: error });
  return formatMessage({ id: 'channels.notAccepted' }, { status: error });
}

/** Why a channel could not be saved, if no field is the cause. */
export function saveFailureText({ formatMessage }: IntlShape, failure: unknown): string {
  const status = failure instanceof ProblemError ? failure.status : null;
  if (status === 401) return formatMessage({ id: 'channels.signedOut' });
  if (status === 403) return formatMessage({ id: 'channels.off' });
  if (status === 404) return formatMessage({ id: 'channels.gone' });
  if (status === 409) return formatMessage({ id: 'list.full' });
  if (status === 429) return formatMessage({ id: 'channels.tooMany' });
  return formatMessage({ id: 'push.changeFailed' });
}
