// What the forms of both kinds of timer share: how they are saved, and the dialog with the buttons at its foot.
import { useRef, useState, type ReactNode } from 'react';
import { useFormik, type FormikValues } from 'formik';
import { useIntl } from 'react-intl';
import type { Schema } from 'yup';
import { createTimer, updateTimer } from '../../api/timers';
import type { IntervalDraft, Timer, TimerDraft } from '../../api/types';
import { Dialog } from '../../components/dialogs/dialog';
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
  /** What the server is sent of valid fields. */
  readonly draftOf: (fields: Fields) => Draft;
  /** What of that is new to a timer: a length that is sent resets it. */
  readonly changesOf: (timer: Timer, draft: Draft) => Partial<TimerDraft>;
  readonly onClose: () => void;
}

/** A form that makes or changes a timer; a failure says so and leaves it open, with everything typed in it. */
export function useTimerForm<Fields extends FormikValues, Draft extends TimerDraft | IntervalDraft>(
  options: TimerFormOptions<Fields, Draft>,
) {
  const { timer, initialValues, schema, draftOf, changesOf, onClose } = options;
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const starts = useRef(true);
  const [keeps, setKeeps] = useState(false);
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
        toasts.show({
          title: formatMessage({ id: 'timer.errorTitle' }),
          text: writeFailureText(intl, failure, 'timer.errorText'),
          tone: 'destructive',
        });
        return;
      }
      if (timer === null && keeps) addPreset(seedOf(draft));
      toasts.show(
        timer === null
          ? {
              title: formatMessage({ id: 'timer.createdTitle' }),
              text: formatMessage({ id: 'timer.createdText' }),
            }
          : {
              title: formatMessage({ id: 'timer.updatedTitle' }),
              text: formatMessage({ id: 'timer.updatedText' }),
            },
      );
      onClose();
    },
  });

  function submit(startsAtOnce: boolean) {
    starts.current = startsAtOnce;
    void form.submitForm();
  }

  /** What the dialog needs to know of it. */
  const dialog = { timer, busy: form.isSubmitting, onSubmit: submit, onClose, keeps, setKeeps };
  return { form, dialog };
}

interface TimerFormDialogProps {
  readonly timer: Timer | null;
  /** What it is called where the timer is new. */
  readonly newTitle: MessageId;
  readonly busy: boolean;
  readonly onSubmit: (startsAtOnce: boolean) => void;
  readonly onClose: () => void;
  /** Whether the new timer becomes one of the presets as well. */
  readonly keeps: boolean;
  readonly setKeeps: (keeps: boolean) => void;
  readonly children: ReactNode;
}

/** The dialog around such a form: a new timer is started, or only saved. */
export function TimerFormDialog(props: TimerFormDialogProps) {
  const { timer, newTitle, busy, onSubmit, onClose, keeps, setKeeps, children } = props;
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
