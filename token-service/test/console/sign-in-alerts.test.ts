import type { Site } from '@service/billing/resources/site.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../mail-server.ts';
import type { TestService } from '../service.ts';
import { operatorBrowser } from './browser.ts';
import { hired, invited, overHttps, PASSWORD, startProduction } from './production.ts';

const ADA = 'ada@example.com';

let mail: MailServer;
let service: TestService;
let site: Site;
let code: (at: number) => string;

beforeAll(async () => {
  mail = await startMailServer();
  ({ service, site } = await startProduction({ SMTP_URL: mail.url }));
  ({ code } = await hired(service, await invited(service, ADA, site, 'owner'), '192.0.2.7'));
});
afterAll(async () => {
  await service?.close();
  await mail?.close();
});

const entries = (action: string) => service.service.opened.storage.of(site.id).auditLog.list({ action }, 99);

/** Signs in with password and app from an address. */
const signInFrom = async (address: string): Promise<void> => {
  service.clock.advance({ seconds: 60 });
  const browser = operatorBrowser(service, overHttps(address));
  await browser.post('/sign-in', { email: ADA, password: PASSWORD });
  const sent = await browser.submit('/sign-in/second-factor', { code: code(service.clock.now()) });
  expect(sent.status).toBe(303);
  expect((await browser.get('/')).status).toBe(200);
};

const toldOf = () => mail.received.filter(({ subject }) => subject.startsWith('New sign-in'));

test('an operator gets mail about a sign-in from a new network, once', async () => {
  // The first is the network of the first sign-in, and the third that of the second.
  for (const address of ['192.0.2.99', '203.0.113.50', '203.0.113.51', '2001:db8:1::7']) await signInFrom(address);
  await expect.poll(() => toldOf().length).toBe(2);
  const told = toldOf().map(({ text }) => /from the\s+address\s+(\S+),/.exec(text)?.[1]);
  expect(told.sort()).toEqual(['2001:db8:1::7', '203.0.113.50']);
  const [first] = toldOf();
  expect([first?.to, first?.text]).toEqual([[ADA], expect.stringContaining('https://console.example.com/profile')]);
  expect(first?.raw).not.toContain(PASSWORD);
});

test('an entry of the audit log has the address of a sign-in', async () => {
  const [entry] = await entries('operator.signed_in');
  expect(entry).toMatchObject({ actor: `operator:${ADA}`, subject: ADA, address: '2001:db8:1::7' });
});

test('a wrong password and a wrong code are in the audit log, without what was typed', async () => {
  const browser = operatorBrowser(service, overHttps('198.51.100.4'));
  await browser.post('/sign-in', { email: ADA, password: 'my other password' });
  await browser.post('/sign-in', { email: ADA, password: PASSWORD });
  await browser.submit('/sign-in/second-factor', { code: '000000' });
  const failed = await entries('operator.sign_in_failed');
  expect(failed.map(({ changes }) => changes)).toEqual([
    { proof: { from: null, to: 'code' } },
    { proof: { from: null, to: 'password' } },
  ]);
  expect(failed[0]).toMatchObject({ actor: 'unknown person', subject: ADA, address: '198.51.100.4' });
  expect(JSON.stringify(failed)).not.toMatch(/my other password|000000/);
});

test('someone unknown leaves no entry, and one who is locked out no more entries', async () => {
  const before = (await entries('operator.sign_in_failed')).length;
  const browser = operatorBrowser(service, overHttps('198.51.100.5'));
  await browser.post('/sign-in', { email: 'unknown@example.com', password: 'x' });
  expect(await entries('operator.sign_in_failed')).toHaveLength(before);
  for (let attempt = 0; attempt < 15; attempt += 1) await browser.post('/sign-in', { email: ADA, password: 'x' });
  // Ten in an hour, and two of them were before.
  expect(await entries('operator.sign_in_failed')).toHaveLength(10);
});
