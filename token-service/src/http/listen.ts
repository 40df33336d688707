import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Millis } from '@service/billing/values/time.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';

/** One origin of the process, listening. */
export interface HttpServer {
  /** `http://localhost:3000`. */
  readonly url: string;
  readonly port: number;
  /** Serves on, but every response from now on closes its connection, so that the next one goes elsewhere. */
  leave(): void;
  /**
   * Resolves when the requests that are under way now are answered, or after `milliseconds`. The origin keeps
   * listening, so that `/health` can say that the process is going down; every response from now on closes its
   * connection.
   */
  drain(milliseconds: Millis): Promise<void>;
  /**
   * Stops listening, ends idle connections after `idle` milliseconds, at once unless given, and all others after
   * `milliseconds`. A proxy may send a request on an idle connection until it learns that no new one is taken.
   */
  close(milliseconds: Millis, idle?: Millis): Promise<void>;
}

/** Milliseconds that a client may take. */
export interface Timeouts {
  /** From the first byte of a request, or the connection, to the end of the headers. */
  readonly headers: Millis;
  /** To the end of the body. */
  readonly request: Millis;
  /** Between two requests on one connection. */
  readonly keepAlive: Millis;
  /** The interval at which the server checks open connections, so that it notices at most this late. */
  readonly check: Millis;
}

/** A request's headers time out after 11 seconds at the latest, its body after 21. */
export const TIMEOUTS: Timeouts = { headers: 10_000, request: 20_000, keepAlive: 65_000, check: 1_000 };

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The environment variable that names another port. */
  readonly setting: string;
  readonly timeouts?: Timeouts;
}

export const listen = async (
  listener: RequestListener,
  { host, port, setting, timeouts = TIMEOUTS }: ListenOptions,
): Promise<HttpServer> => {
  const server = createServer({
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    // Node looks every 30 seconds by default, which would more than double the two timeouts.
    connectionsCheckingInterval: timeouts.check,
  });
  const { leave, drain } = leaving(server);
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
    leave,
    drain,
    close: (milliseconds, idle = 0) => close(server, milliseconds, idle),
  };
};

/** Keeps account of the requests under way. */
const leaving = (server: Server): Pick<HttpServer, 'leave' | 'drain'> => {
  const underWay = new Set<ServerResponse>();
  let isLeaving = false;
  const leave = (): void => {
    isLeaving = true;
  };
  server.on('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (isLeaving) response.setHeader('Connection', 'close');
  });
  const drain = async (milliseconds: Millis): Promise<void> => {
    leave();
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, milliseconds);
    const responses = [...underWay].map((response) => new Promise((resolve) => response.once('close', resolve)));
    await Promise.race([Promise.all(responses), late.promise]);
    clearTimeout(timer);
  };
  return { leave, drain };
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

const close = (server: Server, milliseconds: Millis, idle: Millis): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), milliseconds);
    const closed = (): void => {
      clearTimeout(late);
      resolve();
    };
    if (idle === 0) {
      server.close(closed);
      return;
    }
    setTimeout(
      afterArrivals(() => server.closeIdleConnections()),
      idle,
    ).unref();
    // That of HTTP would end idle connections, too.
    afterArrivals(() => NetServer.prototype.close.call(server, closed))();
  });

/**
 * Runs the work when the connections and requests that have arrived were taken: what the event loop has not read yet
 * would be lost with the listener or the connection.
 */
const afterArrivals = (work: () => void) => (): void => void setImmediate(work);
