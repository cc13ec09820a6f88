// What comes after a tool's list, with instructions for the tool: ordered steps.
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { color, size, space } from '../../styles/theme';
import { smallDigits } from '../../styles/small-parts';
import { hiddenUntilListed } from '../../styles/hidden';
import { NotesSection, NoteWords, type Note } from './notes';

/**
 * The content after a tool's list. Only the server knows the height of the list, so the content is shown together with
 * it instead of being pushed down later.
 */
export const AfterList = styled.div`
  ${hiddenUntilListed}
`;

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
