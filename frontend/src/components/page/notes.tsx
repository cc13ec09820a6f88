// A section of texts below a tool, each with a heading, and its features, side by side.
import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { color, space, from, size } from '../../styles/theme';
import { Section, SectionTitle } from './page-column';
import { ItemTitle } from './texts';
import { hiddenWithoutWeather } from '../../styles/hidden';

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

interface FeaturesProps {
  readonly title: MessageId;
  readonly notes: readonly Note[];
  readonly values?: Record<string, ReactNode>;
}

/** The features of a tool, side by side. */
export function Features({ title, notes, values }: FeaturesProps) {
  return (
    <NotesSection title={title}>
      <Cards $pairs={notes.length === 4}>
        {notes.map((note) => (
          <Card key={note.title} $ofWeather={note.ofWeather}>
            <NoteWords note={note} values={values} />
          </Card>
        ))}
      </Cards>
    </NotesSection>
  );
}

const Text = styled.p`
  margin-block-start: ${space[4]};
  color: ${color.inkSoft};
`;

/** Four are shown in pairs if a row of them would be narrow. */
const Cards = styled.ul<{ readonly $pairs: boolean }>`
  display: grid;
  gap: ${space[24]} ${space[32]};

  ${from.md} {
    grid-template-columns: repeat(${({ $pairs }) => ($pairs ? 2 : 3)}, minmax(0, 1fr));
  }

  ${from.lg} {
    grid-template-columns: repeat(${({ $pairs }) => ($pairs ? 4 : 3)}, minmax(0, 1fr));
  }
`;

const Card = styled.li<{ readonly $ofWeather: true | undefined }>`
  padding-block-start: ${space[16]};
  border-block-start: ${size.hairline} solid ${color.ink};
  ${({ $ofWeather }) => $ofWeather && hiddenWithoutWeather}
`;
