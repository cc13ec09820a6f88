// The form of a channel: its address, what protects it, and which rings it gets.
import { useState, type InputHTMLAttributes } from 'react';
import { useFormik } from 'formik';
import { useIntl, type IntlShape } from 'react-intl';
import { object, string, type InferType } from 'yup';
import styled from 'styled-components';
import { addChannel, changeChannel, type Channel, type ChannelDraft } from '../../../push/channels';
import { ProblemError } from '../../../api/problem-error';
import { useToasts } from '../../dialogs/toasts';
import { ChoiceField } from '../../forms/choice-field';
import { DialogForm } from '../../forms/dialog-form';
import { SelectField, TextField } from '../../forms/field';
import { kindsChoice, kindTexts, protocolText, saveFailureText } from './channels';
import { Warning } from '../../page/texts';
import { labelRule } from '../../forms/label-rule';
import type { MessageId } from '../../../i18n/messages';
import { space } from '../../../styles/theme';
import { Button } from '../../forms/button';
import { CheckField } from '../../forms/switch';
import { Column } from '../../page/page-column';

interface ChannelFormProps {
  /** Undefined for a new one. */
  readonly channel: Channel | undefined;
  readonly onDone: () => void;
}

export function ChannelForm({ channel, onDone }: ChannelFormProps) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const toasts = useToasts();
  const [kind, setKind] = useState<Channel['kind']>(channel?.kind ?? 'ntfy');
  /** An address that the server refused; the error is shown until another one is typed. */
  const [refused, setRefused] = useState<string | null>(null);
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
        saved={savedSecret(channel, values.url)}
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

/** What happens to a saved token or secret when the form is saved: it is carried over to an address of the same host only. */
type SavedSecret = 'none' | 'carried' | 'dropped';

function savedSecret(channel: Channel | undefined, url: string): SavedSecret {
  if (channel?.hasSecret !== true) return 'none';
  const origin = addressOf(url)?.origin;
  return origin === undefined || origin === new URL(channel.url).origin ? 'carried' : 'dropped';
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

const topicPath = /^\/[\w-]{1,64}$/;
const longestUrl = 1_024;
const token = /^[!-~]{1,200}$/;
const secretBytes = { min: 24, max: 64 } as const;

/** The rules, with messages in the reader's language. */
function channelSchema(intl: IntlShape, kind: Channel['kind']) {
  const { formatMessage } = intl;
  const isNtfy = kind === 'ntfy';
  const invalidUrl = formatMessage({
    id: isNtfy ? 'channels.topicInvalid' : 'channels.urlInvalid',
  });
  return object({
    url: string()
      .trim()
      .default('')
      .test('an address', invalidUrl, (text) => isAddress(text, isNtfy)),
    secret: string()
      .trim()
      .default('')
      .test(
        'a secret',
        formatMessage({ id: isNtfy ? 'channels.tokenInvalid' : 'channels.secretInvalid' }),
        (text) => text === '' || (isNtfy ? token.test(text) : isSecret(text)),
      ),
    name: labelRule(intl),
    when: string<Channel['when']>().oneOf(['always', 'unheard']).required(),
    kinds: string<'both' | 'alarm' | 'timer'>().oneOf(['both', 'alarm', 'timer']).required(),
  });
}

type ChannelFields = InferType<ReturnType<typeof channelSchema>>;

/** The parsed address; null if the text is none. */
function addressOf(text: string): URL | null {
  try {
    return new URL(text.trim());
  } catch {
    return null;
  }
}

function isAddress(text: string, isTopic: boolean): boolean {
  const address = addressOf(text);
  if (address === null) return false;
  const { protocol, username, password, hash, pathname, search, href } = address;
  const isPlain = username === '' && password === '' && hash === '' && href.length <= longestUrl;
  if (!isPlain || !['https:', 'http:'].includes(protocol)) return false;
  return !isTopic || (topicPath.test(pathname) && search === '');
}

/** `whsec_` and the bytes in base64, as Standard Webhooks writes secrets. */
function isSecret(text: string): boolean {
  if (!text.startsWith('whsec_')) return false;
  try {
    const { length } = atob(text.slice('whsec_'.length));
    return length >= secretBytes.min && length <= secretBytes.max;
  } catch {
    return false;
  }
}

interface SecretFieldProps {
  readonly kind: Channel['kind'];
  readonly saved: SavedSecret;
  readonly field: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'name' | 'value' | 'onChange' | 'onBlur'
  >;
  readonly error: string | undefined;
  /** Whether the saved one is removed. */
  readonly removes: boolean;
  readonly onRemoves: (removes: boolean) => void;
  readonly onCreated: (secret: string) => void;
}

const labels = { ntfy: 'channels.token', webhook: 'channels.secret' } as const;
const hints = { ntfy: 'channels.tokenHint', webhook: 'channels.secretHint' } as const;

/** The access token of an ntfy server, or the secret that signs messages to a webhook. A saved one is never shown. */
function SecretField(props: SecretFieldProps) {
  const { kind, saved, field, error, removes, onRemoves, onCreated } = props;
  const { formatMessage } = useIntl();
  const isEmpty = field.value === '';
  return (
    <Column $gap={4}>
      <TextField
        label={formatMessage({ id: labels[kind] })}
        hint={formatMessage({ id: hintOf(kind, isEmpty ? saved : 'none') })}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        {...field}
        error={error}
      />
      {kind === 'webhook' && isEmpty && (
        <Create
          $kind="quiet"
          onClick={() => {
            onCreated(newSecret());
          }}
        >
          {formatMessage({ id: 'channels.createSecret' })}
        </Create>
      )}
      {saved === 'carried' && isEmpty && (
        <CheckField
          label={formatMessage({ id: 'channels.removeSecret' })}
          checked={removes}
          onChange={onRemoves}
        />
      )}
    </Column>
  );
}

/** A secret as Standard Webhooks writes it, of 256 random bits. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

function hintOf(kind: Channel['kind'], saved: SavedSecret): MessageId {
  if (saved === 'carried') return 'channels.secretKept';
  return saved === 'dropped' ? 'channels.secretDropped' : hints[kind];
}

/** A button whose text is aligned with the field. */
const Create = styled(Button)`
  justify-self: start;
  margin-inline-start: calc(-1 * ${space[16]});
`;
