// The form of a channel: its address, what protects it, and which rings it gets.
import { useState } from 'react';
import { useFormik } from 'formik';
import { useIntl } from 'react-intl';
import { addChannel, changeChannel, type Channel, type ChannelDraft } from '../../../push/channels';
import { ProblemError } from '../../../api/problem-error';
import { useToasts } from '../../dialogs/toasts';
import { ChoiceField } from '../../forms/choice-field';
import { DialogForm } from '../../forms/dialog-form';
import { SelectField, TextField } from '../../forms/field';
import { addressOf, channelSchema, type ChannelFields } from './channel-schema';
import { kindsChoice, kindTexts, protocolText, saveFailureText } from './channel-words';
import { SecretField } from './secret-field';
import { Warning } from '../../page/texts';

interface ChannelFormProps {
  /** Undefined for a new one. */
  readonly channel: Channel | undefined;
  readonly onDone: () => void;
}

/** An address that the server refused; the error is shown until another one is typed. */
type RefusedUrl = string | null;

export function ChannelForm({ channel, onDone }: ChannelFormProps) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const toasts = useToasts();
  const [kind, setKind] = useState<Channel['kind']>(channel?.kind ?? 'ntfy');
  const [refused, setRefused] = useState<RefusedUrl>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [removesSecret, setRemovesSecret] = useState(false);
  const isNtfy = kind === 'ntfy';

  const form = useFormik<ChannelFields>({
    initialValues: {
      url: channel?.url ?? newTopic(),
      secret: '',
      name: channel?.name ?? '',
      when: channel?.when ?? 'always',
      kinds: kindsChoice(channel?.kinds ?? []),
    },
    validationSchema: channelSchema(intl, kind),
    onSubmit: async (fields) => {
      setFailure(null);
      const draft = draftOf(fields, { kind, locale, removesSecret });
      try {
        if (channel === undefined) await addChannel(kind, draft);
        else await changeChannel(channel.id, draft);
      } catch (cause) {
        if (cause instanceof ProblemError && 'url' in cause.errors) setRefused(fields.url);
        else setFailure(saveFailureText(intl, cause));
        return;
      }
      toasts.show({
        title: formatMessage({ id: 'channels.saved' }),
        text: formatMessage({ id: 'channels.tryIt' }),
      });
      onDone();
    },
  });
  const { values, errors, touched } = form;

  /** A new channel of the other kind has another address, but the same choices. */
  function choose(chosen: Channel['kind']) {
    setKind(chosen);
    setFailure(null);
    const other = { url: chosen === 'ntfy' ? newTopic() : '', secret: '' };
    void form.setTouched({});
    void form.setValues({ ...values, ...other });
  }

  const isRefused = refused !== null && refused === values.url;
  return (
    <DialogForm onSubmit={form.handleSubmit} busy={form.isSubmitting} onCancel={onDone}>
      {channel === undefined && (
        <ChoiceField
          legend={formatMessage({ id: 'channels.kind' })}
          name="kind"
          value={kind}
          options={(['ntfy', 'webhook'] as const).map((one) => ({
            value: one,
            text: protocolText(intl, one),
          }))}
          onChoose={choose}
        />
      )}
      <TextField
        label={formatMessage({ id: isNtfy ? 'channels.topic' : 'channels.url' })}
        hint={formatMessage({ id: isNtfy ? 'channels.topicHint' : 'channels.urlHint' })}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        required
        {...form.getFieldProps('url')}
        error={
          isRefused
            ? formatMessage({ id: 'channels.urlRefused' })
            : touched.url === true
              ? errors.url
              : undefined
        }
      />
      <SecretField
        key={kind}
        kind={kind}
        kept={keptSecret(channel, values.url)}
        field={form.getFieldProps('secret')}
        error={touched.secret === true ? errors.secret : undefined}
        removes={removesSecret}
        onRemoves={setRemovesSecret}
        onCreated={(secret) => void form.setFieldValue('secret', secret)}
      />
      <TextField
        label={formatMessage({ id: 'channels.name' })}
        autoComplete="off"
        dir="auto"
        {...form.getFieldProps('name')}
        error={errors.name}
      />
      <ChoiceField
        legend={formatMessage({ id: 'channels.when' })}
        name="when"
        stacked
        value={values.when}
        options={[
          { value: 'always', text: formatMessage({ id: 'channels.always' }) },
          { value: 'unheard', text: formatMessage({ id: 'channels.unheard' }) },
        ]}
        onChoose={(when) => void form.setFieldValue('when', when)}
      />
      <SelectField
        label={formatMessage({ id: 'channels.kinds' })}
        options={Object.entries(kindTexts).map(([value, id]) => ({
          value,
          text: formatMessage({ id }),
        }))}
        {...form.getFieldProps('kinds')}
      />
      {failure !== null && <Warning role="alert">{failure}</Warning>}
    </DialogForm>
  );
}

/** What happens to the saved token or secret: kept for the same host only; `none` if there is none. */
function keptSecret(channel: Channel | undefined, url: string): 'none' | 'kept' | 'dropped' {
  if (channel?.hasSecret !== true) return 'none';
  const origin = addressOf(url)?.origin;
  return origin === undefined || origin === new URL(channel.url).origin ? 'kept' : 'dropped';
}

/** A topic of the public ntfy server. Whoever knows its name reads its messages, so it has 100 random bits. */
function newTopic(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  const letters = Array.from(bytes, (byte) => (byte % 32).toString(32)).join('');
  return `https://ntfy.sh/tokibako-${letters}`;
}

function draftOf(
  { url, secret, name, when, kinds }: ChannelFields,
  how: {
    readonly kind: Channel['kind'];
    readonly locale: string;
    readonly removesSecret: boolean;
  },
): ChannelDraft {
  const typed = secret.trim();
  const written = typed === '' ? (how.removesSecret ? null : undefined) : typed;
  return {
    // As the server compares it: its host in lower case, for example.
    url: addressOf(url)?.href ?? url,
    name: name.trim() || null,
    language: how.locale as ChannelDraft['language'],
    when,
    kinds: kinds === 'both' ? ['alarm', 'timer'] : [kinds],
    ...(written !== undefined && { [how.kind === 'ntfy' ? 'token' : 'secret']: written }),
  };
}
