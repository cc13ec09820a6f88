// A line to the server that can run a script in front of the scripts of every page, hold requests, and lose or change
// answers: in every engine, whatever its driver can do.
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const scriptPath = '/before-the-page.js';

/** A request, such as `GET /api/alarms`. */
export interface Asked {
  readonly what: string;
  readonly browserId: string | undefined;
}

export class AlteredLine {
  /** The requests that have arrived here, held ones included. */
  readonly asked: Asked[] = [];
  private held: RegExp | null = null;
  private lost: RegExp | null = null;
  private altered: { readonly what: RegExp; readonly change: (text: string) => string } | null =
    null;
  private readonly waiting = new Set<() => void>();
  private readonly server: Server;

  private constructor(
    private readonly target: string,
    private readonly script: string,
  ) {
    this.server = createServer((asked, answer) => {
      this.take(asked, answer);
    });
  }

  /** Listens at an address of this machine, such as 127.0.0.2, because cookies are not separated by ports. */
  static async open(target: string, address: string, script = ''): Promise<AlteredLine> {
    const line = new AlteredLine(target, script);
    await new Promise<void>((resolve) => line.server.listen(0, address, resolve));
    return line;
  }

  /** The line's origin. */
  get url(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address}:${String(port)}`;
  }

  /** Requests that match are not passed on until they are released: not at all if their page is gone by then. */
  hold(what: RegExp): void {
    this.held = what;
  }

  release(): void {
    this.held = null;
    for (const pass of this.waiting) pass();
    this.waiting.clear();
  }

  /** Requests that match are passed on, and their answers are lost. */
  loseAnswers(what: RegExp | null): void {
    this.lost = what;
  }

  /** Changes the text of answers. */
  alter(what: RegExp, change: (text: string) => string): void {
    this.altered = { what, change };
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private take(asked: IncomingMessage, answer: ServerResponse): void {
    if (asked.url === scriptPath) {
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(this.script);
      return;
    }
    const what = `${asked.method ?? ''} ${asked.url ?? ''}`;
    const id = asked.headers['x-browser-id'];
    this.asked.push({ what, browserId: typeof id === 'string' ? id : undefined });
    const pass = () => {
      this.pass(what, asked, answer);
    };
    if (this.held?.test(what) !== true) {
      pass();
      return;
    }
    this.waiting.add(pass);
    answer.on('close', () => this.waiting.delete(pass));
  }

  private pass(what: string, asked: IncomingMessage, answer: ServerResponse): void {
    const isLost = this.lost?.test(what) === true;
    const { method, headers } = asked;
    const onward = request(
      new URL(asked.url ?? '/', this.target),
      { method, headers: { ...headers, 'accept-encoding': 'identity' } },
      (response) => {
        if (isLost) {
          answer.destroy();
          return;
        }
        void this.changed(what, response).then((page) => {
          const { statusCode = 502, headers: told } = response;
          if (page === null) {
            answer.writeHead(statusCode, told);
            response.pipe(answer);
          } else {
            const others = { ...told, 'content-length': Buffer.byteLength(page) };
            answer.writeHead(statusCode, others).end(page);
          }
        });
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  }

  /** A page with the script, or another text that was changed; null for everything that stays as it is. */
  private async changed(what: string, response: IncomingMessage): Promise<string | null> {
    const isPage = response.headers['content-type']?.startsWith('text/html') === true;
    const change =
      this.altered?.what.test(what) === true
        ? this.altered.change
        : isPage && this.script !== ''
          ? withScript
          : null;
    if (change === null) return null;
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    return change(Buffer.concat(parts).toString());
  }
}

function withScript(page: string): string {
  return page.replace(/<head[^>]*>/, (head) => `${head}<script src="${scriptPath}"></script>`);
}
