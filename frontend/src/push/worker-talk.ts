// Messages between the service worker and the pages.
import type { RingName } from '../model/types';
import type { LanguageCode } from '../i18n/languages';

/** The worker asks each page about a ring; the page answers through the port of the message. */
export interface WorkerQuestion {
  readonly asksAbout: RingName;
}

/** `sounding`: some tab of this browser sounds it. `answered`: it is over. */
export type PageReply = 'sounding' | 'answered' | 'silent';

/**
 * `look`: the visitor came by a notification. `shown`: a notification is shown. `confirmed`: the server has confirmed
 * this device.
 */
export interface WorkerNews {
  readonly tells: 'look' | 'shown' | 'confirmed';
}

/** The data of a notification, for clicks and for pages that look at what is shown. */
export interface ShownData {
  /** The page that a click opens. */
  readonly navigate: string;
  /** The ring; null for a notification that needs no answer. */
  readonly ring: RingName | null;
  /** The notification says that a ring is over, which is no news to a visitor who sees a page. */
  readonly isOver?: boolean;
  /** The notification says that there is an answer that could not be sent. */
  readonly isUnsent?: boolean;
}

export interface MessageToWorker {
  /** Cache the pages in this language for offline use. */
  readonly keepPagesIn?: LanguageCode;
  /** Send the answers that were given in notifications and could not be sent. */
  readonly sendAnswers?: true;
  /** Count the unanswered rings on the app's icon again: the page has closed notifications. */
  readonly recount?: true;
}
