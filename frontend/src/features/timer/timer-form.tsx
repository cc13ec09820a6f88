// What the forms of both kinds of timers share: saving, and the dialog with its buttons.
import { useRef, useState, type ReactNode } from 'react';
import { useFormik, type FormikValues } from 'formik';
import { useIntl } from 'react-intl';
import type { Schema } from 'yup';
import { createTimer, updateTimer } from '../../rows/timers';
import type { IntervalDraft, Timer, TimerDraft } from '../../model/types';
import { Dialog } from '../../components/dialogs/dialog';
import { createdText, rowCreated } from '../../components/push/notification-request';
import { useToasts } from '../../components/dialogs/toasts';
import { DialogForm } from '../../components/forms/dialog-form';
import { writeFailureText } from '../../components/forms/write-failure-text';
import type { MessageId } from '../../i18n/messages';
import { PresetField } from './preset-field';
import { addPreset } from './presets';
import { seedOf } from './timer-seed';

interface TimerFormOptions<Fields, Draft> {
  /** The timer to change; null for a new one. */
  readonly timer: Timer | null;
  readonly initialValues: Fields;
  readonly schema: Schema<Fields>;
  /** The body of the request, from valid fields. */
  readonly draftOf: (fields: Fields) => Draft;
  /** The changed part of it: sending a length resets the timer. */
  readonly changesOf: (timer: Timer, draft: Draft) => Partial<TimerDraft>;
  readonly onClose: () => void;
}

/** A form that creates or changes a timer; after a failure it stays open with its contents and shows why. */
export function useTimerForm<Fields extends FormikValues, Draft extends TimerDraft | IntervalDraft>(
  options: TimerFormOptions<Fields, Draft>,
) {
  const { timer, initialValues, schema, draftOf, changesOf, onClose } = options;
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const starts = useRef(true);
  const [keeps, setKeeps] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useFormik<Fields>({
    initialValues,
    validationSchema: schema,
    onSubmit: async (values) => {
      const draft = draftOf(schema.cast(values));
      try {
        await (timer === null
          ? createTimer({ ...draft, enabled: starts.current ? 1 : 0 })
          : updateTimer(timer.id, changesOf(timer, draft)));
      } catch (failure) {
        const text = writeFailureText(intl, failure, 'timer.errorText');
        setProblem(text);
        toasts.showFailure(formatMessage({ id: 'timer.errorTitle' }), text);
        return;
      }
      if (timer === null && keeps) addPreset(seedOf(draft));
      toasts.show(
        timer === null
          ? {
              title: formatMessage({ id: 'timer.createdTitle' }),
              text: formatMessage({ id: createdText('timer.createdText') }),
            }
          : {
              title: formatMessage({ id: 'timer.updatedTitle' }),
              text: formatMessage({ id: 'timer.updatedText' }),
            },
      );
      onClose();
      if (timer === null) rowCreated();
    },
  });

  function submit(startsAtOnce: boolean) {
    starts.current = startsAtOnce;
    void form.submitForm();
  }

  const dialog = {
    timer,
    busy: form.isSubmitting,
    problem,
    onSubmit: submit,
    onClose,
    keeps,
    setKeeps,
  };
  return { form, dialog };
}

interface TimerFormDialogProps {
  readonly timer: Timer | null;
  /** The form's title for a new timer. */
  readonly newTitle: MessageId;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onSubmit: (startsAtOnce: boolean) => void;
  readonly onClose: () => void;
  /** Whether the new timer is also stored as a preset. */
  readonly keeps: boolean;
  readonly setKeeps: (keeps: boolean) => void;
  readonly children: ReactNode;
}

/** The dialog of such a form. A new timer can be started or only saved. */
export function TimerFormDialog(props: TimerFormDialogProps) {
  const { timer, newTitle, busy, problem, onSubmit, onClose, keeps, setKeeps, children } = props;
  const { formatMessage } = useIntl();
  return (
    <Dialog
      title={formatMessage({ id: timer === null ? newTitle : 'timer.editTitle' })}
      onClose={onClose}
      begins="field"
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(true);
        }}
        busy={busy}
        problem={problem}
        onCancel={onClose}
        {...(timer === null && {
          submitText: 'timer.start',
          other: {
            text: 'dialog.save',
            run: () => {
              onSubmit(false);
            },
          },
        })}
      >
        {children}
        {timer === null && <PresetField checked={keeps} onChange={setKeeps} />}
      </DialogForm>
    </Dialog>
  );
}
