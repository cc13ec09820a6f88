// The browsers that are signed in to the account, and how to sign them out.
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { endSession, signOutEverywhere, useSessions } from '../../identity/account';
import type { AccountSession } from '../../model/types';
import { Button } from '../../components/forms/button';
import { useToasts } from '../../components/dialogs/toasts';
import { Facts, InUse, NamedRow, NamedRows } from '../../components/lists/named-rows';
import type { MessageId } from '../../i18n/messages';
import { dateTimeText, recordedDayText, useHourOptions } from '../../i18n/date-text';
import { color, size, space } from '../../styles/theme';
import { failureText } from './failure-text';
import { ItemTitle } from '../../components/page/texts';

export function Sessions() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const { sessions, error, askAgain } = useSessions();
  const [busy, setBusy] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  async function end(ending: () => Promise<void>, done: MessageId) {
    if (busy) return;
    setBusy(true);
    try {
      await ending();
      list.current?.focus();
      toasts.show({ title: formatMessage({ id: done }) });
    } catch (failure) {
      toasts.showFailure(
        formatMessage({ id: 'account.signOutFailed' }),
        failureText(intl, failure),
      );
    } finally {
      setBusy(false);
    }
  }

  if (sessions === undefined && error !== undefined) {
    return (
      <Part role="alert">
        <p>{formatMessage({ id: 'account.sessionsFailed' })}</p>
        <Button onClick={askAgain}>{formatMessage({ id: 'list.retry' })}</Button>
      </Part>
    );
  }

  return (
    <Part>
      <ItemTitle>{formatMessage({ id: 'account.sessions' })}</ItemTitle>
      <NamedRows ref={list} aria-busy={sessions === undefined}>
        {sessions?.map((session) => (
          <SessionRow key={session.id}>
            <SessionText session={session} />
            {!session.current && (
              <Button
                aria-disabled={busy}
                aria-label={formatMessage(
                  { id: 'account.signOutBrowser' },
                  { name: nameOf(intl, session) },
                )}
                onClick={() => void end(() => endSession(session.id), 'account.sessionEnded')}
              >
                {formatMessage({ id: 'account.signOutThere' })}
              </Button>
            )}
          </SessionRow>
        ))}
      </NamedRows>
      {sessions !== undefined && sessions.length > 1 && (
        <Button
          aria-disabled={busy}
          onClick={() => void end(signOutEverywhere, 'account.otherSessionsEnded')}
        >
          {formatMessage({ id: 'account.signOutOthers' })}
        </Button>
      )}
    </Part>
  );
}

function SessionText({ session }: { readonly session: AccountSession }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const hours = useHourOptions();
  const time = dateTimeText(intl, session.lastUsedAt, 'medium', hours);
  return (
    <div>
      <p>{nameOf(intl, session)}</p>
      <Facts>
        {session.current ? (
          <InUse>{formatMessage({ id: 'account.thisBrowser' })}</InUse>
        ) : (
          formatMessage({ id: 'account.sessionLastUsed' }, { time })
        )}
        <span>
          {formatMessage(
            { id: 'account.sessionSince' },
            { day: recordedDayText(intl, session.createdAt) },
          )}
        </span>
      </Facts>
    </div>
  );
}

type Intl = ReturnType<typeof useIntl>;

function nameOf({ formatMessage }: Intl, { browser, system }: AccountSession): string {
  if (browser === null) return system ?? formatMessage({ id: 'account.unknownBrowser' });
  if (system === null) return browser;
  return formatMessage({ id: 'account.browserOnSystem' }, { browser, system });
}

const Part = styled.section`
  display: grid;
  gap: ${space[12]};
  margin-block-start: ${space[24]};
  padding-block-start: ${space[24]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const SessionRow = styled(NamedRow)`
  min-block-size: ${size.touch};
  border-block-end: ${size.hairline} solid ${color.line};
`;
