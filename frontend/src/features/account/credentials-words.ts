// The texts of signing in and of creating an account.
import type { MessageId } from '../../i18n/messages';

export type CredentialsMode = 'sign in' | 'register';

interface CredentialsWords {
  readonly submit: MessageId;
  readonly busy: MessageId;
  readonly doneTitle: MessageId;
  readonly doneText: MessageId;
  readonly failed: MessageId;
  /** The link to the other mode. */
  readonly otherQuestion: MessageId;
  readonly other: MessageId;
}

export const credentialsWords: Record<CredentialsMode, CredentialsWords> = {
  'sign in': {
    submit: 'account.signIn',
    busy: 'account.signingIn',
    doneTitle: 'account.signedInTitle',
    doneText: 'account.signedInText',
    failed: 'account.signInFailed',
    otherQuestion: 'account.isNew',
    other: 'account.toRegister',
  },
  register: {
    submit: 'account.register',
    busy: 'account.registering',
    doneTitle: 'account.registeredTitle',
    doneText: 'account.registeredText',
    failed: 'account.registerFailed',
    otherQuestion: 'account.isKnown',
    other: 'account.toSignIn',
  },
};
