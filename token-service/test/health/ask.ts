import { get, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export interface HealthResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body, if it is JSON. */
  readonly body: unknown;
}

/** Sends a GET on a new connection, as a load balancer’s probe does. */
export const ask = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<HealthResponse> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, headers }, async (response) => {
      const body = await text(response);
      const isJson = response.headers['content-type']?.startsWith('application/json');
      resolve({ status: response.statusCode, headers: response.headers, body: isJson ? JSON.parse(body) : body });
    }).once('error', reject);
  });

/** Polls `/health`, which caches its result for a second, until it reports the given status. */
export const untilHealth = async (
  origin: string,
  status: 'ok' | 'degraded' | 'unavailable',
): Promise<HealthResponse> => {
  for (;;) {
    const response = await ask(`${origin}/health`);
    if ((response.body as { readonly status?: string }).status === status) return response;
    await wait(20);
  }
};
