import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Millis } from '@service/billing/values/time.ts';
import { destinationOf, type WebhookNetwork } from '../../runtime/webhook-networks.ts';
import { ForbiddenAddress, guardedLookup, isAllowed, type Resolve } from './guarded-lookup.ts';

/** Milliseconds that an endpoint has to respond. */
export const TIMEOUT = 5_000;
/** Bytes of a response body that are read; the connection is closed on a longer one. */
const MOST_READ = 64 * 1024;
/** Characters of it that are kept. */
const MOST_KEPT = 1_000;
/** Open connections to one host. */
const MOST_SOCKETS = 64;

export interface PostResult {
  /** Null: no response in time. */
  readonly status: number | null;
  /** The reason why there was none, in a few words without any part of the request. */
  readonly error: string | null;
  readonly response: string | null;
  /** The `Retry-After` header as it was sent. */
  readonly retryAfter: string | undefined;
}

export interface Poster {
  /**
   * Sends one request and never rejects. `loopback`: this machine and every port may be reached too. Redirects are not
   * followed.
   */
  post(
    url: string,
    request: {
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly loopback: boolean;
      /** The request that caused the event. It is not sent. */
      readonly correlation?: string | null;
    },
  ): Promise<PostResult>;
  close(): void;
}

interface PosterOptions {
  readonly timeout?: Millis;
  /** Private networks and hosts that may be reached. */
  readonly networks?: readonly WebhookNetwork[];
  /** Replaces the resolver of the system. */
  readonly resolve?: Resolve;
}

/** Opens the HTTP client of deliveries, which keeps connections open between requests. */
export const openPoster = ({ timeout = TIMEOUT, networks = [], resolve }: PosterOptions = {}): Poster => {
  // A connection is kept for its host and port, which decide what it may reach together with the kind of site.
  const agents = [false, true].map(() => {
    const options = { keepAlive: true, maxSockets: MOST_SOCKETS, maxFreeSockets: 16 } as const;
    return { http: new HttpAgent(options), https: new HttpsAgent(options) };
  });

  const attempt = (
    address: string,
    { headers, body, loopback }: Parameters<Poster['post']>[1],
    again: boolean,
  ): Promise<PostResult> =>
    new Promise((done) => {
      const url = new URL(address);
      const destination = destinationOf(url);
      const reach = { loopback, networks };
      // A literal address is not looked up.
      if (isIP(destination.host) !== 0 && !isAllowed(destination.host, destination, reach)) {
        return done(failed(new ForbiddenAddress()));
      }
      const lookup = guardedLookup(destination, reach, resolve);
      const agent = agents[loopback ? 1 : 0];
      const [send, through] = url.protocol === 'https:' ? [httpsRequest, agent?.https] : [httpRequest, agent?.http];
      const payload = Buffer.from(body);
      let response: IncomingMessage | undefined;
      let read: Buffer[] = [];
      let size = 0;

      const finish = (error?: NodeJS.ErrnoException): void => {
        clearTimeout(timer);
        // The receiver closed a kept connection while this request was sent on it.
        const isStale = error?.code === 'ECONNRESET' && request.reusedSocket && again;
        if (response) done(responded(response, read));
        else done(isStale ? attempt(address, { headers, body, loopback }, false) : failed(error));
        read = [];
      };
      const request = send(
        url,
        { method: 'POST', agent: through, lookup, headers: { ...headers, 'Content-Length': payload.length } },
        (incoming) => {
          response = incoming;
          incoming.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size <= MOST_READ) read.push(chunk);
            else request.destroy();
          });
          incoming.on('end', () => finish());
          incoming.on('close', () => finish());
          incoming.on('error', () => finish());
        },
      );
      request.on('error', finish);
      // The receiver wants another protocol on this connection, which the agent has given up.
      request.on('upgrade', (incoming, socket) => {
        socket.destroy();
        response = incoming;
        finish();
      });
      // One limit for connecting, sending and reading: a status that arrived in time counts.
      const timer = setTimeout(
        () => request.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })),
        timeout,
      );
      request.end(payload);
    });

  return {
    post: (address, request) => attempt(address, request, true),
    close() {
      for (const { http, https } of agents) {
        http.destroy();
        https.destroy();
      }
    },
  };
};

const responded = ({ statusCode, headers }: IncomingMessage, read: readonly Buffer[]): PostResult => {
  const kept = Buffer.concat(read).toString().slice(0, MOST_KEPT);
  return {
    status: statusCode ?? null,
    error: null,
    response: kept === '' ? null : kept,
    retryAfter: headers['retry-after'],
  };
};

const failed = (error?: NodeJS.ErrnoException): PostResult => ({
  status: null,
  error: describe(error?.code ?? ''),
  response: null,
  retryAfter: undefined,
});

const WORDS: Readonly<Record<string, string>> = {
  TIMEOUT: 'no response within 5 seconds',
  ERR_ADDRESS_NOT_ALLOWED: 'the address is private, local or reserved, or the port is not 80 or 443',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without a response',
  EPIPE: 'the connection was closed without a response',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
};

/** An error by its code: messages of libraries may repeat the address. */
const describe = (code: string): string => {
  const known = WORDS[code];
  if (known) return known;
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code)) return `the TLS connection failed (${code})`;
  return code === '' ? 'the request failed' : `the request failed (${code})`;
};
