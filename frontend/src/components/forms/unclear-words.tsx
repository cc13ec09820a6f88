// Words on a line that the reader did not understand, and the button that takes them as the name.
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import type { UnclearWords as Words } from '../../typed/reader';
import { color, space } from '../../styles/theme';
import { Button } from './button';

/** `Not understood: every monday`. */
export function unclearText(intl: IntlShape, unclear: readonly Words[]): string {
  const words = intl.formatList(
    unclear.map(({ text }) => text),
    { type: 'unit' },
  );
  return intl.formatMessage({ id: 'field.unclear' }, { words });
}

interface UnclearWordsProps {
  readonly unclear: readonly Words[];
  /** What the button does; without it the words cannot be a name. */
  readonly asLabel: ReactNode;
  readonly onAccept: (() => void) | null;
  /** Whether a press of Enter has asked, which is an error. */
  readonly isProblem: boolean;
}

export function UnclearWords({ unclear, asLabel, onAccept, isProblem }: UnclearWordsProps) {
  const intl = useIntl();
  const words = unclear.map(({ text, start }) => (
    <Mark key={start}>
      <bdi>{text}</bdi>
    </Mark>
  ));
  return (
    <Row>
      <p role={isProblem ? 'alert' : undefined}>
        <FormattedMessage
          id="field.unclear"
          values={{ words: intl.formatList<ReactNode>(words, { type: 'unit' }) }}
        />
      </p>
      {onAccept !== null && <Button onClick={onAccept}>{asLabel}</Button>}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[16]};
  overflow-wrap: anywhere;
`;

/** Underlined as a speller does, besides its color. */
const Mark = styled.mark`
  background: none;
  color: ${color.accent};
  text-decoration: underline wavy;
  text-underline-offset: ${space[4]};
`;
