import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEMO_KEYS, DEMO_SUBDOMAIN } from '../../seed/demo.ts';
import { anIntent } from '../../src/adapters/storage/testing/samples.ts';
import { demoOwner, operatorBrowser } from '../console/browser.ts';
import { type ApiResponse, fresh, type TestService, textOf } from '../service.ts';
import { actionOf, CHALLENGED, customerOf, V21 } from './challenging.ts';
import { onBothEngines } from './engines.ts';
import { OPERATING_METRICS } from './shown-metrics.fixture.ts';
import { cardInfo, openShop } from './subscription-shop.ts';

/** Approved when it is stored, declined at every payment. */
const DECLINED_LATER = '4000000000009979';

/** The status of a payment that its gateway declined. */
const DECLINED = 'failed';

/** Returns the samples of a metric whose labels include the given ones, and their sum. */
const sumOf = (text: string, name: string, labels: Readonly<Record<string, string>>): number => {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))]
    .filter(([, found = '']) => wanted.every((each) => found.split(',').includes(each)))
    .reduce((sum, [, , value]) => sum + Number(value), 0);
};

/** Those that only a process with Redis shows. */
const WITH_REDIS = ['billing_redis_up'];

/** The documented metrics, each with its labels. */
const documented = (): Readonly<Record<string, string>> => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const table = page.split('| Metric | Meaning |')[1]?.split('\n\n')[0] ?? '';
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return Object.fromEntries(
    cells.flatMap((cell) =>
      [...cell.matchAll(/`(billing_\w+)(?:\{(.*?)\})?`/g)].map(([, name = '', labels = '']) => [
        name,
        labels.replaceAll(',', ' '),
      ]),
    ),
  );
};

