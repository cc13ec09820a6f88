// The signed-in account: its name, the last visit, and signing out.
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../../components/page/texts';
import { signOut } from '../../identity/account';
import type { User } from '../../model/types';
import { Button } from '../../components/forms/button';
import { useToasts } from '../../components/dialogs/toasts';
import { dateTimeText, useHourOptions } from '../../i18n/date-text';
import { color, size, space } from '../../styles/theme';
import { leadText, smallText } from '../../styles/type';
import { failureText } from './failure-text';
import { Column } from '../../components/page/column';

interface SignedInProps {
  readonly user: User;
  /** The change of the password was cancelled; the focus returns to its button. */
  readonly isBack: boolean;
  readonly onPassword: () => void;
  readonly onSignedOut: () => void;
}

export function SignedIn({ user, isBack, onPassword, onSignedOut }: SignedInProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const hours = useHourOptions();
  const [busy, setBusy] = useState(false);
  const password = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isBack) password.current?.focus();
  }, [isBack]);

  async function leave() {
    if (busy) return;
    setBusy(true);
    try {
      await signOut();
    } catch (failure) {
      setBusy(false);
      toasts.showFailure(
        formatMessage({ id: 'account.signOutFailed' }),
        failureText(intl, failure),
      );
      return;
    }
    toasts.show({
      title: formatMessage({ id: 'account.signedOutTitle' }),
      text: formatMessage({ id: 'account.signedOutText' }),
    });
    onSignedOut();
  }

  return (
    <Column $gap={16}>
      <Facts>
        <Fact>
          <Term>{formatMessage({ id: 'account.username' })}</Term>
          <Name>
            <bdi>{user.username}</bdi>
          </Name>
        </Fact>
        <Fact>
          <Term>{formatMessage({ id: 'account.lastVisited' })}</Term>
          <dd>{dateTimeText(intl, user.lastVisited, 'long', hours)}</dd>
        </Fact>
      </Facts>
      <p>{formatMessage({ id: 'account.shared' })}</p>
      <Actions>
        <Button aria-disabled={busy} onClick={() => void leave()}>
          {formatMessage({ id: 'account.signOut' })}
        </Button>
        <Button ref={password} onClick={onPassword}>
          {formatMessage({ id: 'account.changePassword' })}
        </Button>
      </Actions>
      <SmallPrint>{formatMessage({ id: 'account.signOutNote' })}</SmallPrint>
    </Column>
  );
}

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};

  > button {
    flex: 1 1 auto;
  }
`;

const Facts = styled.dl`
  margin: 0;
  border-block-start: ${size.hairline} solid ${color.line};

  dd {
    margin: 0;
  }
`;

const Fact = styled.div`
  padding-block: ${space[12]};
  border-block-end: ${size.hairline} solid ${color.line};
`;

const Term = styled.dt`
  ${smallText}
  color: ${color.inkSoft};
`;

const Name = styled.dd`
  ${leadText}
  overflow-wrap: anywhere;
`;
