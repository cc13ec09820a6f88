// What rings, and when: with the site closed only where the server sends notifications and this browser shows them.
import { useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { useInBrowser } from '../../browser/in-browser';
import { useSiteConfig } from '../../browser/site-config';
import type { MessageId } from '../../i18n/messages';
import { pushSupport, suspendsHiddenTabs } from '../../push/push-support';
import { hiddenWithoutPush, withoutPush } from '../../styles/hidden-by-root';
import { Need, ProofWords } from './proof-words';

interface RingWordsProps {
  /** What can be done with a notification. */
  readonly closedText: MessageId;
}

/**
 * Built pages contain the words for all browsers in one place, which has room for any of them: styles show those that fit
 * the server, and nothing moves when this browser knows better.
 */
export function RingWords({ closedText }: RingWordsProps) {
  const { formatMessage } = useIntl();
  const { push, serviceWorker } = useSiteConfig();
  const sends = useInBrowser(() => push === 'on' && serviceWorker !== 'off', true);
  const shows = useInBrowser(() => ['ready', 'home-screen'].includes(pushSupport()), true);
  const suspends = useInBrowser(suspendsHiddenTabs, false);
  return (
    <Place>
      {sends && (
        <Closed $isShown={shows}>
          <ProofWords title="home.closedTitle" text={closedText}>
            <Need>{formatMessage({ id: 'home.quietText' })}</Need>
          </ProofWords>
        </Closed>
      )}
      <Open $isShown={!sends || !shows}>
        <ProofWords
          title="home.openTitle"
          text={suspends ? 'home.frontText' : 'home.openText'}
          roomFor={suspends ? 'home.openText' : 'home.frontText'}
        />
      </Open>
    </Place>
  );
}

const Place = styled.div`
  display: grid;
`;

const Words = styled.div<{ readonly $isShown: boolean }>`
  grid-area: 1 / 1;
  ${({ $isShown }) =>
    !$isShown &&
    css`
      visibility: hidden;
    `}
`;

const Closed = styled(Words)`
  ${hiddenWithoutPush}
`;

const Open = styled(Words)`
  ${withoutPush} {
    visibility: visible;
  }
`;
