import type { OutboxMessage } from '@service/billing/domain/outbox/message.ts';
import { callerOn } from '@service/billing/engine/sites/on-site.ts';
import type { ComposedMail } from '@service/billing/ports/mail.ts';
import { retryMessage } from '@service/billing/usecases/mail/retry-message.ts';
import { sendAccountLink } from '@service/billing/usecases/mail/send-account-link.ts';
import { sendMail } from '@service/billing/usecases/mail/send-mail.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smtpTransport } from '../../src/adapters/mail/smtp-transport.ts';
import { composeMail } from '../../src/documents/mail/compose-mail.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { type TestDatabase, testPostgres } from '../database.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { startTestService, type TestService } from '../service.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

describe.each(['SQLite', 'PostgreSQL'])('mail over SMTP, on %s', (engine) => {
  let server: MailServer;
  let database: TestDatabase | undefined;
  let service: TestService;

  beforeAll(async () => {
    server = await startMailServer();
    database = engine === 'PostgreSQL' ? await testPostgres() : undefined;
    const env = { RATE_LIMIT: 'off', SMTP_URL: server.url };
    service = await startTestService({ env, ...(database && { databaseUrl: database.url }) });
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
    await server?.close();
  });

  const open = async (changes: Parameters<typeof openShop>[1] = {}) => {
    const shop = await openShop(service, { company: 'Tideline', mail_from: null, ...changes });
    return { ...shop, plan: await shop.plan() };
  };
  let customers = 0;
  /** Opens an account with a card, and returns its address. */
  const customer = async ({ api }: Pick<SubscriptionShop, 'api'>, inner = '', info = cardInfo()) => {
    const code = `customer-${++customers}`;
    const email = `${code}@example.com`;
    const made = await api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code><email>${email}</email><first_name>Ada</first_name>${inner}${info}</account>`,
    );
    expect(made.status, made.text).toBe(201);
    return { code, email };
  };
  const sent = async (address: string) => {
    await service.service.mail?.idle();
    return server.received.filter(({ to }) => to.includes(address));
  };
  const outbox = async ({ records }: Pick<SubscriptionShop, 'records'>, status: OutboxMessage['status']) =>
    records().outbox.list({ status }, 50);

  const world = openWorld({ now: () => service.clock.now(), elapsed: () => service.clock.elapsed() });
  const callerOf = ({ site }: Pick<SubscriptionShop, 'site'>) =>
    callerOn(world, { actor: 'test', correlation: '' }, site);
  const queueLink = (shop: Pick<SubscriptionShop, 'site'>, code: string) =>
    sendAccountLink({ storage: service.service.opened.storage, world })(callerOf(shop), code);

  it('keeps mail of a kind that only a newer release knows for a process of that release', async () => {
    const shop = await open();
    const id = '0'.repeat(31) + (database ? '2' : '1');
    const queued = { id, recipient: 'ops@example.com', correlation: id, payload: {} };
    await shop.records().outbox.queue({ ...queued, kind: 'moon_phase_changed' as never });
    expect(await sent('ops@example.com')).toEqual([]);
    expect(await shop.records().outbox.find(id)).toMatchObject({
      status: 'queued',
      error: 'Only a newer release knows this kind of mail.',
    });
  });

  it('confirms an order and sends a receipt with the invoice as PDF', async () => {
    const shop = await open();
    const { code, email } = await customer(shop, '<cc_emails>books@example.com</cc_emails>');
    await shop.subscribe(code, shop.plan);
    const mails = await sent(email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Your order from Tideline',
      expect.stringMatching(/^Your receipt from Tideline \(invoice \d+\)$/),
    ]);
    const receipt = mails.find(({ subject }) => subject.startsWith('Your receipt'));
    expect(receipt).toMatchObject({ to: [email], from: '"Tideline" <no-reply@localhost>' });
    // 30.00 USD a month, without tax.
    expect(receipt?.text).toContain('We received your payment of $30.00.');
    expect(receipt?.text).toMatch(/Visa ending in 1111/);
    expect(receipt?.text).toMatch(/http:\/\/localhost:\d+\/account\/[\w-]{70}\n/);
    expect(receipt?.attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(/^\d+\.pdf$/)]);
    expect(receipt?.attachments[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(receipt?.raw).toContain('Auto-Submitted: auto-generated');
  });

  it('sends copies without a link that signs in, and no copy of a link alone', async () => {
    const shop = await open();
    const books = `books-${shop.site.subdomain}@example.com`;
    const { code, email } = await customer(shop, `<cc_emails>${books}</cc_emails>`);
    await shop.subscribe(code, shop.plan);
    await queueLink(shop, code);
    expect((await sent(email)).map(({ subject }) => subject)).toHaveLength(3);
    const copies = await sent(books);
    expect(copies.map(({ subject }) => subject).sort()).toEqual([
      'Your order from Tideline',
      expect.stringMatching(/^Your receipt from Tideline \(invoice \d+\)$/),
    ]);
    for (const copy of copies) {
      expect(copy.to).toEqual([books]);
      expect(copy.raw + copy.text).not.toContain('/account/');
      expect(copy.text.replaceAll('\n', ' ')).toContain(
        'You’re receiving a copy because a customer of Tideline gave us your address.',
      );
    }
    expect(copies.flatMap(({ attachments }) => attachments)).toHaveLength(1);
  });

  it('skips the kinds that the site turned off', async () => {
    const shop = await open({ mail_off: ['order_confirmation', 'refund'] });
    const { code, email } = await customer(shop);
    await shop.subscribe(code, shop.plan);
    expect((await sent(email)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Your receipt/)]);
    expect(await outbox(shop, 'skipped')).toMatchObject([
      { kind: 'order_confirmation', attempts: 1, error: 'The site turned this kind of mail off.' },
    ]);
  });

  it('is dated by the clock of a sandbox, and in production by the moment it is sent', async () => {
    const dateOf = async (address: string) => {
      const [mail] = await sent(address);
      return Date.parse(/^Date: (.+)$/m.exec(mail?.raw ?? '')?.[1] ?? '');
    };
    const sandbox = await open({ mail_off: ['receipt'] });
    const buyer = await customer(sandbox);
    await sandbox.travel('2027-03-01T08:00:00Z');
    await sandbox.subscribe(buyer.code, sandbox.plan);
    expect(await dateOf(buyer.email)).toBe(Date.parse('2027-03-01T08:00:00Z'));

    const production = await open({ mode: 'production' });
    const { code, email } = await customer(production, '', '');
    // The header has whole seconds.
    const before = Math.floor(Date.now() / 1000) * 1000;
    await queueLink(production, code);
    const date = await dateOf(email);
    expect(date >= before && date <= Date.now()).toBe(true);
  });

  it('tries again later when the server defers it, under the same message id', async () => {
    const shop = await open();
    const { code, email } = await customer(shop);
    let greylisted = 1;
    server.replyTo = (address) => (address === email && greylisted-- > 0 ? '451 try later' : undefined);
    await queueLink(shop, code);
    expect(await sent(email)).toEqual([]);
    const [waiting] = await outbox(shop, 'queued');
    expect(waiting).toMatchObject({ attempts: 1, error: expect.stringContaining('try later') });
    service.clock.advance({ minutes: 1 });
    const [mail] = await sent(email);
    expect(mail?.id).toBe(`<${waiting?.id}@localhost>`);
    expect(await outbox(shop, 'delivered')).toMatchObject([{ id: waiting?.id, attempts: 2, error: null }]);
  });

  it('records a bounce on the message and on the account, and tries no more until it is retried', async () => {
    const shop = await open();
    const { code, email } = await customer(shop);
    server.replyTo = (address) => (address === email ? '550 no such mailbox 4111 1111 1111 1111' : undefined);
    await queueLink(shop, code);
    expect(await sent(email)).toEqual([]);
    const [bounced] = await outbox(shop, 'bounced');
    expect(bounced).toMatchObject({ attempts: 1, next_attempt_at_ms: null });
    expect(bounced?.error).toContain('550 no such mailbox [digits]');
    const notes = await shop.api('GET', `/v2/accounts/${code}/notes`);
    expect(notes.text).toContain(`Mail to ${email} bounced (account_link)`);
    server.replyTo = () => undefined;
    await retryMessage({ storage: service.service.opened.storage, world })(callerOf(shop), bounced?.id ?? '');
    expect(await sent(email)).toHaveLength(1);
  });

  it('is given up after three days, and waits while the server refuses the sender', async () => {
    const shop = await open();
    const { code, email } = await customer(shop);
    server.beforeAccepting = async () => {
      throw Object.assign(new Error('storage is full'), { responseCode: 452 });
    };
    await queueLink(shop, code);
    await sent(email);
    expect(await outbox(shop, 'queued')).toHaveLength(1);
    service.clock.advance({ days: 3, minutes: 1 });
    await sent(email);
    server.beforeAccepting = async () => {};
    expect(await outbox(shop, 'failed')).toMatchObject([{ error: expect.stringContaining('storage is full') }]);
  });

  it('is sent again by another process when one is killed while it sends', async () => {
    const shop = await open();
    const { code, email } = await customer(shop);
    const claimed = Promise.withResolvers<void>();
    // A process that claims the message, hands it to the server, and never hears the answer.
    const killed = sendMail({
      storage: service.service.opened.storage,
      world,
      support: null,
      compose: async () => ({}) as ComposedMail,
      transport: {
        send: () => {
          claimed.resolve();
          return new Promise(() => {});
        },
      },
    });
    await service.service.mail?.close();
    await queueLink(shop, code);
    void killed.round(shop.site);
    await claimed.promise;
    const second = smtpTransport(server.url);
    const living = sendMail({
      storage: service.service.opened.storage,
      world,
      support: null,
      compose: composeMail({
        origin: 'https://billing.example.com',
        consoleUrl: 'https://console.example.com',
        logo: async () => undefined,
        print: async () => ({ pdf: new Uint8Array() }),
      }),
      transport: second,
    });
    expect(await living.round(shop.site)).toEqual({ succeeded: 0, failed: 0 });
    service.clock.advance({ minutes: 2 });
    expect(await living.round(shop.site)).toEqual({ succeeded: 1, failed: 0 });
    second.close();
    expect(server.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });
});
