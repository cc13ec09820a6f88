// Messages from pages to the service worker.
import type { LanguageCode } from '../i18n/languages';

export interface MessageToWorker {
  /** Cache the pages in this language for offline use. */
  readonly keepPagesIn?: LanguageCode;
  /** Send the answers that were given in notifications and could not be sent. */
  readonly sendAnswers?: true;
  /** Count the unanswered rings on the app's icon again: the page has closed notifications. */
  readonly recount?: true;
}
