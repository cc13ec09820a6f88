// The line between browsers and the server, which a journey can cut: the server is away, and nothing has to restart.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Line {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  private constructor(private readonly target: URL) {}

  static async open(target: string): Promise<Line> {
    const line = new Line(new URL(target));
    await line.restore();
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** Acts while the line is cut. */
  async whileCut(act: () => Promise<void>): Promise<void> {
    await this.cut();
    try {
      await act();
    } finally {
      await this.restore();
    }
  }

  /** Ends all connections and refuses new ones. */
  async cut(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    const closed = new Promise((resolve) => {
      server.once('close', resolve).close();
    });
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Listens again at the same address. */
  async restore(): Promise<void> {
    const server = createServer((socket) => {
      const onward = connect(Number(this.target.port), this.target.hostname);
      for (const one of [socket, onward]) {
        this.sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          this.sockets.delete(one);
          socket.destroy();
          onward.destroy();
        });
      }
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }
}
