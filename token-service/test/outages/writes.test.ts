import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/adapters/storage/database.ts';
import { migratedSqlite } from '../migrated.ts';
import { audit } from '../money/audit.ts';
import { liftAttemptLimits } from '../money/ground.ts';
import { type ApiResponse, fresh, startTestService, type TestService, textOf, within } from '../service.ts';
import { effectsOn } from './effects.ts';
import { failingReads } from './failing-reads.ts';

/** A request to the XML API about an account. */
interface Write {
  readonly code: string;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  /** It redeems a token, which a gateway may have been given in the attempt that failed. */
  readonly hasToken?: boolean;
}

const sale = async (service: TestService): Promise<Write> => {
  const code = fresh('outage');
  const body =
    `<purchase><account><account_code>${code}</account_code><email>ada@example.com</email>` +
    `<billing_info><token_id>${await service.token()}</token_id></billing_info></account><currency>USD</currency>` +
    '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>';
  return { code, method: 'POST', path: '/v2/purchases', body, hasToken: true };
};

const sold = async (service: TestService) => {
  const { code, method, path, body } = await sale(service);
  const response = await service.api(method, path, body);
  expect(response.status, response.text).toBe(200);
  const listed = await service.api('GET', `/v2/accounts/${code}/subscriptions`);
  const [, subscription = ''] = /<uuid>(\w+)<\/uuid>/.exec(listed.text) ?? [];
  const [, invoice = ''] = /<invoice_number type="integer">(\d+)</.exec(response.text) ?? [];
  return { code, subscription: `/v2/subscriptions/${subscription}`, invoice: `/v2/invoices/${invoice}` };
};

const adjustment = (cents: number): string =>
  `<adjustment><description>Setup</description><unit_amount_in_cents>${cents}</unit_amount_in_cents>` +
  '<currency>USD</currency></adjustment>';

