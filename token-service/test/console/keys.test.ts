import { afterAll, beforeAll, expect, test } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE });
  owner = await demoOwner(service);
});
afterAll(() => service.close());

const secretIn = (html: string): string => /<pre><code>([A-Za-z0-9]{32})<\/code><\/pre>/.exec(html)?.[1] ?? '';

const callWith = async (key: string, method = 'GET'): Promise<number> => {
  const response = await fetch(new URL('/v2/accounts', service.apiUrl), {
    method,
    headers: {
      Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      Accept: 'application/xml',
      'Content-Type': 'application/xml',
      'X-Api-Version': '2.22',
    },
    ...(method === 'POST' ? { body: '<account><account_code>by-key</account_code></account>' } : {}),
  });
  return response.status;
};

const entriesOf = async (action: string) =>
  service.service.opened.storage
    .of((await service.service.opened.sites.find('demo'))?.id ?? '')
    .auditLog.list({ action }, 9);

/** The page of the key with a name. */
const pageOf = async (name: string): Promise<string> => {
  const { html } = await owner.get('/keys');
  return new RegExp(`href="(/keys/[0-9a-f]{32})">${name}<`).exec(html)?.[1] ?? '';
};

test('the list has the last use of each key, and from where', async () => {
  expect((await service.api('GET', '/v2/accounts')).status).toBe(200);
  const { html } = await owner.get('/keys');
  expect(textIn(html)).toMatch(/private active (now|\d+ seconds? ago) from [\d:.a-f]*127\.0\.0\.1/);
  expect(textIn(html)).toMatch(/private, read only active never/);
});

test('a key is created, shown once, and works as it was asked for', async () => {
  const sent = await owner.submit('/keys/create', { name: 'Reports <b>', read_only: 'yes' });
  expect(sent.status).toBe(303);
  const page = await owner.get(sent.location);
  const secret = secretIn(page.html);
  expect(await callWith(secret)).toBe(200);
  expect(await callWith(secret, 'POST')).toBe(403);
  expect(page.html).toContain('Reports &lt;b&gt;');
  expect(sent.location).not.toContain(secret);
  expect(secretIn((await owner.get(sent.location)).html)).toBe('');
  const [entry] = await entriesOf('key.created');
  expect(entry).toMatchObject({ actor: 'operator:demo owner', address: expect.stringContaining('127.0.0.1') });
  expect(JSON.stringify(entry)).not.toContain(secret);
});

test('a form that is sent again makes no second key, and shows no secret', async () => {
  const { html } = await owner.get('/keys/create');
  const hidden = [...html.matchAll(/<input type="hidden" name="(form_\w+)" value="([^"]*)">/g)].slice(-2);
  const fields = { ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])), name: 'Twice' };
  const first = await owner.post('/keys/create', fields);
  expect(secretIn((await owner.get(first.location)).html)).not.toBe('');
  const second = await owner.post('/keys/create', fields);
  expect([second.status, second.location]).toEqual([303, first.location]);
  expect(secretIn((await owner.get(second.location)).html)).toBe('');
  expect((await owner.get('/keys')).html.match(/>Twice</g)).toHaveLength(1);
});

test('a name that is taken is refused, and stays in the form', async () => {
  const { status, html } = await owner.submit('/keys/create', { name: 'Twice' });
  expect(status).toBe(422);
  expect(html).toContain('value="Twice"');
  expect(textIn(html)).toMatch(/Name has already been taken/);
});

test('a rotated key is shown once, and the old one ends or stays, as chosen', async () => {
  const here = await pageOf('Twice');
  const unchosen = await owner.submit(`${here}/rotate`);
  expect(textIn(unchosen.html)).toMatch(/Choose what becomes of the old key/);
  const kept = await owner.arrive(`${here}/rotate`, { old: 'keep' });
  const secret = secretIn(kept.html);
  expect(await callWith(secret)).toBe(200);
  expect(textIn(kept.html)).toMatch(/The old one is valid for 12 hours/);
  expect(textIn((await owner.get('/keys')).html)).toMatch(/Twice private replaced/);
  const again = await owner.submit(`${here}/rotate`, { old: 'block' });
  expect(textIn(again.html)).toMatch(/has been replaced already/);
});

test('a revoked key is rejected at once, and the last one that may write stays', async () => {
  const here = await pageOf('Reports &lt;b&gt;');
  const { html } = await owner.arrive(`${here}/revoke`);
  expect(textIn(html)).toMatch(/was revoked: requests with it are rejected/);
  expect(await entriesOf('key.revoked')).toHaveLength(1);
  expect((await owner.get(here)).status).toBe(404);
  const others = (await service.service.opened.sites.keys(await demoId())).filter(
    ({ kind, read_only, valid_until_ms }) => kind === 'private' && !read_only && valid_until_ms === null,
  );
  const [last, ...rest] = others;
  for (const { id } of rest) await owner.arrive(`/keys/${id}/revoke`);
  const refused = await owner.submit(`/keys/${last?.id}/revoke`);
  expect(refused.status).toBe(422);
  expect(textIn(refused.html)).toMatch(/is the last private key that may write/);
});

const demoId = async (): Promise<string> => (await service.service.opened.sites.find('demo'))?.id ?? '';

test('a dangerous action asks for a fresh proof, and a role without the permission sees no button', async () => {
  const stale = await withRole(service, ['developer'], { provedAgo: 6 * 60_000 });
  const asked = await stale.get('/keys/create?name=Later');
  expect([asked.status, asked.location]).toEqual([303, expect.stringMatching(/^\/prove\?to=%2Fkeys%2Fcreate/)]);
  const auditor = await withRole(service, ['auditor']);
  expect((await auditor.get('/keys')).html).not.toContain('/keys/create');
  expect((await auditor.get('/keys/create')).status).toBe(403);
  const support = await withRole(service, ['support']);
  expect((await support.get('/keys')).status).toBe(403);
});
