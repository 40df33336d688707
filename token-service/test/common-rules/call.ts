import { type IncomingHttpHeaders, request as send } from 'node:http';

/** A request as a row writes it. A text `body` is sent as UTF-8. */
export interface Call {
  readonly method?: string;
  /** Sent unchanged on the request line, so it may be absolute or malformed. */
  readonly path: string;
  /** A header of `undefined` is not sent, even if it is a default. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request over a new connection and returns the complete response. */
export const call = (baseUrl: string, { method = 'GET', path, headers = {}, body }: Call): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
    const outgoing = send(
      { hostname, port, method, path, headers: Object.fromEntries(sent), agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** Returns the `Authorization` value of HTTP Basic: user name, colon, password. */
export const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;