/** Returns the labels of the series of a metric, without those of a histogram's buckets; undefined without series. */
const labelsOf = (text: string, name: string): string | undefined => {
  const series = new RegExp(`^${name}(?:_count)?(?:\\{(.*)\\})? \\S+$`, 'm').exec(text);
  return series ? [...(series[1] ?? '').matchAll(/(\w+)="/g)].map(([, label]) => label).join(' ') : undefined;
};

onBothEngines('metrics', (service) => {
  const scrape = async ({ apiUrl }: TestService): Promise<string> => (await fetch(`${apiUrl}/metrics`)).text();

  it('count payments and amounts as the records have them, and renewals', async () => {
    const { site, api, travel, plan, account, subscribe } = await openShop(service());
    const gold = await plan();
    const [payer, debtor] = [await account(), await account()];
    await subscribe(payer, gold);
    await subscribe(debtor, gold);
    const card = await api('PUT', `/v2/accounts/${debtor}/billing_info`, cardInfo(DECLINED_LATER));
    expect(card.status, card.text).toBe(200);
    await travel('2027-01-05T00:00:00Z');

    const transactions = (await api('GET', '/v2/transactions?per_page=200')).xml?.children ?? [];
    const amountOf = (action: string, status: string): number =>
      transactions
        .filter((one) => textOf(one, 'action') === action && textOf(one, 'status') === status)
        .reduce((sum, one) => sum + Number(textOf(one, 'amount_in_cents')), 0);
    const text = await scrape(service());
    const of = { site: site.subdomain };
    const purchases = { ...of, currency: 'USD' };
    expect(amountOf('purchase', 'success')).toBeGreaterThan(0);
    expect(sumOf(text, 'billing_payment_amount_total', { ...purchases, result: 'success' })).toBe(
      amountOf('purchase', 'success'),
    );
    expect(sumOf(text, 'billing_payment_amount_total', { ...purchases, result: 'declined' })).toBe(
      amountOf('purchase', DECLINED),
    );
    expect(sumOf(text, 'billing_payments_total', { ...of, initiator: 'merchant', result: 'declined' })).toBe(
      transactions.filter((one) => textOf(one, 'status') === DECLINED).length,
    );
    expect(sumOf(text, 'billing_payments_total', of)).toBe(transactions.length);
    expect(sumOf(text, 'billing_payments_total', { ...of, operation: 'verify', initiator: 'customer' })).toBe(
      transactions.filter((one) => textOf(one, 'action') === 'verify').length,
    );
    expect(sumOf(text, 'billing_renewals_total', { ...of, result: 'success' })).toBe(1);
    expect(sumOf(text, 'billing_renewals_total', { ...of, result: 'declined' })).toBe(1);
    expect(sumOf(text, 'billing_invoices_total', { ...of, type: 'charge', origin: 'renewal' })).toBe(2);
    expect(sumOf(text, 'billing_subscriptions', { ...of, state: 'active' })).toBe(2);
    expect(sumOf(text, 'billing_past_due_amount', { ...of, currency: 'USD' })).toBe(3000);
    // Of the other subscription: that which is past due is not paid.
    expect(sumOf(text, 'billing_mrr', { ...of, currency: 'USD' })).toBe(3000);
    expect(sumOf(text, 'billing_gateway_request_duration_seconds_count', { ...of, operation: 'purchase' })).toBe(
      transactions.filter((one) => textOf(one, 'action') === 'purchase').length,
    );
    expect(
      sumOf(text, 'billing_due_run_total', { kind: 'subscription_boundary', result: 'succeeded' }),
    ).toBeGreaterThan(0);
    for (const code of [payer, debtor]) expect(text).not.toContain(code);
  });

  it('count requests by route, rejections by reason, and what became of an Idempotency-Key', async () => {
    const { api } = service();
    const before = await scrape(service());
    const body = `<account><account_code>${fresh('once')}</account_code></account>`;
    const key = { 'Idempotency-Key': fresh('key') };
    await api('POST', '/v2/accounts', body, key);
    await api('POST', '/v2/accounts', body, key);
    await api('POST', '/v2/accounts', body.replace('once', 'other'), key);
    await api('GET', '/v2/accounts/no-such-account');
    await api('POST', '/v2/accounts', '<account>');
    await fetch(`${service().apiUrl}/no-such-path`);
    const after = await scrape(service());
    const added = (name: string, labels: Record<string, string>): number =>
      sumOf(after, name, labels) - sumOf(before, name, labels);
    for (const result of ['new', 'replayed', 'conflict']) {
      expect(added('billing_idempotency_total', { result }), result).toBe(1);
    }
    expect(added('billing_http_rejected_total', { reason: 'body' })).toBe(1);
    expect(added('billing_http_request_duration_seconds_count', { origin: 'api', method: 'POST' })).toBe(4);
    expect(added('billing_http_request_duration_seconds_count', { origin: 'api', route: 'other' })).toBe(1);
    expect(sumOf(after, 'billing_http_requests_in_flight', { origin: 'api' })).toBe(0);
    expect(after).not.toContain('no-such-account');
  });

  it('are those that operators build on, with their labels, and those of the documentation', async () => {
    const text = await scrape(service());
    const shown = [...text.matchAll(/^# TYPE (billing_\w+)/gm)].map(([, name = '']) => name);
    expect([...shown, ...WITH_REDIS].toSorted()).toEqual(Object.keys(OPERATING_METRICS).toSorted());
    const withSeries = shown.filter((name) => labelsOf(text, name) !== undefined);
    expect(withSeries.length).toBeGreaterThan(20);
    expect(Object.fromEntries(withSeries.map((name) => [name, labelsOf(text, name)]))).toEqual(
      Object.fromEntries(withSeries.map((name) => [name, OPERATING_METRICS[name]])),
    );
    expect(documented()).toEqual(OPERATING_METRICS);
  });

  it('count challenges of 3-D Secure, and what became of them', async () => {
    const of = { site: DEMO_SUBDOMAIN };
    const before = await scrape(service());
    const buy = (id: string, result = ''): Promise<ApiResponse> =>
      service().api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${fresh('challenged')}</account_code><billing_info><token_id>${id}</token_id>` +
          `${result}</billing_info></account><currency>USD</currency><adjustments><adjustment>` +
          '<unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>',
        V21,
      );
    const result = async (id: string): Promise<string> => {
      const { browserUrl } = service();
      const body = new URLSearchParams({ key: DEMO_KEYS.public, action_token_id: id });
      const headers = { Origin: browserUrl };
      return (await fetch(`${browserUrl}/js/v1/three_d_secure/results`, { method: 'POST', headers, body })).text();
    };
    const customer = customerOf(service);
    const action = actionOf(await buy(await service().token({ number: CHALLENGED })));
    await customer.decide(action, 'confirm');
    await result(action);
    await result(action);
    const refused = actionOf(await buy(await service().token({ number: CHALLENGED })));
    await customer.decide(refused, 'refuse');
    await result(refused);
    const after = await scrape(service());
    const added = (name: string): number =>
      sumOf(after, 'billing_three_d_secure_total', { ...of, result: name }) -
      sumOf(before, 'billing_three_d_secure_total', { ...of, result: name });
    expect(['challenged', 'confirmed', 'failed'].map(added)).toEqual([2, 1, 1]);
  });

  it('count what is taken over from a process that died: payments, due work and idempotency keys', async () => {
    const { site, api, privateKey } = await service().openSite({ mode: 'sandbox', manual_invoicing: true });
    const { opened } = service().service;
    const before = await scrape(service());
    const taken = async (lease: string): Promise<number> =>
      sumOf(await scrape(service()), 'billing_leases_taken_over_total', { lease }) -
      sumOf(before, 'billing_leases_taken_over_total', { lease });

    const key = fresh('key');
    const longAgo = service().clock.now() - 120_000;
    const keys = opened.idempotency({ keptFor: 86_400_000, lease: 60_000 });
    await keys.begin(site.id, key, 'of another request', longAgo);
    const code = fresh('owner');
    const body = `<account><account_code>${code}</account_code></account>`;
    expect((await api('POST', '/v2/accounts', body, { 'Idempotency-Key': key })).status).toBe(201);
    expect(await taken('idempotency_key')).toBe(1);

    const account = await opened.storage.of(site.id).accounts.find(code);
    if (!account) throw new Error('The account is not there.');
    const intent = { ...anIntent(9_700_001, account.id, longAgo), reserved: null };
    await opened.storage.transaction(site.id, async ({ intents, due }) => {
      await due.claim([account.id], longAgo);
      await intents.open(intent);
      due.wake();
    });
    await service().dueWork();
    expect([await taken('payment_intent'), await taken('due_work')]).toEqual([1, 1]);
    const reversed = { site: site.subdomain, kind: intent.kind };
    const text = await scrape(service());
    expect(sumOf(text, 'billing_reversals_total', { ...reversed, result: 'begun' })).toBe(1);
    expect(sumOf(text, 'billing_reversals_total', { ...reversed, result: 'ended' })).toBe(1);
    expect(text).not.toContain(privateKey);
  });

  it('show the age of keys, those that end while they are used, and the space of tables', async () => {
    const { site, api } = await service().openSite();
    const of = { site: site.subdomain };
    const { sites } = service().service.opened;
    const [key] = (await sites.keys(site.id)).filter(({ kind }) => kind === 'private');
    if (!key) throw new Error('The site has no key.');
    expect((await api('GET', '/v2/accounts')).status).toBe(200);
    service().clock.advance({ hours: 2 });
    expect((await api('GET', '/v2/accounts')).status).toBe(200);
    const hour = 3600;
    const now = service().clock.now();
    await expect.poll(async () => (await sites.keyUses(site.id))[0]?.used_at_ms).toBeGreaterThan(now - hour * 1000);
    const age = sumOf(await scrape(service()), 'billing_key_age_seconds', of);
    expect(age).toBeCloseTo((now - key.created_at_ms) / 1000, -2);
    await sites.saveKey({ ...key, valid_until_ms: now + 12 * hour * 1000 });
    service().clock.advance({ seconds: 20 });
    const text = await scrape(service());
    const left = sumOf(text, 'billing_key_expires_seconds', of);
    expect(left).toBeGreaterThan(11.9 * hour);
    expect(left).toBeLessThanOrEqual(12 * hour);
    expect(sumOf(text, 'billing_key_age_seconds', of)).toBe(0);
    expect(sumOf(text, 'billing_table_bytes', {})).toBeGreaterThan(100_000);
    expect(text).toMatch(/^billing_table_bytes\{table="(?:_file|invoices)"\} \d+$/m);
    expect(sumOf(text, 'billing_pdf_queue', {})).toBe(0);
  });

  it('count sign-ins at the console by their outcome', async () => {
    const before = await scrape(service());
    await demoOwner(service());
    await operatorBrowser(service()).post('/sign-in', { email: 'stranger@example.com', password: 'a wrong password' });
    const after = await scrape(service());
    const added = (labels: Record<string, string>): number =>
      sumOf(after, 'billing_console_sign_ins_total', labels) - sumOf(before, 'billing_console_sign_ins_total', labels);
    expect(added({ method: 'demo', result: 'signed_in' })).toBe(1);
    expect(added({ method: 'password', result: 'refused' })).toBe(1);
    expect(after).not.toContain('stranger@example.com');
  });

  it('show due work that waits and fails, its workers, and that the ledger adds up', async () => {
    const { site, api } = await openShop(service());
    const of = { site: site.subdomain };
    const { worker } = service().service;
    await worker?.close();
    const now = Math.floor(service().clock.now() / 1000);
    const body = `<account><account_code>${fresh('debtor')}</account_code></account>`;
    const line = '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments>';
    const manual = '<collection_method>manual</collection_method><net_terms type="integer">0</net_terms>';
    const sold = await api(
      'POST',
      '/v2/purchases',
      `<purchase>${body}<currency>USD</currency>${manual}${line}</purchase>`,
    );
    expect(sold.status, sold.text).toBe(200);
    const { storage } = service().service.opened;
    const parked = { status: 'parked', failures: 8, error: 'No.', failed_at_ms: now, retry_at_ms: null } as const;
    await storage.transaction(site.id, ({ due }) =>
      due.fail({ ...parked, kind: 'collection', id: 'x', subject: 'x', at: now }),
    );
    // Past due a day after its due date.
    service().clock.advance({ hours: 24, minutes: 10 });
    const text = await scrape(service());
    const dueOf = (kind: string, status: string) => sumOf(text, 'billing_due_items', { ...of, kind, status });
    expect([dueOf('overdue_invoice', 'due'), dueOf('collection', 'parked'), dueOf('collection', 'due')]).toEqual([
      1, 1, 0,
    ]);
    const age = sumOf(text, 'billing_due_oldest_seconds', { ...of, kind: 'overdue_invoice' });
    expect(age).toBeGreaterThanOrEqual(600);
    expect(age).toBeLessThan(660);
    expect(sumOf(text, 'billing_workers', {})).toBe(1);
    expect(labelsOf(text, 'billing_worker_last_seen_seconds')).toBe('');
    expect(sumOf(text, 'billing_worker_last_seen_seconds', {})).toBe(0);
    expect(text).toMatch(new RegExp(`^billing_ledger_imbalance\\{site="${site.subdomain}",currency="USD"\\} 0$`, 'm'));
  });
});
