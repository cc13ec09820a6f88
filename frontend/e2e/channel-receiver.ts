// What channels send to, on this machine: an ntfy server and a webhook at one origin, which record their messages.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from './visitor';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A message to a webhook. */
export interface Hooked {
  readonly type: 'ring.started' | 'ring.answered' | 'test';
  readonly data: Readonly<Record<string, unknown>>;
}

/** A message to an ntfy server. */
export interface Published {
  readonly topic: string;
  readonly title: string;
  readonly actions?: readonly {
    readonly label: string;
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
}

export class ChannelReceiver {
  /** The status of the answers. */
  status = 200;
  private readonly waiting: Received[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<ChannelReceiver> {
    const server = createServer();
    const receiver = new ChannelReceiver(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        receiver.waiting.push({ path, headers, body: Buffer.concat(parts).toString() });
        response.writeHead(receiver.status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get origin(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** The next message to the webhook, which must be signed with this secret. */
  async hooked(secret: string): Promise<Hooked> {
    const { headers, body } = await this.next('/hook');
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    return JSON.parse(body) as Hooked;
  }

  /** The next message to a topic. */
  async published(): Promise<Published> {
    return JSON.parse((await this.next('/')).body) as Published;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async next(path: string): Promise<Received> {
    const isIts = (one: Received) => one.path === path;
    await expect.poll(() => this.waiting.some(isIts)).toBe(true);
    const [received] = this.waiting.splice(this.waiting.findIndex(isIts), 1);
    if (received === undefined) throw new Error('nothing has come');
    return received;
  }
}
