// A line to the server that runs a script in front of the scripts of every page, which all engines can be tested with.
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const scriptPath = '/before-the-page.js';

export class AlteredLine {
  private constructor(
    private readonly server: Server,
    /** The line's origin, whose storage and cookies belong to no other line with another address. */
    readonly url: string,
  ) {}

  /** Listens at an address of this machine, such as 127.0.0.2. */
  static async open(target: string, address: string, script: string): Promise<AlteredLine> {
    const server = createServer((asked, answer) => {
      if (asked.url === scriptPath) {
        answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
        return;
      }
      const { method, headers } = asked;
      const onward = request(
        new URL(asked.url ?? '/', target),
        { method, headers: { ...headers, 'accept-encoding': 'identity' } },
        (response) => {
          void pageOf(response).then((page) => {
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
    });
    await new Promise<void>((resolve) => server.listen(0, address, resolve));
    const { port } = server.address() as AddressInfo;
    return new AlteredLine(server, `http://${address}:${String(port)}`);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

/** The page of a response with the script; null for everything else. */
async function pageOf(response: IncomingMessage): Promise<string | null> {
  if (response.headers['content-type']?.startsWith('text/html') !== true) return null;
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return Buffer.concat(parts)
    .toString()
    .replace(/<head[^>]*>/, (head) => `${head}<script src="${scriptPath}"></script>`);
}
