import { connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, so that a test can freeze the server or take it away. */
export interface Proxy {
  readonly url: string;
  /** Bytes that clients have sent. */
  sent(): number;
  /** Connections stay open and are accepted, but nothing gets through any more. */
  freeze(): void;
  thaw(): void;
  /** Ends every connection and refuses new ones. */
  stop(): Promise<void>;
  /** Listens again, at the same address. */
  start(): Promise<void>;
}

export const openProxy = async (to: string): Promise<Proxy> => {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let sent = 0;
  let frozen = false;
  /** Data that arrives while the proxy is frozen, in order. */
  let held: (() => void)[] = [];

  const pass = (from: Socket, into: Socket): void => {
    from.on('data', (bytes) => {
      if (frozen) held.push(() => into.write(bytes));
      else into.write(bytes);
    });
    from.on('close', () => into.destroy());
  };
  const server = createServer((client) => {
    const behind = connect(Number(target.port), target.hostname);
    for (const socket of [client, behind]) {
      sockets.add(socket.on('error', () => {}));
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', ({ length }) => {
      sent += length;
    });
    pass(client, behind);
    pass(behind, client);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const url = new URL(to);
  url.host = `127.0.0.1:${port}`;

  return {
    url: url.href,
    sent: () => sent,
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
      for (const write of held) write();
      held = [];
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    start: () => listen(port),
  };
};
