// A push service on this machine that speaks Firefox's own protocol: https://mozilla-push-service.readthedocs.io/
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** A message of the browser. */
interface Told {
  readonly messageType?: string;
  readonly channelID?: string;
  readonly uaid?: string;
}

export class Autopush {
  private browser: WebSocket | null = null;
  private version = 0;

  private constructor(
    private readonly server: Server,
    private readonly sockets: WebSocketServer,
  ) {}

  static async open(): Promise<Autopush> {
    const server = createServer();
    const service = new Autopush(server, new WebSocketServer({ server }));
    server.on('request', (request, response) => {
      void service.accept(request).then((status) => response.writeHead(status).end());
    });
    service.sockets.on('connection', (socket) => {
      service.browser = socket;
      socket.on('message', (data: Buffer) => {
        const answer = service.answer(JSON.parse(data.toString()) as Told);
        if (answer !== null) socket.send(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  /** Where the site's server posts. */
  get origin(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Preferences of a Firefox that uses this service. */
  get preferences(): Readonly<Record<string, boolean | number | string>> {
    return {
      'dom.push.connection.enabled': true,
      'dom.push.serverURL': this.origin.replace('http', 'ws'),
      'dom.push.testing.allowInsecureServerURL': true,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': true,
    };
  }

  async close(): Promise<void> {
    this.sockets.close();
    this.browser?.terminate();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer({ messageType, channelID = '', uaid }: Told): object | null {
    if (messageType === undefined) return {};
    const status = 200;
    if (messageType === 'hello')
      return { messageType, status, uaid: uaid ?? '0'.repeat(32), use_webpush: true };
    if (messageType === 'register') {
      const pushEndpoint = `${this.origin}/wpush/${channelID}`;
      return { messageType, status, channelID, pushEndpoint };
    }
    return messageType === 'unregister' ? { messageType, status, channelID } : null;
  }

  /** Hands a post of the site's server to the browser, which decrypts it. */
  private async accept(request: IncomingMessage): Promise<number> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (this.browser === null) return 503;
    this.version += 1;
    this.browser.send(
      JSON.stringify({
        messageType: 'notification',
        channelID: request.url?.split('/').at(-1),
        version: String(this.version),
        data: Buffer.concat(parts).toString('base64url'),
        headers: { encoding: request.headers['content-encoding'] },
      }),
    );
    return 201;
  }
}
