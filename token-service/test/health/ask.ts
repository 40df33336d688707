import { get, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export interface Asked {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

/** A GET on a connection of its own, as a load balancer's probe makes it. */
export const ask = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Asked> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, headers }, async (response) => {
      const body = await text(response);
      const isJson = response.headers['content-type']?.startsWith('application/json');
      resolve({ status: response.statusCode, headers: response.headers, body: isJson ? JSON.parse(body) : body });
    }).once('error', reject);
  });

/** Asks an origin for `/health`, which repeats what it found for a second, until it says this. */
export const untilHealth = async (origin: string, status: 'ok' | 'degraded' | 'unavailable'): Promise<Asked> => {
  for (;;) {
    const asked = await ask(`${origin}/health`);
    if ((asked.body as { readonly status?: string }).status === status) return asked;
    await wait(20);
  }
};
