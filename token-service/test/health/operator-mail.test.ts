import { ROLES, type Role } from '@service/billing/domain/operators/permissions.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type MailServer, type ReceivedMail, startMailServer } from '../mail-server.ts';
import { fresh, type OtherSite, startTestService, type TestService } from '../service.ts';

let server: MailServer;
let service: TestService;
let shop: OtherSite;

beforeEach(async () => {
  server = await startMailServer();
  service = await startTestService({ env: { SMTP_URL: server.url, SUPPORT_EMAIL: 'support@example.com' } });
  shop = await service.openSite({ mode: 'production', technical_contact: null });
  onTestFinished(async () => {
    await service.close();
    await server.close();
  });
});

const addOperator = async (role: Role, changes: { readonly disabled_at_ms?: number } = {}): Promise<string> => {
  const { operators } = service.service.opened;
  const id = fresh('operator').replaceAll('-', '').padEnd(32, '0').slice(0, 32);
  const email = `${role}-${id}@example.com`;
  const blank = { password: null, authenticator: null, authenticator_step: null, read_only: false };
  await operators.add({ ...blank, id, email, created_at_ms: 0, disabled_at_ms: null, ...changes });
  await operators.assign({ operator_id: id, site_id: shop.site.id, role });
  return email;
};

const failed = { subject: 'x', error: 'The gateway is not set up.', failed_at_ms: 0, retry_at_ms: null };
const park = (kind: string, id = kind): Promise<unknown> =>
  shop.records().due.fail({ ...failed, kind, id, at: 1_798_000_000, failures: 8, status: 'parked' });

/** Lets some minutes pass, with a look of the worker in each, and returns the mail since. */
const pass = async (minutes: number): Promise<readonly ReceivedMail[]> => {
  const before = server.received.length;
  for (let minute = 0; minute < minutes; minute += 1) {
    service.clock.advance({ seconds: 61 });
    await service.service.mail?.idle();
  }
  return server.received.slice(before);
};

const subjectsOf = (mails: readonly ReceivedMail[]): readonly string[] => mails.map(({ subject }) => subject);
const alerts = async () => (await shop.records().openAlerts.all()).map(({ kind }) => kind);

test('operators who can act are told once when work waits for them, and once when none does', async () => {
  const told = [await addOperator('owner'), await addOperator('developer')];
  for (const role of ROLES.filter((one) => !['owner', 'admin', 'developer'].includes(one))) await addOperator(role);
  await addOperator('admin', { disabled_at_ms: 1 });
  await park('collection');
  const begun = await pass(1);
  expect(begun.flatMap(({ to }) => to).sort()).toEqual(told.sort());
  expect(new Set(subjectsOf(begun))).toEqual(new Set([`Due work waits for an operator: ${shop.site.subdomain}`]));
  const text = begun[0]?.text.replace(/\s+/g, ' ');
  for (const said of ['collection: 1', 'retry each item', `/s/${shop.site.subdomain}/work`])
    expect(text).toContain(said);
  expect(service.logged.some((line) => line.includes('"alert":"due_work_parked"'))).toBe(true);

  await park('dunning');
  expect(await pass(30)).toEqual([]);
  await shop
    .records()
    .due.fail({ ...failed, kind: 'collection', id: 'collection', at: 1, failures: 8, status: 'dismissed' });
  await shop.records().due.fail({ ...failed, kind: 'dunning', id: 'dunning', at: 1, failures: 8, status: 'dismissed' });
  expect(await pass(14)).toEqual([]);
  const over = await pass(3);
  expect(over.flatMap(({ to }) => to).sort()).toEqual(told.sort());
  expect(subjectsOf(over)[0]).toBe(`No due work waits for an operator any more: ${shop.site.subdomain}`);
  expect(await alerts()).toEqual([]);
});

test('support is told where no operator can act; a kind that is turned off is only in the console', async () => {
  await park('nightly_export');
  const begun = await pass(1);
  expect(begun.map(({ to, subject }) => [to, subject])).toEqual([
    [['support@example.com'], `The nightly export failed: ${shop.site.subdomain}`],
  ]);
  const { administration } = service.service.opened;
  const silent: Site = { ...shop.site, mail_off: ['due_work_parked'] };
  await administration.transaction(shop.site.id, (sites) => sites.save(silent));
  await park('collection');
  expect(await pass(1)).toEqual([]);
  expect(await alerts()).toEqual(['export_failed', 'due_work_parked']);
});

