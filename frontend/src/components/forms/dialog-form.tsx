// A form in a dialog: its fields one below the other, cancel and save at its foot. Busy, it takes no second press
// and keeps the focus, so that whoever could not save goes on from there.
import type { ReactNode, SubmitEvent, SubmitEventHandler } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { below, space } from '../../styles/theme';
import { Button } from './button';

interface DialogFormProps {
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** What the main button says, where it is not that it saves. */
  readonly submitText?: MessageId;
  readonly busyText?: MessageId;
  /** A second way to finish. */
  readonly other?: { readonly text: MessageId; readonly run: () => void };
}

export function DialogForm({
  children,
  busy,
  onCancel,
  onSubmit,
  submitText = 'dialog.save',
  busyText = 'dialog.saving',
  other,
}: DialogFormProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (busy) event.preventDefault();
    else onSubmit(event);
  }

  return (
    <Form onSubmit={submit} noValidate>
      {children}
      <FormActions>
        <Button onClick={onCancel}>
          <FormattedMessage id="dialog.cancel" />
        </Button>
        {other !== undefined && (
          <Button
            aria-disabled={busy}
            onClick={() => {
              if (!busy) other.run();
            }}
          >
            <FormattedMessage id={other.text} />
          </Button>
        )}
        <Button $kind="primary" type="submit" aria-disabled={busy}>
          <FormattedMessage id={busy ? busyText : submitText} />
        </Button>
      </FormActions>
    </Form>
  );
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
`;

/** Its buttons are equally wide, unless the words of one need more; they take more lines where they do not fit. */
export const FormActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-block-start: ${space[8]};

  > button {
    flex: 1 0 0;
    min-inline-size: max-content;
  }

  /* Three of them are equally wide on a phone too. */
  ${below.sm} {
    > button {
      padding-inline: ${space[8]};
    }
  }
`;
