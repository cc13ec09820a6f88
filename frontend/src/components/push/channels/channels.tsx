// Where else the account's rings are sent, and what is needed for it: the list of channels, and their names in words.
import { useEffect, useRef, useState } from 'react';
import { useIntl, FormattedMessage, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint, ItemTitle } from '../../page/texts';
import {
  type Channel,
  askForChannelsAgain,
  mostChannels,
  useChannels,
  removeChannel,
  testChannel,
  type TestOutcome,
} from '../../../push/channels';
import type { preloadOnHoverOrFocus } from '../../../loading/load-code';
import { color, size, space } from '../../../styles/theme';
import { Button } from '../../forms/button';
import { Skeleton } from '../../lists/skeleton';
import { dateTimeText, useHourOptions } from '../../../i18n/date-text';
import type { ToastContent } from '../../dialogs/toast-region';
import { useToasts } from '../../dialogs/toasts';
import { Facts, Failing, NamedRows, RowActions, WrappingRow } from '../../lists/named-rows';
import { ProblemError } from '../../../api/problem-error';
import type { Kind } from '../../../model/types';
import type { MessageId } from '../../../i18n/messages';

interface ChannelsProps {
  /** The form that was closed, of a channel or of a new one; the focus returns to its button. */
  readonly backFrom: { readonly channel: Channel | undefined } | null;
  /** Event handlers that prefetch the form's code. */
  readonly formReach: ReturnType<typeof preloadOnHoverOrFocus>;
  readonly onForm: (channel: Channel | undefined) => void;
}

export function Channels({ backFrom, formReach, onForm }: ChannelsProps) {
  const { formatMessage } = useIntl();
  const { channels, error } = useChannels();
  const add = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (backFrom !== null && backFrom.channel === undefined) add.current?.focus();
  }, [backFrom]);

  return (
    <Part>
      <ItemTitle>{formatMessage({ id: 'channels.title' })}</ItemTitle>
      {channels === null ? (
        <SmallPrint>{formatMessage({ id: 'channels.needsAccount' })}</SmallPrint>
      ) : (
        <>
          <SmallPrint>{formatMessage({ id: 'channels.intro' })}</SmallPrint>
          {channels !== undefined && channels.length > 0 && (
            <div {...formReach}>
              <ChannelList
                channels={channels}
                backFrom={backFrom?.channel?.id ?? null}
                onEdit={onForm}
              />
            </div>
          )}
          {channels === undefined && error === undefined && (
            <Skeleton $width="100%" $height={size.touch} />
          )}
          {channels === undefined && error !== undefined && (
            <LoadFailed onRetry={askForChannelsAgain} />
          )}
          {channels !== undefined &&
            (channels.length < mostChannels ? (
              <div>
                <Button
                  ref={add}
                  {...formReach}
                  onClick={() => {
                    onForm(undefined);
                  }}
                >
                  {formatMessage({ id: 'channels.add' })}
                </Button>
              </div>
            ) : (
              <SmallPrint>
                {formatMessage({ id: 'channels.full' }, { max: mostChannels })}
              </SmallPrint>
            ))}
        </>
      )}
    </Part>
  );
}

interface ChannelListProps {
  readonly channels: readonly Channel[];
  /** The channel whose form was closed; the focus returns to its button. */
  readonly backFrom: string | null;
  readonly onEdit: (channel: Channel) => void;
}

/** The account's channels: what each gets, what came of its last message, a test, its form and its removal. */
function ChannelList({ channels, backFrom, onEdit }: ChannelListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const [busy, setBusy] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (backFrom !== null)
      list.current?.querySelector<HTMLElement>(`[data-edits="${backFrom}"]`)?.focus();
  }, [backFrom]);

  async function act(id: string, action: () => Promise<ToastContent>, failed: ToastContent) {
    if (busy !== null) return;
    setBusy(id);
    try {
      toasts.show(await action());
    } catch {
      toasts.show({ ...failed, tone: 'destructive' });
    }
    setBusy(null);
  }

  function test(channel: Channel) {
    const action = async () => testedToast(intl, await testChannel(channel));
    void act(channel.id, action, { title: formatMessage({ id: 'push.testFailed' }) });
  }

  function remove({ id }: Channel) {
    const action = async () => {
      await removeChannel(id);
      list.current?.focus();
      return { title: formatMessage({ id: 'channels.removed' }) };
    };
    void act('', action, { title: formatMessage({ id: 'push.changeFailed' }) });
  }

  return (
    <NamedRows ref={list}>
      {channels.map((channel) => {
        const { id } = channel;
        const name = channelName(channel);
        return (
          <WrappingRow key={id}>
            <div>
              <Name>
                <bdi>{name}</bdi>
              </Name>
              <ChannelFacts channel={channel} />
            </div>
            <RowActions>
              <Button
                $kind="quiet"
                aria-disabled={busy !== null}
                aria-label={formatMessage({ id: 'push.testName' }, { name })}
                onClick={() => {
                  test(channel);
                }}
              >
                {formatMessage({ id: busy === id ? 'channels.testing' : 'push.test' })}
              </Button>
              <Button
                $kind="quiet"
                data-edits={id}
                aria-label={formatMessage({ id: 'channels.editName' }, { name })}
                onClick={() => {
                  onEdit(channel);
                }}
              >
                {formatMessage({ id: 'alarm.edit' })}
              </Button>
              <Button
                $kind="quiet"
                aria-disabled={busy !== null}
                aria-label={formatMessage({ id: 'push.removeName' }, { name })}
                onClick={() => {
                  remove(channel);
                }}
              >
                {formatMessage({ id: 'push.remove' })}
              </Button>
            </RowActions>
          </WrappingRow>
        );
      })}
    </NamedRows>
  );
}

function ChannelFacts({ channel }: { readonly channel: Channel }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const hours = useHourOptions();
  const { kind, when, kinds, lastAcceptedAt, lastError } = channel;
  const choice = kindsChoice(kinds);
  return (
    <Facts>
      <span>{protocolText(intl, kind)}</span>
      {choice !== 'both' && <FormattedMessage id={kindTexts[choice]} tagName="span" />}
      {when === 'unheard' && <FormattedMessage id="channels.unheardOnly" tagName="span" />}
      {lastError !== null && <Failing>{errorText(intl, lastError)}</Failing>}
      <span>
        {lastAcceptedAt === null
          ? formatMessage({ id: 'channels.neverSent' })
          : formatMessage(
              { id: 'channels.lastAccepted' },
              { time: dateTimeText(intl, lastAcceptedAt, 'medium', hours) },
            )}
      </span>
    </Facts>
  );
}

function testedToast(intl: IntlShape, outcome: TestOutcome): ToastContent {
  const { formatMessage } = intl;
  if (outcome === 'unknown') return { title: formatMessage({ id: 'channels.testWaits' }) };
  if (outcome.error === null) return { title: formatMessage({ id: 'channels.testAccepted' }) };
  return {
    title: formatMessage({ id: 'channels.testRefused' }),
    text: errorText(intl, outcome.error),
    tone: 'destructive',
  };
}

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
function errorText({ formatMessage }: IntlShape, error: string): string {
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

export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <>
      <p role="alert">{formatMessage({ id: 'push.loadFailed' })}</p>
      <div>
        <Button onClick={onRetry}>{formatMessage({ id: 'list.retry' })}</Button>
      </div>
    </>
  );
}

const Part = styled.section`
  display: grid;
  gap: ${space[8]};
  padding-block-start: ${space[16]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Name = styled.p`
  overflow-wrap: anywhere;
`;