test('payouts that cannot be fetched are told to those who can record them, with the gateway', async () => {
  const finance = await addOperator('finance');
  await addOperator('developer');
  await park('payout_fetch', 'main');
  const begun = await pass(1);
  expect(begun.map(({ to, subject }) => [to, subject])).toEqual([
    [[finance], `Payouts of a gateway are not recorded: ${shop.site.subdomain}`],
  ]);
  expect(begun[0]?.text.replace(/\s+/g, ' ')).toContain('main: The gateway is not set up.');

  // A gateway that does not tell the lines of a payout: a file of it is imported.
  const { due, payouts } = shop.records();
  const item = { ...failed, kind: 'payout_fetch', id: 'main', at: 1, failures: 8 } as const;
  await due.fail({ ...item, status: 'dismissed' });
  const fetch = { gateway_code: 'main', next_at: 1, running_until_ms: null, fetched_at: 1, left_out: ['po_7', 'po_8'] };
  await payouts.saveFetch(fetch);
  expect(await pass(20)).toEqual([]);
  const detail = async () => (await shop.records().openAlerts.all()).map((alert) => alert.detail);
  expect(await detail()).toEqual(['main: no lines of po_7, po_8.']);
  const payout = { gateway_code: 'main', currency: 'USD', amount_in_cents: 0, arrived_on: '2026-11-20' };
  const recorded = { booked_at: 1, recorded_at: 1, recorded_by: 'a test' };
  const add = (id: string, reference: string) => payouts.add({ ...payout, ...recorded, id, reference }, []);
  await add('00000000000000000000000000000007', 'po_7');
  await pass(1);
  expect(await detail()).toEqual(['main: no lines of po_8.']);
  await add('00000000000000000000000000000008', 'po_8');
  expect(subjectsOf(await pass(17))).toEqual([`Payouts of all gateways are recorded again: ${shop.site.subdomain}`]);
});

test('a production site without a backup is told after a day, once', async () => {
  await pass(1);
  expect(server.received).toEqual([]);
  service.clock.advance({ hours: 27 });
  expect(subjectsOf(await pass(1))).toEqual([`The database has no recent backup: ${shop.site.subdomain}`]);
  service.clock.advance({ hours: 48 });
  expect(await pass(1)).toEqual([]);
  await service.service.opened.backups.record(service.clock.now());
  expect(subjectsOf(await pass(17))).toEqual([`The database has a recent backup again: ${shop.site.subdomain}`]);
});

test('a replaced key that is still used is named before it ends', async () => {
  const { administration, sites } = service.service.opened;
  expect((await shop.api('GET', '/v2/accounts')).status).toBe(200);
  const [key] = (await sites.keys(shop.site.id)).filter(({ kind }) => kind === 'private');
  if (!key) throw new Error('The site has no private key.');
  const ends = (hours: number) =>
    administration.transaction(shop.site.id, (inside) =>
      inside.saveKey({ ...key, name: 'Shop server', valid_until_ms: service.clock.now() + hours * 3_600_000 }),
    );
  await ends(7);
  expect(await pass(1)).toEqual([]);
  await ends(5);
  const [mail] = await pass(1);
  expect(mail?.subject).toBe(`A replaced key is still used and about to end: ${shop.site.subdomain}`);
  const text = mail?.text.replace(/\s+/g, ' ');
  for (const said of ['Shop server: ends at 2026-11-20T17:', `/s/${shop.site.subdomain}/keys`])
    expect(text).toContain(said);
  service.clock.advance({ hours: 5 });
  const [over] = await pass(17);
  expect(over?.subject).toBe(`No replaced key that is still used is about to end: ${shop.site.subdomain}`);
  expect(over?.text.replace(/\s+/g, ' ')).toContain('A key that has ended is refused');
});

test('an endpoint that has failed for a day is named', async () => {
  const { webhookEndpoints } = shop.records();
  const id = fresh('').slice(1).padStart(32, '0');
  const now = service.clock.now();
  await webhookEndpoints.add({
    ...{ id, url: 'https://shop.example/hooks', types: null, legacy_invoices: false, pause_reason: null },
    ...{ has_basic_auth: false, header_names: [], sealed_secrets: '', previous_secret_until_ms: null },
    ...{ created_at_ms: now, updated_at_ms: now },
  });
  await webhookEndpoints.setFailingSince(id, now - 23 * 3_600_000);
  expect(await pass(1)).toEqual([]);
  service.clock.advance({ hours: 1 });
  const [mail] = await pass(1);
  expect(mail?.subject).toBe(`A webhook endpoint does not work: ${shop.site.subdomain}`);
  expect(mail?.text).toContain(`shop.example (${id})`);
});

test('mail that is not delivered is told in the console only', async () => {
  server.replyTo = () => '451 try again later';
  const message = {
    id: fresh('').slice(1).padStart(32, '0'),
    kind: 'gateway_unavailable',
    recipient: 'ops@shop.example',
  };
  const payload = { gateway_code: 'europe', error_code: 'gateway_unavailable' };
  await service.service.opened.storage.transaction(shop.site.id, (records) =>
    records.outbox.queue({ ...message, correlation: 'test', payload }),
  );
  service.clock.advance({ minutes: 61 });
  expect(await pass(1)).toEqual([]);
  expect(await shop.records().openAlerts.all()).toMatchObject([
    { kind: 'mail_undelivered', detail: 'waiting: 1, given up: 0, bounced: 0' },
  ]);
});

test('a sandbox tells nothing', async () => {
  const sandbox = await service.openSite({ technical_contact: 'dev@example.com' });
  await sandbox.records().due.fail({ ...failed, kind: 'collection', id: 'x', at: 1, failures: 8, status: 'parked' });
  expect(await pass(2)).toEqual([]);
  expect(await sandbox.records().openAlerts.all()).toEqual([]);
});
