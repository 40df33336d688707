import { Agent, type IncomingMessage, request } from 'node:http';

export interface RawRequest {
  readonly method?: string;
  /** The path as it is sent, for example an address with a broken escape. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RawResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request that `fetch` would refuse to send or correct first. */
export const send = (origin: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const asked = request({ hostname, port, method, path, headers, agent, insecureHTTPParser: true });
    asked.on('error', reject);
    asked.on('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    });
    asked.end(body);
  });
