// The first step of an import: choosing a file, and what is wrong with the chosen one.
import { useEffect, useRef, type ChangeEvent } from 'react';
import { FileUp } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '../../../components/forms/button';
import { FormActions } from '../../../components/forms/dialog-form';
import { icon } from '../../../styles/icons';
import { color, size, space } from '../../../styles/theme';
import { SmallPrint } from '../../../components/page/texts';
import { Column } from '../../../components/page/column';
import type { EncodingChoice } from '../../../components/files/contents';
import { EncodingList } from '../../../components/files/encoding-list';

interface FileChoiceProps {
  readonly busy: boolean;
  readonly fault: string | null;
  /** The encodings in which the chosen file may be written. */
  readonly encodings: readonly EncodingChoice[];
  readonly onEncoding: (encoding: string) => void;
  readonly onCancel: () => void;
  readonly onFile: (file: File) => void;
}

export function FileChoice({
  busy,
  fault,
  encodings,
  onEncoding,
  onCancel,
  onFile,
}: FileChoiceProps) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // The button that opened this is unmounted, and the focus with it.
  useEffect(() => {
    button.current?.focus();
  }, []);

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // So that the same file can be chosen again after it was fixed.
    currentTarget.value = '';
    if (file !== undefined) onFile(file);
  }

  return (
    <Column $gap={16}>
      <p>{formatMessage({ id: 'restore.text' })}</p>
      <SmallPrint>{formatMessage({ id: 'restore.safe' })}</SmallPrint>
      {fault !== null && <Fault role="alert">{fault}</Fault>}
      <EncodingList encodings={encodings} onChoose={onEncoding} />
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.ics,application/json,text/calendar"
        aria-label={formatMessage({ id: 'restore.choose' })}
        onChange={take}
      />
      <FormActions>
        <Button onClick={onCancel}>{formatMessage({ id: 'dialog.cancel' })}</Button>
        <Button
          ref={button}
          $kind="primary"
          aria-disabled={busy}
          onClick={() => {
            if (!busy) input.current?.click();
          }}
        >
          <FileUp {...icon.medium} />
          {formatMessage({ id: busy ? 'restore.reading' : 'restore.choose' })}
        </Button>
      </FormActions>
    </Column>
  );
}

const Fault = styled.p`
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.accent};
`;
