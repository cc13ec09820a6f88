// The features of a tool, side by side.
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { hiddenWithoutWeather } from '../../styles/hidden-by-root';
import { color, from, size, space } from '../../styles/theme';
import { NotesSection, NoteWords, type Note } from './notes';

interface FeaturesProps {
  readonly title: MessageId;
  readonly notes: readonly Note[];
  /** Values of the texts' placeholders. */
  readonly values?: Record<string, ReactNode>;
}

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
