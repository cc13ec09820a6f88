// Instructions for a tool: ordered steps.
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { color, size, space } from '../../styles/theme';
import { smallDigits } from '../../styles/small-digits';
import { NotesSection, NoteWords, type Note } from './notes';

interface GuideProps {
  readonly title: MessageId;
  readonly notes: readonly Note[];
}

export function Guide({ title, notes }: GuideProps) {
  return (
    <NotesSection title={title}>
      <Steps>
        {notes.map((note, index) => (
          <Step key={note.title}>
            <Count aria-hidden="true">{index + 1}</Count>
            <div>
              <NoteWords note={note} />
            </div>
          </Step>
        ))}
      </Steps>
    </NotesSection>
  );
}

const Steps = styled.ol`
  display: grid;
  gap: ${space[24]};
  max-inline-size: ${size.measure};
`;

const Step = styled.li`
  display: grid;
  grid-template-columns: ${space[32]} 1fr;
  align-items: baseline;
`;

const Count = styled.span`
  ${smallDigits}
  justify-self: start;
  color: ${color.accent};
`;
