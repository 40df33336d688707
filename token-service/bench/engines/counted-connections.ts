import { connect, createServer, type Socket } from 'node:net';

/** Numbers of what clients sent to a server. */
export interface Counts {
  /** Those that begin and end transactions included. */
  readonly statements: number;
  /** Times that a client sent statements after all that it had sent on a connection were answered. */
  readonly roundTrips: number;
}

export interface CountedConnections {
  /** The address to use in place of the server's. */
  readonly url: string;
  /** Returns what was sent since the last call. */
  take(): Counts;
  close(): Promise<void>;
}

const codeOf = (letter: string): number => letter.charCodeAt(0);
const EXECUTE = codeOf('E');
const QUERY = codeOf('Q');
const SYNC = codeOf('S');
const READY = codeOf('Z');

/** Bytes of the length of a message, which counts itself. */
const LENGTH = 4;

/** Calls `each` with the type of every message in a stream. The first message of a client has no type. */
const openReader = (each: (type: number) => void, isClient: boolean): ((chunk: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let head = isClient ? 0 : 1;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= head + LENGTH) {
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (head > 0) each(rest[0] as number);
      head = 1;
      rest = rest.subarray(end);
    }
  };
};

/** Listens in front of a PostgreSQL server, hands everything on, and counts what clients send. */
export const countConnections = async (url: string): Promise<CountedConnections> => {
  let statements = 0;
  let roundTrips = 0;
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(url);
  const listener = createServer((client) => {
    const server = connect(Number(port), hostname);
    let unanswered = 0;
    let waited = true;
    const readClient = openReader((type) => {
      if (type === EXECUTE || type === QUERY) statements += 1;
      if (type !== SYNC && type !== QUERY) return;
      if (waited) roundTrips += 1;
      waited = false;
      unanswered += 1;
    }, true);
    const readServer = openReader((type) => {
      if (type === READY && unanswered > 0) unanswered -= 1;
    }, false);
    client.on('data', (chunk: Buffer) => {
      waited = unanswered === 0;
      readClient(chunk);
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      readServer(chunk);
      client.write(chunk);
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket.setNoDelay(true).on('error', () => {}));
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const there = new URL(url);
  there.port = String(address && typeof address === 'object' ? address.port : 0);
  return {
    url: there.href,
    take() {
      const counts = { statements, roundTrips };
      statements = 0;
      roundTrips = 0;
      return counts;
    },
    async close() {
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
