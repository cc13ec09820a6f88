// What pages and the service worker say to each other.
import type { LanguageCode } from '../i18n/languages';

export interface MessageToWorker {
  /** Keep the pages in this language for when there is no network. */
  readonly keepPagesIn?: LanguageCode;
  /** Send the answers that were given in notifications and have not reached the server. */
  readonly sendAnswers?: true;
}
