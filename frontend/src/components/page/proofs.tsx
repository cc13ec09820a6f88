// The proofs for new visitors, drawn and said: it rings when it is closed, and needs nothing.
import styled, { css } from 'styled-components';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/messages';
import { color, size, space } from '../../styles/theme';
import { leadText, smallText } from '../../styles/type';
import { useInBrowser } from '../../browser/in-browser';
import { useSiteConfig } from '../../browser/site-config';
import { pushSupport, suspendsHiddenTabs } from '../../push/push-support';
import { hiddenWithoutPush, withoutPush, hiddenWithoutCachedPages } from '../../styles/hidden';

interface ProofWordsProps {
  readonly title: MessageId;
  readonly text: MessageId;
  /** Another text that may take its place. */
  readonly roomFor?: MessageId;
  readonly children?: ReactNode;
}

/** The words of a proof for new visitors: a sentence, what it means, and what it needs. */
export function ProofWords({ title, text, roomFor = text, children }: ProofWordsProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      <Title>{formatMessage({ id: title })}</Title>
      <Text data-room={formatMessage({ id: roomFor })}>
        <span>{formatMessage({ id: text })}</span>
      </Text>
      {children}
    </>
  );
}

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

/**
 * What the site needs: no account, and after the first visit no connection where the operator lets browsers keep pages.
 */
export function NothingWords() {
  const { formatMessage } = useIntl();
  const { serviceWorker } = useSiteConfig();
  // Styles hide it in built pages.
  const hasCachedPages = useInBrowser(() => serviceWorker === 'on', true);
  return (
    <ProofWords title="home.nothingTitle" text="home.nothingText">
      {hasCachedPages && (
        <NeedsCachedPages>{formatMessage({ id: 'home.offlineText' })}</NeedsCachedPages>
      )}
    </ProofWords>
  );
}

/** A closed box that rings: the site's mark with its lid on, and sound above it. */
export function ClosedBox() {
  return (
    <Drawing viewBox="0 0 75 100" aria-hidden="true">
      <path d="M6 62v31a6 6 0 0 0 6 6h50a6 6 0 0 0 6-6V62" />
      <path d="M0 59h74" stroke={color.accent} />
      {waves.map(({ from, path }, index) => (
        <path key={from} d={path} strokeOpacity={1 - index * 0.3} strokeWidth={1.5} />
      ))}
    </Drawing>
  );
}

/** Three arcs of ticks above the middle of the lid. */
const waves = [0, 1, 2].map((arc) => {
  const count = 5 + arc * 2;
  const from = 20 + arc * 13;
  const path = Array.from({ length: count }, (_, tick) => {
    const angle = (tick / (count - 1) - 0.5) * 1.4;
    const point = (distance: number) =>
      `${(37 + Math.sin(angle) * distance).toFixed(1)} ${(58 - Math.cos(angle) * distance).toFixed(1)}`;
    return `M${point(from)}L${point(from + 7)}`;
  }).join('');
  return { from, path };
});

const Need = styled.p`
  ${smallText}
  margin-block-start: ${space[8]};
  color: ${color.inkSoft};
`;

const Title = styled.h2`
  ${leadText}
`;

const Text = styled.p`
  display: grid;
  color: ${color.inkSoft};

  &::before,
  > span {
    grid-area: 1 / 1;
  }

  &::before {
    content: attr(data-room);
    visibility: hidden;
  }
`;

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

const NeedsCachedPages = styled(Need)`
  ${hiddenWithoutCachedPages}
`;

const Drawing = styled.svg`
  block-size: 100%;
  fill: none;
  stroke: ${color.ink};
  stroke-width: ${size.stroke};
  overflow: visible;
`;
