// A form in a dialog, with buttons at its bottom. While it is busy it ignores further presses and keeps the focus, so
// that the visitor can continue after a failure.
import type { ReactNode, SubmitEvent, SubmitEventHandler } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { dialogsWithRoom } from '../../styles/screens';
import { below, color, layer, space } from '../../styles/theme';
import { Button } from './button';

interface DialogFormProps {
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** The main button's text, if it is not "Save". */
  readonly submitText?: MessageId;
  readonly busyText?: MessageId;
  /** Why the last attempt failed; a toast says it, too. */
  readonly problem?: string | null;
  readonly other?: { readonly text: MessageId; readonly run: () => void };
}

export function DialogForm({
  children,
  busy,
  onCancel,
  onSubmit,
  submitText = 'dialog.save',
  busyText = 'dialog.saving',
  problem = null,
  other,
}: DialogFormProps) {
  const { formatMessage } = useIntl();
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) onSubmit(event);
  }

  return (
    <Form onSubmit={submit} noValidate>
      {children}
      {problem !== null && !busy && <Problem>{problem}</Problem>}
      <FormActions>
        <Button onClick={onCancel}>{formatMessage({ id: 'dialog.cancel' })}</Button>
        {other !== undefined && (
          <Button
            aria-disabled={busy}
            onClick={() => {
              if (!busy) other.run();
            }}
          >
            {formatMessage({ id: other.text })}
          </Button>
        )}
        <Button $kind="primary" type="submit" aria-disabled={busy}>
          {formatMessage({ id: busy ? busyText : submitText })}
        </Button>
      </FormActions>
    </Form>
  );
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
`;

const Problem = styled.p`
  padding-inline-start: ${space[16]};
  border-inline-start: ${space[4]} solid ${color.accent};
`;

/** The buttons have equal widths unless a text needs more, and wrap if they do not fit. */
export const FormActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-block: 0 calc(-1 * ${space[8]});
  padding-block: ${space[8]};

  /* In view while the form goes on below, over the sign that it does; not where a keypad leaves a few lines. */
  ${dialogsWithRoom} {
    dialog & {
      position: sticky;
      z-index: ${layer.stickyHead};
      inset-block-end: ${space[32]};
      background: ${color.surface};
    }
  }

  > button {
    flex: 1 0 0;
    min-inline-size: max-content;
  }

  /* Three of them have equal widths on a phone, too. */
  ${below.sm} {
    > button {
      padding-inline: ${space[8]};
    }
  }
`;
