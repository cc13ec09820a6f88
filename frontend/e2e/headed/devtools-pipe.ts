// The DevTools protocol over a pipe: unlike Playwright it leaves focus and visibility of tabs as they are.
import type { Readable, Writable } from 'node:stream';

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (failure: Error) => void;
}

export class DevToolsPipe {
  private lastId = 0;
  private unread = '';
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly requests: Writable,
    answers: Readable,
  ) {
    answers.setEncoding('utf8');
    answers.on('data', (chunk: string) => {
      this.read(chunk);
    });
  }

  send<Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    this.lastId += 1;
    const id = this.lastId;
    this.requests.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, {
        resolve: (result) => {
          resolve(result as Result);
        },
        reject: (failure) => {
          reject(new Error(`${method}: ${failure.message}`));
        },
      });
    });
  }

  private read(chunk: string): void {
    const messages = (this.unread + chunk).split('\0');
    this.unread = messages.pop() ?? '';
    for (const message of messages) this.settle(JSON.parse(message) as Message);
  }

  private settle({ id, result, error }: Message): void {
    if (id === undefined) return;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }
}
