// The server's event stream, controlled by tests.
import { vi } from 'vitest';

export class FakeEventStream {
  private static opened: FakeEventStream[] = [];
  readonly answer: Promise<Response>;
  closed = false;
  private settle: (answer: Response) => void = () => undefined;
  private fail: (failure: Error) => void = () => undefined;
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  private constructor(
    readonly path: string,
    readonly headers: Headers,
    signal: AbortSignal | null | undefined,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.settle = resolve;
      this.fail = reject;
    });
    signal?.addEventListener('abort', () => {
      this.closed = true;
      this.lose();
    });
    FakeEventStream.opened.push(this);
  }

  /** Installs it instead of the network. */
  static install(): void {
    FakeEventStream.opened = [];
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      return new FakeEventStream(path, new Headers(init.headers), init.signal).answer;
    });
  }

  /** The last stream that was opened. */
  static latest(): FakeEventStream {
    const latest = FakeEventStream.opened.at(-1);
    if (latest === undefined) throw new Error('no stream was opened');
    return latest;
  }

  /** Sends an event; the first one also sends the response's head. */
  async emit(name: string | null, data = '{}', id: string | null = null): Promise<void> {
    const fields = [
      ...(name === null ? [] : [`event: ${name}`]),
      ...(id === null ? [] : [`id: ${id}`]),
      `data: ${data}`,
    ];
    await this.write(`${fields.join('\n')}\n\n`);
  }

  async write(sent: string | Uint8Array): Promise<void> {
    this.begin();
    this.controller?.enqueue(typeof sent === 'string' ? new TextEncoder().encode(sent) : sent);
    await settled();
  }

  /** Breaks the connection. */
  lose(): void {
    this.fail(new TypeError('network error'));
    try {
      this.controller?.error(new TypeError('network error'));
    } catch {
      // It has ended already.
    }
  }

  /** Ends the stream properly. */
  async end(): Promise<void> {
    this.begin();
    this.controller?.close();
    await settled();
  }

  refuse(status: number, headers: Record<string, string> = {}, problem: object = {}): void {
    this.settle(new Response(JSON.stringify(problem), { status, headers }));
  }

  private begin(): void {
    if (this.controller !== null || this.closed) return;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
      },
    });
    this.settle(new Response(body));
  }
}

/** Lets the page read what was sent, independently of the clock. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await vi.advanceTimersByTimeAsync(0);
}
