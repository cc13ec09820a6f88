// An EventSource that tests speak through.
import { vi } from 'vitest';

export class FakeEventSource {
  private static made: FakeEventSource[] = [];
  private readonly target = new EventTarget();
  closed = false;

  constructor(readonly url: string) {
    FakeEventSource.made.push(this);
  }

  /** Puts it in the place of the browser's. */
  static install(): void {
    FakeEventSource.made = [];
    vi.stubGlobal('EventSource', FakeEventSource);
  }

  /** The one opened last. */
  static latest(): FakeEventSource {
    const latest = FakeEventSource.made.at(-1);
    if (latest === undefined) throw new Error('no event source was opened');
    return latest;
  }

  addEventListener(type: string, listener: (event: Event) => void): void {
    this.target.addEventListener(type, listener);
  }

  close(): void {
    this.closed = true;
  }

  /** What the server sends. */
  emit(type: string, data = '', lastEventId = ''): void {
    this.target.dispatchEvent(new MessageEvent(type, { data, lastEventId }));
  }
}
