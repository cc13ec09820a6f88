// The words below a tool: what it can do, and how it is used.
import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { MessageId } from '../i18n/messages';
import { hiddenWithoutWeather } from '../styles/hidden';
import { color, from, size, space } from '../styles/theme';
import { itemTitle, smallDigits } from '../styles/type';
import { Section, SectionTitle } from './page-column';

export interface Note {
  readonly title: MessageId;
  readonly text: MessageId;
  /** Not to be said where the server has no weather. */
  readonly ofWeather?: true;
}

interface NotesProps {
  readonly title: MessageId;
  readonly notes: readonly Note[];
  /** What stands in the texts' places. */
  readonly values?: Record<string, ReactNode>;
}

/** Features side by side, each hanging from a hairline. */
export function Features({ title, notes, values }: NotesProps) {
  const id = useId();
  return (
    <Section aria-labelledby={id}>
      <SectionTitle id={id}>
        <FormattedMessage id={title} />
      </SectionTitle>
      <Cards $pairs={notes.length === 4}>
        {notes.map((note) => (
          <Card key={note.title} $ofWeather={note.ofWeather}>
            <Words title={note.title} text={note.text} values={values} />
          </Card>
        ))}
      </Cards>
    </Section>
  );
}

/** Steps in their order. */
export function Guide({ title, notes, values }: NotesProps) {
  const id = useId();
  return (
    <Section aria-labelledby={id}>
      <SectionTitle id={id}>
        <FormattedMessage id={title} />
      </SectionTitle>
      <Steps>
        {notes.map((note, index) => (
          <Step key={note.title}>
            <Count aria-hidden="true">{index + 1}</Count>
            <div>
              <Words {...note} values={values} />
            </div>
          </Step>
        ))}
      </Steps>
    </Section>
  );
}

function Words({ title, text, values }: Note & Pick<NotesProps, 'values'>) {
  return (
    <>
      <Name>
        <FormattedMessage id={title} />
      </Name>
      <Text>
        <FormattedMessage id={text} {...(values && { values })} />
      </Text>
    </>
  );
}

/** Four stand in pairs where a row of them would be narrow. */
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

const Name = styled.h3`
  ${itemTitle}
`;

const Text = styled.p`
  margin-block-start: ${space[4]};
  color: ${color.inkSoft};
`;
