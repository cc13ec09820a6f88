// An EventSource that tests speak through.
import { vi } from 'vitest';

export class FakeEventSource {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  private static made: FakeEventSource[] = [];
  private readonly target = new EventTarget();
  readyState: number = FakeEventSource.CONNECTING;

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

  get closed(): boolean {
    return this.readyState === FakeEventSource.CLOSED;
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  /** What a browser does when the answer is no stream: it gives up. */
  refuse(): void {
    this.close();
    this.emit('error');
  }

  /** What the server sends. */
  emit(type: string, data = '', lastEventId = ''): void {
    this.target.dispatchEvent(new MessageEvent(type, { data, lastEventId }));
  }
}
