import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { shop } from './app.ts';
import { type Answer, standIn } from './testing.ts';

export const settings = (apiUrl: string) => ({
  apiUrl,
  scriptUrl: 'http://pay.example:3001/v1/service.js',
  privateKey: 'a-private-key',
  publicKey: 'a-"public"-key',
});

type Answers = Record<string, Answer | (() => Answer)>;

/** Returns a function that opens shops, all closed after each test. */
export const shopOpener = () => {
  const open: Array<() => Promise<unknown>> = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  /**
   * Opens the shop on its own port, with an XML API that gives the answers of the test. Requests are sent with a cookie
   * jar.
   */
  return async (answers: (code: string) => Answers = () => ({})) => {
    const table: Answers = {};
    const api = await standIn(table);
    open.push(api.close);
    const app = shop(settings(api.url));
    const server = createServer(app.callback()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push(async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const jar = new Map<string, string>();
    const ask = async (path: string, init: RequestInit = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url + path, { ...init, headers: { ...init.headers, cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [name = '', value = ''] = set.split(';')[0]!.split(/=(.*)/s);
        jar.set(name, value);
      }
      return response;
    };
    const post = (path: string, form: object, headers: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(form),
      });
    const save = (form: object) => post('/api/billing-info', form);

    /** A first visit; after it the customer has an account code, and the XML API answers about that account. */
    const visit = async () => {
      await ask('/api/billing-info');
      const code = jar.get('tideline_account') ?? '';
      Object.assign(table, answers(code));
      return code;
    };
    return { ask, post, save, visit, jar, url, received: api.received };
  };
};
