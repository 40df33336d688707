import { createServer, type RequestListener, type Server } from 'node:http';
import { OperatorTrouble } from './operator-trouble.ts';

/** A door of the process: one origin, listening. */
export interface Door {
  /** `http://localhost:3000`. */
  readonly url: string;
  readonly port: number;
  /** Takes no new connections, and resolves when the requests under way are answered or `milliseconds` are over. */
  close(milliseconds: number): Promise<void>;
}

/** How long a client may take. A slow one holds a socket, nothing else. */
const SECONDS = { headers: 10, request: 20, keepAlive: 65 };

export interface Opening {
  readonly host: string;
  readonly port: number;
  /** The environment variable that names another port. */
  readonly setting: string;
}

export const listen = async (listener: RequestListener, { host, port, setting }: Opening): Promise<Door> => {
  const server = createServer({
    headersTimeout: SECONDS.headers * 1000,
    requestTimeout: SECONDS.request * 1000,
    keepAliveTimeout: SECONDS.keepAlive * 1000,
  });
  server.on('request', listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(trouble(error, host, port, setting)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    port: bound,
    url: `http://${shownHost(host)}:${bound}`,
    close: (milliseconds) => close(server, milliseconds),
  };
};

const shownHost = (host: string): string => {
  if (host === '127.0.0.1' || host === '::1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

const trouble = (error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error => {
  if (error.code === 'EADDRINUSE') {
    return new OperatorTrouble(`Port ${port} is taken: stop what listens there, or set ${setting} to another port.`);
  }
  if (error.code === 'EACCES') {
    return new OperatorTrouble(
      `Port ${port} needs more rights than this user has: set ${setting} to a port above 1023.`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new OperatorTrouble(
      `This machine has no interface ${host}: set HOST to one of its addresses, or leave it out.`,
    );
  }
  return error;
};

const close = (server: Server, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
