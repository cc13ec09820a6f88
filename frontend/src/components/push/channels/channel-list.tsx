// The account's channels: what each gets, what came of its last message, a test, its form and its removal.
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import styled from 'styled-components';
import { removeChannel, testChannel, type Channel, type TestOutcome } from '../../../push/channels';
import { dateTimeText, useHourOptions } from '../../../i18n/date-text';
import type { ToastContent } from '../../dialogs/toast-region';
import { useToasts } from '../../dialogs/toasts';
import { Button } from '../../forms/button';
import { Facts, Failing, NamedRows, RowActions, WrappingRow } from '../../lists/named-rows';
import { channelName, errorText, kindsChoice, kindTexts, protocolText } from './channel-words';

interface ChannelListProps {
  readonly channels: readonly Channel[];
  /** The channel whose form was closed; the focus returns to its button. */
  readonly backFrom: string | null;
  readonly onEdit: (channel: Channel) => void;
}

export function ChannelList({ channels, backFrom, onEdit }: ChannelListProps) {
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

const Name = styled.p`
  overflow-wrap: anywhere;
`;
