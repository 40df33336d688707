import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
let support: RoleBrowser;

beforeAll(async () => {
  service = await startTestService({
    env: { ...WITH_CONSOLE, RATE_LIMIT: 'off', SECRETS_KEY: randomBytes(32).toString('base64') },
  });
  owner = await demoOwner(service);
  support = await withRole(service, ['support']);
  for (const read_only of ['', 'yes']) {
    const fields = read_only ? { name: 'Reporting', read_only } : { name: 'Back end' };
    expect((await owner.submit('/keys/create', fields)).status).toBe(303);
  }
  for (const path of ['first', 'second']) {
    const url = `http://127.0.0.1:9/${path}`;
    expect((await owner.submit('/webhooks/endpoints/add', { url, which: 'all' })).status).toBe(303);
  }
});
afterAll(() => service?.close());

const rowsOf = async (path: string): Promise<readonly string[]> => {
  const { html, status } = await owner.get(path);
  expect(status, html).toBe(200);
  return [...html.matchAll(/<a class="row-link"[^>]*>([^<]*)</g)].map(([, name = '']) => name);
};
const linesOf = async (path: string): Promise<readonly string[]> => (await owner.get(path)).html.trim().split('\r\n');

it('filters the keys, says how many there are, and gives them as a file', async () => {
  expect(await rowsOf('/keys?name=REPORT')).toEqual(['Reporting']);
  expect(await rowsOf('/keys?kind=read_only')).toContain('Reporting');
  expect(await rowsOf('/keys?kind=private')).not.toContain('Reporting');
  expect(await rowsOf('/keys?kind=public')).toHaveLength(1);
  expect(textIn((await owner.get('/keys?name=back')).html)).toContain('1 key');
  expect(textIn((await owner.get('/keys?state=replaced')).html)).toContain('Nothing matches these filters.');
  const [head, ...lines] = await linesOf('/keys?format=csv&name=report');
  expect(head).toBe('name,kind,state,last_used_at,last_used_from,created_at,id');
  expect(lines).toEqual([expect.stringMatching(/^Reporting,read_only,active,,,\d{4}-\d\d-\d\dT[\d:]+Z,[0-9a-f]{32}$/)]);
  const [newest] = await rowsOf('/keys?columns=name,id');
  expect((await rowsOf('/keys?order=asc')).at(-1)).toBe(newest);
});

it('filters the operators by email, role and state, with the matrix of roles below', async () => {
  const part = support.email.slice(2, 24).toUpperCase();
  expect(await rowsOf(`/operators?email=${part}`)).toEqual([support.email]);
  expect(await rowsOf('/operators?role=support')).toEqual([support.email]);
  expect(await rowsOf('/operators?role=auditor')).toEqual([]);
  const { html } = await owner.get('/operators?role=support');
  expect(textIn(html)).toMatch(/1 operator .*What each role may do/);
  const lines = await linesOf('/operators?format=csv&role=support');
  expect(lines[0]).toBe('email,roles,state,factors,sessions,used,created_at');
  expect(lines.slice(1)).toEqual([expect.stringContaining(`${support.email},support,`)]);
});

it('has a list of the endpoints by themselves', async () => {
  expect((await owner.get('/webhooks')).html).toContain('href="/webhooks/endpoints"');
  expect(await rowsOf('/webhooks/endpoints?order=asc')).toEqual([
    'http://127.0.0.1:9/first',
    'http://127.0.0.1:9/second',
  ]);
  expect(await rowsOf('/webhooks/endpoints?url=SECOND')).toEqual(['http://127.0.0.1:9/second']);
  expect(await rowsOf('/webhooks/endpoints?state=failing')).toEqual([]);
  expect(await linesOf('/webhooks/endpoints?format=csv&url=first')).toEqual([
    'url,state,types,failing_since,created_at,id',
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/first,active,All types,,/),
  ]);
});

it('has pages, whose order and filters stay', async () => {
  for (let n = 0; n < 60; n += 1) {
    const sent = await owner.submit('/operators/invite', { email: `analyst-${n}@example.com`, role: 'analyst' });
    expect(sent.status, sent.html).toBeLessThan(400);
  }
  const first = await owner.get('/operators?role=analyst');
  expect(textIn(first.html)).toContain('60 operators');
  const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
  const address = next.replaceAll('&amp;', '&');
  expect(address).toContain('role=analyst');
  const all = [...(await rowsOf('/operators?role=analyst')), ...(await rowsOf(address))];
  expect(all).toHaveLength(60);
  expect(new Set(all)).toHaveLength(60);
  const [, previous = ''] = /rel="prev" href="([^"]+)"/.exec((await owner.get(address)).html) ?? [];
  expect(await rowsOf(previous.replaceAll('&amp;', '&'))).toEqual(all.slice(0, 50));
  expect(await linesOf('/operators?format=csv&role=analyst')).toHaveLength(61);
});
