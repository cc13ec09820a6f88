// Marks a row that the server does not have, or not in this version.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useUnsaved } from '../../offline/outbox';
import { color } from '../../styles/theme';
import { smallText } from '../../styles/type';
import type { ListName } from '../../model/types';

interface UnsavedNoteProps {
  readonly list: ListName;
  readonly id: number;
}

export function UnsavedNote({ list, id }: UnsavedNoteProps) {
  const { formatMessage } = useIntl();
  const intent = useUnsaved(list).find((one) => one.id === id);
  if (intent === undefined) return null;
  const isNew = intent.kind === 'create';
  return (
    <Note>
      {intent.refused === true
        ? formatMessage({ id: 'unsaved.refused' })
        : formatMessage({ id: isNew ? 'unsaved.new' : 'unsaved.change' })}
    </Note>
  );
}

const Note = styled.p`
  ${smallText}
  color: ${color.warning};
`;
