import type { FailedItem } from '@service/billing/domain/due/item.ts';
import { newDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { disputedPayment } from './disputed-payment.ts';
import { newSubscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let owner: OperatorBrowser;

const records = async () => {
  const site = await service.service.opened.sites.find('demo');
  return service.service.opened.storage.of(site?.id ?? '');
};

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  const { account } = await newSubscriber(service);
  // The renewal is declined, which is past due from then on.
  const token = await service.token({ number: '4000 0000 0000 0341' });
  const method = `<billing_info><token_id>${token}</token_id></billing_info>`;
  await service.api('PUT', `/v2/accounts/${account}/billing_info`, method);
  service.clock.advance({ days: 31 });
  await service.dueWork();
  const declined = await service.token({ number: '4000 0000 0000 0002' });
  await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>declined</account_code><billing_info><token_id>${declined}</token_id></billing_info></account><currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>`,
  );
  const refunded = await newSubscriber(service);
  await newSubscriber(service);
  const amount =
    '<invoice><refund_method>transaction_first</refund_method><amount_in_cents>500</amount_in_cents></invoice>';
  await service.api('POST', `/v2/invoices/${refunded.invoice}/refund`, amount);
  await service.changeDemoSite({ operator_approval_limit_in_cents: 1000 });
  const support = await withRole(service, ['support']);
  await support.submit(`/invoices/${refunded.invoice}/refund?way=amount&amount=20`, { reason: 'goodwill' });
  await disputedPayment(service);
  await disputedPayment(service, 'inquiry');
  await brokenWork();
  await lostMail();
  await lostWebhooks();
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

/** Work that waits for its next attempt, and work that is parked. */
const brokenWork = async (): Promise<void> => {
  const { due } = await records();
  // It would delete the failures of items that are not due.
  await service.service.worker?.close();
  const at = Math.floor(service.clock.now() / 1000) - 60;
  const item = { kind: 'gateway_operation', at, error: 'No answer', failed_at_ms: service.clock.now() } as const;
  const parked: FailedItem = {
    ...item,
    id: '1'.repeat(32),
    subject: '1'.repeat(32),
    failures: 8,
    status: 'parked',
    retry_at_ms: null,
  };
  await due.fail(parked);
  await due.fail({
    ...parked,
    id: '2'.repeat(32),
    failures: 1,
    status: 'waiting',
    retry_at_ms: service.clock.now() + DAY_MS,
  });
};

const idAt = (daysAgo: number, last: string): string =>
  idsFrom(service.clock.now() - daysAgo * DAY_MS).padEnd(32, last);

/** Mail that failed and bounced within the seven days, and before them. */
const lostMail = async (): Promise<void> => {
  const { outbox } = await records();
  const { mail } = service.service;
  for (const [daysAgo, status] of [
    [1, 'failed'],
    [2, 'bounced'],
    [6, 'bounced'],
    [8, 'failed'],
    [30, 'bounced'],
  ] as const) {
    const id = idAt(daysAgo, 'a');
    await mail?.idle();
    await outbox.queue({ id, kind: 'receipt', recipient: 'ada@example.com', correlation: id, payload: {} });
    const message = await outbox.find(id);
    if (!message) throw new Error('It was just queued.');
    await outbox.save({ ...message, status, next_attempt_at_ms: null, ended_at_ms: service.clock.now(), error: 'No.' });
  }
};

/** Deliveries that were given up within the seven days, and before them. */
const lostWebhooks = async (): Promise<void> => {
  const { webhookEndpoints, webhookDeliveries } = await records();
  const now = service.clock.now();
  const endpoint_id = 'e'.repeat(32);
  await webhookEndpoints.add({
    ...{ id: endpoint_id, url: 'https://shop.example/hook', types: null, legacy_invoices: false, pause_reason: null },
    ...{ has_basic_auth: false, header_names: [], sealed_secrets: 'c2VhbGVk', previous_secret_until_ms: null },
    ...{ created_at_ms: now, updated_at_ms: now },
  });
  for (const [place, daysAgo] of [1, 6, 7, 20].entries()) {
    const id = idAt(daysAgo, 'b');
    const notification = { id, event_id: null, type: 'new_account', account_id: null, correlation: null } as const;
    await webhookDeliveries.addNotifications([{ ...notification, body: '<a/>', created_at_ms: now }]);
    const delivery = newDelivery({ id, endpoint_id, notification_id: id }, place + 1, now, false);
    await webhookDeliveries.add([{ ...delivery, state: 'failed', next_attempt_at_ms: null }]);
  }
};

/** Returns the figures of home: the text of each, and the page that it leads to. */
const figures = async () =>
  [...(await owner.get('/')).html.matchAll(/<a class="figure[^"]*" href="([^"]+)">(.*?)<\/a>/gs)].map(
    ([, href = '', inside = '']) => {
      const [, value = '', label = ''] =
        /<span class="value">(.*?)<\/span><span class="label">(.*?)<\/span>/s.exec(inside) ?? [];
      return { href: href.replaceAll('&amp;', '&'), value: textIn(value).trim(), label: textIn(label).trim() };
    },
  );

/** The rows of a list, from its CSV. */
const rowsAt = async (href: string): Promise<number> => {
  const { status, html } = await owner.get(`${href}${href.includes('?') ? '&' : '?'}format=csv`);
  expect(status, html).toBe(200);
  return html.trim().split('\r\n').length - 1;
};

it('every count on home leads to exactly the rows that it counts', async () => {
  const counts = (await figures()).filter(({ value }) => /^\d+$/.test(value));
  expect(counts.map(({ label, value }) => `${value} ${label}`)).toEqual([
    '1 failed payment today',
    '1 waiting for approval',
    '2 disputes to answer',
    '2 stuck work',
    '3 mail not delivered in the last seven days',
    '2 webhooks not delivered in the last seven days',
  ]);
  for (const { href, value, label } of counts) expect([label, await rowsAt(href)]).toEqual([label, Number(value)]);
});

it('every amount on home leads to a page with the same amount', async () => {
  const amounts = (await figures()).filter(({ value }) => !/^\d+$/.test(value));
  expect(amounts.map(({ label }) => label)).toEqual([
    'taken today',
    expect.stringMatching(/^MRR, /),
    expect.stringMatching(/^\d+ invoices? past due$/),
  ]);
  const [taken, mrr, pastDue] = amounts.map(({ value }) => value);
  const pages = await Promise.all(amounts.map(async ({ href }) => textIn((await owner.get(href)).html)));
  const [payments = '', movements = '', debts = ''] = pages;
  const [, paid = '', refunded = ''] = /\$([\d,.]+) taken · −\$([\d,.]+) refunded/.exec(payments) ?? [];
  expect(`$${(Number(paid) - Number(refunded)).toFixed(2)}`).toBe(taken);
  expect(movements).toContain(mrr);
  expect(debts).toContain(pastDue);
  const [owed] = amounts.slice(2);
  expect(await rowsAt(owed?.href ?? '')).toBe(Number.parseInt(owed?.label ?? '', 10));
});

it('mail that waits for long is counted by itself, and leads to what waits', async () => {
  await service.service.mail?.close();
  const { outbox } = await records();
  const id = idAt(0, 'c');
  await outbox.queue({ id, kind: 'receipt', recipient: 'ada@example.com', correlation: id, payload: {} });
  const message = await outbox.find(id);
  if (!message) throw new Error('It was just queued.');
  await outbox.save({ ...message, next_attempt_at_ms: service.clock.now() - 31 * 60_000 });
  const [waiting] = (await figures()).filter(({ label }) => label.startsWith('mail waiting'));
  expect(waiting).toEqual({
    label: 'mail waiting, some for over half an hour',
    value: '1',
    href: '/mail?status=queued',
  });
  expect(await rowsAt('/mail?status=queued')).toBe(1);
});
