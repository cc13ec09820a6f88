// Type and sizes of rings: readable when half asleep, and from across the room.
import { css } from 'styled-components';
import { layer, lowScreen, size, space } from './theme';
import { digits } from './type';

export const ringSize = {
  answer: '4rem',
  answers: '30rem',
  label: '64rem',
  icon: '2.5rem',
} as const;

export const ringDigits = css`
  ${digits}
  font-size: min(13.75vw, 2.75rem);
`;

/** A pop-up, which takes the whole window, above everything also where it is not modal. */
export const coversWindow = css`
  position: fixed;
  z-index: ${layer.ring};
  inset: 0;
  inline-size: 100%;
  max-inline-size: 100%;
  block-size: 100dvh;
  max-block-size: 100dvh;
  margin: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 0;
`;

/** A bar at an edge of the window; its text is aligned with the page's column. */
export const edgeBar = css`
  position: fixed;
  z-index: ${layer.toast};
  inset-inline: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[24]};
  padding-block: ${space[16]};
  padding-inline: max(${size.gutter}, calc((100% - ${size.content}) / 2));
`;

export const ringTime = css`
  ${digits}
  font-size: min(30vw, clamp(5.5rem, 38dvh, 20rem));

  ${lowScreen} {
    font-size: 4.5rem;
  }
`;

/**
 * The label: so large that its `--ems` of text fit on a line, within limits; a long label takes several lines. It is
 * smaller than that if the ems of `--longest-word` would not fit.
 */
export const ringLabel = css`
  font-size: min(
    clamp(1.75rem, min(84vw / var(--ems), 9dvh), 5rem),
    max(1.125rem, 84vw / var(--longest-word))
  );
  /* Descenders reach below the line; without this the background of the buttons would cover them. */
  padding-block-end: 0.25em;
  line-height: 1.2;
  text-wrap: balance;
  overflow-wrap: anywhere;
`;

/** The name of a finished timer, readable from across a room; as `ringLabel` it fits the window. */
export const ringName = css`
  font-size: min(
    clamp(2.25rem, min(84vw / var(--ems), 24dvh), 14rem),
    max(1.125rem, 84vw / var(--longest-word))
  );
  padding-block: 0.05em 0.15em;
  line-height: 1.1;
  text-wrap: balance;
  overflow-wrap: anywhere;

  ${lowScreen} {
    font-size: min(
      clamp(1.5rem, min(84vw / var(--ems), 20dvh), 6rem),
      max(1.125rem, 84vw / var(--longest-word))
    );
  }
`;

/** How long a finished timer ran. */
export const ringLength = css`
  font-size: clamp(1.25rem, 1rem + 1.5vw, 2rem);
  line-height: 1.25;
`;

/** The step that begins, readable from a distance. */
export const stepName = css`
  font-size: clamp(1.75rem, 1.2rem + 3vw, 3rem);
  line-height: 1.2;
`;

/** A row of buttons; on a low screen two of them are side by side if their words have room. */
export const answersRow = css`
  inline-size: 100%;
  max-inline-size: ${ringSize.answers};

  ${lowScreen} {
    flex: 1 1 0;
    min-inline-size: min-content;
  }
`;

export const answerText = css`
  font-size: 1.125rem;
  line-height: 1.25;
`;

/** The safe area of the phone below the buttons. */
export const bottomInset = 'env(safe-area-inset-bottom, 0px)';
