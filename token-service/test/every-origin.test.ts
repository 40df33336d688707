import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newCustomer } from './account-pages/customer.ts';
import { filled } from './malformed/defects.ts';
import { startTestService } from './service.ts';
import { surfacesOf } from './surfaces.ts';

/** Monitoring reads these every few seconds: they have no id and no line in the log. */
const PROBES = ['/health', '/live', '/metrics'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
/** Paths that no surface serves. */
const NOWHERE = ['/nothing', '/js/v1/nothing', '/%zz'];

/** Headers that browsers must receive with every response; each surface has more. */
const HEADERS = {
  api: {
    'referrer-policy': /^no-referrer$/,
    'x-content-type-options': /^nosniff$/,
    'x-frame-options': /^DENY$/,
    'content-security-policy': /^default-src 'none'/,
    'cross-origin-resource-policy': /^same-origin$/,
  },
  console: {
    'referrer-policy': /^no-referrer$/,
    'x-content-type-options': /^nosniff$/,
    'x-frame-options': /^DENY$/,
    'content-security-policy': /^default-src 'none'.*frame-ancestors 'none'/,
    'cross-origin-resource-policy': /^same-origin$/,
  },
  browser: { 'x-content-type-options': /^nosniff$/, 'cross-origin-resource-policy': /^(cross|same)-origin$/ },
} as const;

/** A request to these ends the session of the others. */
const ENDING = /^\/sign-(in\/demo|out)$/;

/** Signs in as the owner of the demo site, and returns the cookie of the session. */
const demoOwner = async (consoleUrl: string): Promise<string> => {
  const response = await fetch(`${consoleUrl}/sign-in/demo`, {
    method: 'POST',
    body: new URLSearchParams({ to: '/' }),
    redirect: 'manual',
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

interface Line {
  readonly request_id?: string;
  readonly status?: number;
  readonly route?: string;
  readonly site?: string;
}

/** Asks one path with every method, and returns what is missing from the responses and from the log. */
const missingFrom = async (
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, RegExp>>,
  logged: readonly string[],
): Promise<{ readonly missing: string[]; readonly lines: Line[] }> => {
  const missing: string[] = [];
  const lines: Line[] = [];
  for (const method of METHODS) {
    const before = logged.length;
    const id = `${method}-${before}`;
    const init = { method, headers: { ...headers, 'X-Request-Id': id }, redirect: 'manual' } as const;
    const response = await fetch(url + path, init);
    await response.arrayBuffer();
    const own = logged
      .slice(before)
      .map((line): Line => JSON.parse(line))
      .filter(({ request_id }) => request_id === id);
    const told = own.filter(({ status, route }) => status === response.status && route !== undefined);
    lines.push(...told);
    const lacks = Object.entries(wanted).flatMap(([name, value]) =>
      value.test(response.headers.get(name) ?? '') ? [] : [`${name}: ${response.headers.get(name)}`],
    );
    if (response.headers.get('x-request-id') !== id) lacks.push('its id');
    if (told.length !== 1) lacks.push(`one line in the log, has ${JSON.stringify(own)}`);
    if (lacks.length > 0) missing.push(`${method} ${path} (${response.status}): ${lacks.join('; ')}`);
  }
  return { missing, lines };
};

test('each response of each origin has its id, a line in the log with the site, and security headers', async () => {
  const { opened: service, origins } = await surfacesOf(() => startTestService({ env: { RATE_LIMIT: 'off' } }));
  onTestFinished(() => service.close());
  const customer = await newCustomer(service);
  const headers = {
    Cookie: customer.cookie(),
    Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
    Accept: 'application/xml',
    'X-Api-Version': '2.19',
  };
  const missing: string[] = [];
  const withoutSite: string[] = [];
  const [api, browser, console] = origins.map((surfaces) => surfaces.flatMap(({ paths }) => paths));
  const consoleHeaders = { Cookie: await demoOwner(service.consoleUrl), Accept: 'text/html' };
  const ask = async (name: keyof typeof HEADERS, paths: readonly string[], more = '') => {
    for (const path of [...new Set(paths.map((one) => filled(one)))]) {
      if (PROBES.includes(path)) continue;
      const url = { api: service.apiUrl, browser: service.browserUrl, console: service.consoleUrl }[name];
      const sent = name === 'console' ? consoleHeaders : headers;
      const found = await missingFrom(url, path + more, sent, HEADERS[name], service.logged);
      missing.push(...found.missing);
      if (found.lines.some(({ status }) => status === 200) && !found.lines.some(({ site }) => site === 'demo')) {
        withoutSite.push(path);
      }
    }
  };
  await ask('api', [...api!, ...NOWHERE]);
  await ask('browser', [...browser!, ...NOWHERE], '?key=demo-public-key');
  await ask('console', [...console!.filter((path) => !ENDING.test(path)), ...NOWHERE]);
  expect(missing).toEqual([]);
  // What is for everyone belongs to no site.
  const everyones =
    /^\/($|docs|(account\/)?assets|account\/nothing|sign-in|invitation|prove\/passkey|v1\/|js\/v1\/(fonts\/|(texts\/)?[\w-]+\.(js|html)|three_d_secure\/return))/;
  expect(withoutSite.filter((path) => !everyones.test(path))).toEqual([]);
});

test('so has each response of a worker that listens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'worker-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const service = await startTestService({ env: { SERVE: 'worker', WORKER_PORT: '0', DATA_DIR: folder } });
  onTestFinished(() => service.close());
  const url = service.service.workerOrigin?.url ?? '';
  for (const path of ['/', '/docs', '/%zz']) {
    expect((await missingFrom(url, path, {}, HEADERS.api, service.logged)).missing).toEqual([]);
  }
});
