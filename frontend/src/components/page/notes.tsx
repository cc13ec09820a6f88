// A section of texts below a tool, each with a heading.
import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { color, space } from '../../styles/theme';
import { Section, SectionTitle } from './page-column';
import { ItemTitle } from './texts';

export interface Note {
  readonly title: MessageId;
  readonly text: MessageId;
  /** Not shown if the server has no weather. */
  readonly ofWeather?: true;
}

interface NotesSectionProps {
  readonly title: MessageId;
  readonly children: ReactNode;
}

export function NotesSection({ title, children }: NotesSectionProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  return (
    <Section aria-labelledby={id} data-screen-only="">
      <SectionTitle id={id}>{formatMessage({ id: title })}</SectionTitle>
      {children}
    </Section>
  );
}

interface NoteWordsProps {
  readonly note: Note;
  /** Values of the text's placeholders. */
  readonly values?: Record<string, ReactNode> | undefined;
}

export function NoteWords({ note, values }: NoteWordsProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      <ItemTitle>{formatMessage({ id: note.title })}</ItemTitle>
      <Text>
        <FormattedMessage id={note.text} {...(values && { values })} />
      </Text>
    </>
  );
}

const Text = styled.p`
  margin-block-start: ${space[4]};
  color: ${color.inkSoft};
`;
