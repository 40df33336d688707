import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MailServer, type ReceivedMail, startMailServer } from '../mail-server.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

const CONSOLE = 'http://localhost:0';

let server: MailServer;
let service: TestService;
let support: RoleBrowser;
let finance: RoleBrowser;
beforeAll(async () => {
  server = await startMailServer();
  service = await startTestService({
    env: { ...WITH_CONSOLE, RATE_LIMIT: 'off', SMTP_URL: server.url },
  });
});
afterAll(async () => {
  await service?.close();
  await server?.close();
});
beforeEach(async () => {
  // A sandbox sends twenty messages in an hour.
  service.clock.advance({ hours: 2 });
  const kinds = ['order_confirmation', 'receipt', 'refund'] as const;
  await service.changeDemoSite({ operator_approval_limit_in_cents: 1000, mail_off: kinds });
  [support, finance] = [await withRole(service, ['support']), await withRole(service, ['finance'])];
});

const mailTo = async ({ email }: Pick<RoleBrowser, 'email'>): Promise<ReceivedMail[]> => {
  await service.service.mail?.idle();
  return server.received.filter(({ to }) => to.includes(email));
};

/** Asks for a refund that has to be approved, and returns the path of its page. */
const askedRefund = async (invoice: string): Promise<string> => {
  const sent = await support.submit(`/invoices/${invoice}/refund?way=all`, { reason: 'goodwill', comment: 'was away' });
  expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('/approvals/')]);
  return sent.location.split('?')[0] ?? '';
};

const subjects = (mails: readonly ReceivedMail[]): string[] => mails.map(({ subject }) => subject);
/** The text of a message in one line. */
const textOfMail = (mail: ReceivedMail | undefined): string => (mail?.text ?? '').replace(/\s+/g, ' ');

it('mails those who may approve, and the one who asked once it is approved, each once', async () => {
  const { account, invoice } = await newSubscriber(service);
  const waiting = await askedRefund(invoice);
  const asked = await mailTo(finance);
  expect(subjects(asked)).toEqual(['Refund of $27.18 waits for approval']);
  for (const part of [asked[0]?.text, asked[0]?.html]) {
    for (const said of [account, invoice, support.email, 'goodwill: was away', `${CONSOLE}/s/demo${waiting}`]) {
      expect(part).toContain(said);
    }
  }
  expect(await mailTo(support)).toEqual([]);

  const both = await Promise.all([finance.submit(`${waiting}/approve`), finance.submit(`${waiting}/approve`)]);
  expect(both.map(({ status }) => status)).toContain(303);
  const told = await mailTo(support);
  expect(subjects(told)).toEqual(['Refund of $27.18 was approved']);
  expect(textOfMail(told[0])).toContain(
    `${finance.email} approved what you asked for at demo, and it was carried out.`,
  );
  expect(textOfMail(told[0])).toMatch(/Outcome:? Refunded \$27\.18/);
  expect(await mailTo(finance)).toHaveLength(1);
});

it('mails the one who asked why it was declined, and no operator when it is withdrawn', async () => {
  const { invoice } = await newSubscriber(service);
  const waiting = await askedRefund(invoice);
  expect((await finance.submit(`${waiting}/decline`, { why: 'Half is refunded already.' })).status).toBe(303);
  expect((await finance.get(`${waiting}/decline`)).html).toContain('This was decided: declined.');
  const [declined, ...others] = await mailTo(support);
  expect(declined?.subject).toBe('Refund of $27.18 was declined');
  expect(textOfMail(declined)).toMatch(/declined what you asked for .* Half is refunded already\./);
  expect(others).toEqual([]);

  const again = await askedRefund(invoice);
  expect((await support.submit(`${again}/withdraw`)).status).toBe(303);
  expect(await mailTo(support)).toHaveLength(1);
});

it('leaves out operators who may not approve it, may change nothing, or are disabled', async () => {
  const { operators } = service.service.opened;
  const others = await Promise.all(
    (['support', 'auditor', 'developer', 'analyst', 'finance', 'finance'] as const).map((role) =>
      withRole(service, [role]),
    ),
  );
  const [reading, disabled] = others.slice(-2);
  for (const [one, changes] of [
    [reading, { read_only: true }],
    [disabled, { disabled_at_ms: service.clock.now() }],
  ] as const) {
    const operator = await operators.find(one?.id ?? '');
    if (operator) await operators.save({ ...operator, ...changes });
  }
  const admin = await withRole(service, ['admin']);
  const { invoice, path } = await newSubscriber(service);
  await askedRefund(invoice);
  expect(await mailTo(admin)).toHaveLength(1);
  for (const one of others) expect(await mailTo(one)).toEqual([]);

  // Finance may approve, and may not cancel subscriptions.
  const before = (await mailTo(finance)).length;
  expect((await support.submit(`${path}/cancel`, { when: 'now_full' })).status).toBe(303);
  expect(subjects(await mailTo(admin)).at(-1)).toMatch(/^Cancellation with a refund of \$/);
  expect(await mailTo(finance)).toHaveLength(before);
});

it('mails nothing where the site turned it off, and a refused approval is no decision', async () => {
  const { invoice } = await newSubscriber(service);
  const waiting = await askedRefund(invoice);
  const part =
    '<invoice><refund_method>transaction_first</refund_method><amount_in_cents>500</amount_in_cents></invoice>';
  expect((await service.api('POST', `/v2/invoices/${invoice}/refund`, part)).status).toBe(201);
  expect((await finance.submit(`${waiting}/approve`)).status).toBe(422);
  expect(await mailTo(support)).toEqual([]);
  await service.changeDemoSite({ mail_off: ['approval_decided'] });
  expect((await finance.submit(`${waiting}/decline`, { why: 'It changed.' })).status).toBe(303);
  expect(await mailTo(support)).toEqual([]);
});

it('queues nothing without a mail server, and the page of what waits says all of it', async () => {
  const silent = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  try {
    await silent.changeDemoSite({ operator_approval_limit_in_cents: 1000 });
    const [asker, approver] = [await withRole(silent, ['support']), await withRole(silent, ['finance'])];
    const { invoice } = await newSubscriber(silent);
    const sent = await asker.submit(`/invoices/${invoice}/refund?way=all`, { reason: 'goodwill' });
    const waiting = sent.location.split('?')[0] ?? '';
    expect((await approver.submit(`${waiting}/approve`)).status).toBe(303);
    const { sites, storage } = silent.service.opened;
    const { outbox } = storage.of((await sites.find('demo'))?.id ?? '');
    for (const kind of ['approval_requested', 'approval_decided']) expect(await outbox.list({ kind }, 10)).toEqual([]);
  } finally {
    await silent.close();
  }
});
