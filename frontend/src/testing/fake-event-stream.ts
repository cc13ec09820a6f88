// The server's stream of events, through which tests speak.
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

  /** Puts it in the place of the network. */
  static install(): void {
    FakeEventStream.opened = [];
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      return new FakeEventStream(path, new Headers(init.headers), init.signal).answer;
    });
  }

  /** The one opened last. */
  static latest(): FakeEventStream {
    const latest = FakeEventStream.opened.at(-1);
    if (latest === undefined) throw new Error('no stream was opened');
    return latest;
  }

  /** What the server sends; the first time it answers with that. */
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

  /** The connection is lost. */
  lose(): void {
    this.fail(new TypeError('network error'));
    try {
      this.controller?.error(new TypeError('network error'));
    } catch {
      // It has ended already.
    }
  }

  /** The server ends it. */
  async end(): Promise<void> {
    this.begin();
    this.controller?.close();
    await settled();
  }

  refuse(status: number, headers: Record<string, string> = {}): void {
    this.settle(new Response('{}', { status, headers }));
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

/** Lets what was sent be read, whatever the clock says. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await vi.advanceTimersByTimeAsync(0);
}
