import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** `never` does not answer, `cut` ends the connection. */
export type Answer = { status: number; body: unknown } | 'never' | 'cut';

/** The two origins of a checkout: that of the library and its frames, and the merchant's. */
export interface Origins {
  readonly browser: string;
  readonly shop: string;
  /** The merchant's page, for every path. */
  page: string;
  /** Its headers: a security policy, unless a test says otherwise. */
  headers: Record<string, string>;
  /** The frame document: the built one, unless a test replaces it. */
  document: string;
  /** Other answers below the API's address, by path. */
  readonly files: Record<string, { type: string; body: string | Buffer }>;
  /** Requests to the API, oldest first. */
  readonly requests: { readonly url: string; readonly params: Record<string, string> }[];
  answer: (params: Record<string, string>, path: string) => Answer | Promise<Answer>;
}

const dist = (file: string) => readFile(join(import.meta.dirname, '../..', file), 'utf8');

const listen = async (handle: RequestListener) => {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

const policyOf = (document: string) => {
  const script = /<script>([\s\S]*)<\/script>/.exec(document)?.[1] ?? '';
  const style = /<style>([\s\S]*?)<\/style>/.exec(document)?.[1] ?? '';
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src 'self' ${hash(style)}`,
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors http://127.0.0.1:* http://localhost:*',
    "require-trusted-types-for 'script'",
  ].join('; ');
};

const STORED_CARD = {
  brand: 'visa',
  first_six: '411111',
  last_four: '1111',
  exp_month: 12,
  exp_year: 2040,
  issuing_country: null,
  funding_source: null,
};

export const approved = (params: Record<string, string>): Answer => ({
  status: 200,
  body: { id: `token-for-${params.last_name}`, type: 'credit_card', card: STORED_CARD },
});

export const declined = (): Answer => ({
  status: 422,
  body: {
    error: {
      code: 'declined',
      message: 'The card was declined.',
      fields: ['number'],
      details: [{ field: 'number', messages: ['was declined'] }],
    },
  },
});

/** Headers of every answer of the browser origin, so that isolated pages can load it. */
const OPEN = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };

/** Starts both origins on free ports; `shopHost` is 127.0.0.1 or localhost. */
export const openOrigins = async (shopHost: string): Promise<Origins & { close(): void }> => {
  const document = await dist('hosted-fields/dist/field.html');
  const script = await dist('sdk/dist/service.js');
  const module = await dist('sdk/dist/service.mjs');
  const onDemand = await dist('sdk/dist/on-demand.js');
  const threeDSecure = await dist('sdk/dist/three-d-secure.js');
  const wallet = await dist('sdk/dist/wallet.js');
  const appearance = await dist('sdk/dist/appearance.js');
  const binding = await dist('sdk/dist/binding.js');
  const messages = await dist('sdk/dist/messages.js');
  const theme = await dist('sdk/dist/theme.js');
  const stylesheet = await dist('sdk/dist/service.css');

  const browser = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const send = (type: string, body: string | Buffer, headers = {}) =>
      response.writeHead(200, { 'content-type': type, ...OPEN, ...headers }).end(body);
    if (pathname === '/v1/service.js') return send('text/javascript', script);
    if (pathname === '/v1/service.mjs') return send('text/javascript', module);
    if (pathname === '/v1/service.css') return send('text/css', stylesheet);
    if (pathname === '/js/v1/on-demand.js') return send('text/javascript', onDemand);
    if (pathname === '/js/v1/three-d-secure.js') return send('text/javascript', threeDSecure);
    if (/^\/js\/v1\/texts\/[\w-]+\.js$/.test(pathname) && !origins.files[pathname.replace('/js/v1/', '')])
      return send('text/javascript', await dist(`sdk/dist${pathname.replace('/js/v1', '')}`));
    if (pathname === '/js/v1/wallet.js') return send('text/javascript', wallet);
    if (pathname === '/js/v1/appearance.js') return send('text/javascript', appearance);
    if (pathname === '/js/v1/binding.js') return send('text/javascript', binding);
    if (pathname === '/js/v1/messages.js') return send('text/javascript', messages);
    if (pathname === '/js/v1/theme.js') return send('text/javascript', theme);
    if (pathname === '/js/v1/field.html') {
      return send('text/html', origins.document, {
        'content-security-policy': policyOf(origins.document),
        'cross-origin-embedder-policy': 'require-corp',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    const file = origins.files[pathname.replace('/js/v1/', '')];
    if (file) return send(file.type, file.body);
    if (pathname.startsWith('/js/v1/fonts/')) {
      origins.requests.push({ url: pathname, params: {} });
      return response.writeHead(404).end();
    }

    const sent = request.method === 'POST' ? new URLSearchParams(await text(request)) : searchParams;
    const params = Object.fromEntries(sent);
    origins.requests.push({ url: request.method === 'POST' ? (request.url ?? '') : pathname, params });
    const answer = await origins.answer(params, pathname.replace('/js/v1/', ''));
    if (answer === 'never') return;
    if (answer === 'cut') return request.socket.destroy();
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...OPEN })
      .end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  const shop = await listen((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...origins.headers }).end(origins.page),
  );
  const address = `http://localhost:${browser.port}`;
  const origins = {
    browser: address,
    shop: `http://${shopHost}:${shop.port}`,
    page: '',
    headers: {
      'content-security-policy': `default-src 'none'; script-src 'unsafe-inline' ${address}; frame-src ${address}; connect-src ${address}`,
    },
    document,
    files: {},
    requests: [],
    answer: approved,
    close() {
      browser.close();
      shop.close();
    },
  } as Origins & { close(): void };
  return origins;
};