/** Prepares what a request needs, and returns the request. */
const WRITES: Readonly<Record<string, (service: TestService) => Promise<Write>>> = {
  'a purchase': sale,
  async 'a new account'() {
    const code = fresh('outage');
    const body = `<account><account_code>${code}</account_code><email>ada@example.com</email></account>`;
    return { code, method: 'POST', path: '/v2/accounts', body };
  },
  async 'new billing info'(service) {
    const { code } = await sold(service);
    const body = `<billing_info><token_id>${await service.token()}</token_id></billing_info>`;
    return { code, method: 'PUT', path: `/v2/accounts/${code}/billing_info`, body, hasToken: true };
  },
  async 'a charge'(service) {
    const { code } = await sold(service);
    return { code, method: 'POST', path: `/v2/accounts/${code}/adjustments`, body: adjustment(500) };
  },
  async 'a credit'(service) {
    const { code } = await sold(service);
    return { code, method: 'POST', path: `/v2/accounts/${code}/adjustments`, body: adjustment(-500) };
  },
  async 'an invoice'(service) {
    const { code } = await sold(service);
    await service.api('POST', `/v2/accounts/${code}/adjustments`, adjustment(500));
    return { code, method: 'POST', path: `/v2/accounts/${code}/invoices` };
  },
  async 'a change of the quantity'(service) {
    const { code, subscription } = await sold(service);
    const body = '<subscription><timeframe>now</timeframe><quantity>3</quantity></subscription>';
    return { code, method: 'PUT', path: subscription, body };
  },
  async usage(service) {
    const { code, subscription } = await sold(service);
    const addOns =
      '<subscription><timeframe>now</timeframe><subscription_add_ons><subscription_add_on>' +
      '<add_on_code>archive</add_on_code></subscription_add_on></subscription_add_ons></subscription>';
    const changed = await service.api('PUT', subscription, addOns);
    expect(changed.status, changed.text).toBe(200);
    const body = '<usage><amount>7</amount></usage>';
    return { code, method: 'POST', path: `${subscription}/add_ons/archive/usage`, body };
  },
  async 'a coupon'(service) {
    const { code } = await sold(service);
    const coupon = fresh('several').toUpperCase();
    const created = await service.api(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${coupon}</coupon_code><name>Several</name><discount_type>percent</discount_type>` +
        '<discount_percent>10</discount_percent><applies_to_all_plans>true</applies_to_all_plans></coupon>',
    );
    expect(created.status, created.text).toBe(201);
    const body = `<redemption><account_code>${code}</account_code><currency>USD</currency></redemption>`;
    return { code, method: 'POST', path: `/v2/coupons/${coupon}/redeem`, body };
  },
  async 'a shipping address'(service) {
    const { code } = await sold(service);
    const body =
      '<shipping_address><first_name>Ada</first_name><last_name>Lovelace</last_name><address1>1 Quay</address1>' +
      '<city>Oakland</city><state>CA</state><zip>94601</zip><country>US</country></shipping_address>';
    return { code, method: 'POST', path: `/v2/accounts/${code}/shipping_addresses`, body };
  },
  async 'a cancellation'(service) {
    const { code, subscription } = await sold(service);
    return { code, method: 'PUT', path: `${subscription}/cancel` };
  },
  async 'a termination with a refund'(service) {
    const { code, subscription } = await sold(service);
    return { code, method: 'PUT', path: `${subscription}/terminate?refund=full` };
  },
  async 'a refund'(service) {
    const { code, invoice } = await sold(service);
    const body = '<invoice><amount_in_cents>500</amount_in_cents></invoice>';
    return { code, method: 'POST', path: `${invoice}/refund`, body };
  },
  async 'a capture'(service) {
    const { code, method, path, body } = await sale(service);
    const authorized = await service.api(method, `${path}/authorize`, body);
    const uuid = textOf(within(authorized.xml, 'charge_invoice', 'transactions')?.children[0], 'uuid');
    expect(uuid, authorized.text).toBeDefined();
    return { code, method: 'POST', path: `/v2/purchases/transaction-uuid-${uuid}/capture` };
  },
  async 'the end of an account'(service) {
    const { code } = await sold(service);
    return { code, method: 'DELETE', path: `/v2/accounts/${code}` };
  },
};

/** Repeats a request once the lease of what its first attempt began has ended, and lets a day pass. */
const repeated = async (service: TestService, send: () => Promise<ApiResponse>): Promise<ApiResponse> => {
  service.clock.advance({ seconds: 61 });
  await service.dueWork();
  const again = await send();
  service.clock.advance({ hours: 24 });
  await service.dueWork();
  return again;
};

describe.each(Object.entries(WRITES))('%s', (_name, prepare) => {
  test('is done or refused for the moment, whichever read fails, and done once when it is repeated', {
    timeout: 120_000,
  }, async () => {
    const { database, failAt, recover } = failingReads(await migratedSqlite());
    const service = await startTestService({ database, env: { RATE_LIMIT: 'off' } });
    onTestFinished(() => service.close());
    await liftAttemptLimits(database);

    const attempt = async (read: number) => {
      const { code, method, path, body, hasToken } = await prepare(service);
      const key = randomUUID();
      const send = () => service.api(method, path, body, { 'Idempotency-Key': key });
      failAt(read);
      const first = await send();
      const reads = recover();
      expect([200, 201, 204, 503], `read ${read}: ${first.text}`).toContain(first.status);
      const again = await repeated(service, send);
      expect(await audit(database), `after read ${read}`).toEqual([]);
      if (hasToken && again.text.includes('<symbol>token_invalid</symbol>')) return { reads };
      expect([200, 201, 204], `again after read ${read}: ${again.text}`).toContain(again.status);
      return { reads, effects: await effectsOn(database, code) };
    };

    const { reads, effects } = await attempt(Number.POSITIVE_INFINITY);
    for (let read = 0; read < reads; read += 1) {
      const failed = await attempt(read);
      if (failed.effects) expect(failed.effects, `after read ${read} of ${reads}`).toEqual(effects);
    }
  });

  test('is done once although the process died before it answered', async () => {
    const database = await migratedSqlite();
    const write: Database['write'] = async (sql, values) => {
      // Storing the response.
      if (!sql.startsWith('UPDATE idempotency_keys SET status')) await database.write(sql, values);
    };
    const service = await startTestService({ database: { ...database, write }, env: { RATE_LIMIT: 'off' } });
    onTestFinished(() => service.close());
    const { code, method, path, body } = await prepare(service);
    const send = () => service.api(method, path, body, { 'Idempotency-Key': 'once' });
    await send();
    const effects = await effectsOn(database, code);
    await repeated(service, send);
    expect(await effectsOn(database, code)).toEqual(effects);
    expect(await audit(database)).toEqual([]);
  });
});
