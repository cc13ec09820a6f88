// What the service worker and the pages say to each other.

/** One ring, by the names that the server gives it. */
export interface RingName {
  readonly kind: 'alarm' | 'timer';
  readonly id: number;
  /** An instant as RFC 3339 text. */
  readonly scheduledFor: string;
}

/** The worker asks each page of a ring; the page answers through the port that comes along. */
export interface WorkerQuestion {
  readonly asksAbout: RingName;
}

/** `sounding`: it is heard from some tab of this browser. `answered`: it is over. */
export type PageReply = 'sounding' | 'answered' | 'silent';

/** `look`: somebody came by a notification. `shown`: a notification is shown. `confirmed`: the server knows that this device can be reached. */
export interface WorkerNews {
  readonly tells: 'look' | 'shown' | 'confirmed';
}

/** What a notification keeps with it, for clicks and for pages that look what is shown. */
export interface ShownData {
  /** The page that a click opens. */
  readonly navigate: string;
  /** What rings; null in a notification that nobody has to answer. */
  readonly ring: RingName | null;
  /** It tells of a ring that is over, which is no news to somebody who sees a page. */
  readonly isOver?: boolean;
  /** It tells of an answer that the server has not heard of. */
  readonly isUnsent?: boolean;
}
