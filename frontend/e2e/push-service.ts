// A push service on this machine: it accepts the server's posts and decrypts them like the device (RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from './visitor';

/** A message, as the service worker gets it. */
export interface Pushed {
  readonly notification: {
    readonly tag: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** A device's subscription, and the messages that were not taken yet. */
export class Device {
  readonly waiting: Pushed[] = [];
  private readonly ecdh: ECDH = createECDH('prime256v1');
  private readonly publicKey = this.ecdh.generateKeys();
  private readonly auth = randomBytes(16);

  constructor(readonly endpoint: string) {}

  get keys(): { readonly p256dh: string; readonly auth: string } {
    return {
      p256dh: this.publicKey.toString('base64url'),
      auth: this.auth.toString('base64url'),
    };
  }

  /** The next message, which must be of this kind. */
  async next(kind: 'hello' | 'ring' | 'stop'): Promise<Pushed> {
    await expect.poll(() => this.waiting.length).toBeGreaterThan(0);
    const message = this.waiting.shift();
    if (message === undefined) throw new Error('nothing has come');
    expect(message.notification.data).toHaveProperty(kind);
    return message;
  }

  take(sealed: Buffer): void {
    this.waiting.push(JSON.parse(this.opened(sealed)) as Pushed);
  }

  private opened(sealed: Buffer): string {
    const [salt, sender, record] = [sealed.subarray(0, 16), sealed.subarray(21, 86), 86];
    const derived = (
      of: Uint8Array,
      saltOf: Uint8Array,
      info: Uint8Array | string,
      length: number,
    ) => Buffer.from(hkdfSync('sha256', of, saltOf, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender]);
    const material = derived(this.ecdh.computeSecret(sender), this.auth, info, 32);
    const key = derived(material, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derived(material, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(record, -16)), decipher.final()]);
    // The message ends at the padding.
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }
}

/** A service with as many devices as a test needs. */
export class PushService {
  private readonly devices = new Map<string, Device>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server);
    server.on('request', (request: IncomingMessage, response) => {
      void bodyOf(request).then((body) => {
        service.devices.get(request.url ?? '')?.take(body);
        response.writeHead(201).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Adds a device. */
  subscribe(): Device {
    const path = `/push/${String(this.devices.size + 1)}`;
    const device = new Device(`${this.origin}${path}`);
    this.devices.set(path, device);
    return device;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
