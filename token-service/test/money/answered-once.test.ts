import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh, textOf, within } from '../service.ts';
import { isPayment } from './audit-money.ts';
import { ENGINES, type Ground, openGround } from './ground.ts';

/** The outcome of a request with an `Idempotency-Key` is recorded with its effects, not with its response. */
describe.each(ENGINES)('a request whose response was lost with its process, on $name', (engine) => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await openGround(engine);
  });
  afterAll(() => ground?.close());

  const post = (path: string, key: string, body?: string) =>
    ground.service.api('POST', path, body, { 'Idempotency-Key': key });
  /**
   * Puts the database in the state left by a process that dies after recording the outcome and before storing the
   * response.
   */
  const loseAnswer = async (key: string): Promise<void> => {
    const forgotten = await ground.database.run(
      'UPDATE idempotency_keys SET status = NULL, headers = NULL, body = NULL WHERE key = $1 AND outcome IS NOT NULL',
      [key],
    );
    expect(forgotten).toBe(1);
  };
  const account = async (code: string, number = '4111111111111111') =>
    `<account><account_code>${code}</account_code><billing_info><token_id>${await ground.service.token({ number })}</token_id></billing_info></account>`;
  const charge =
    '<adjustments><adjustment><unit_amount_in_cents>1250</unit_amount_in_cents></adjustment></adjustments>';
  const charges = () => ground.service.gatewayCalls.filter(isPayment).length;

  const kinds: readonly [string, string, (code: string) => Promise<string>][] = [
    [
      'a purchase',
      '/v2/purchases',
      async (code) => `<purchase>${await account(code)}<currency>USD</currency>${charge}</purchase>`,
    ],
    [
      'a subscription',
      '/v2/subscriptions',
      async (code) =>
        `<subscription><plan_code>tideline</plan_code><currency>USD</currency>${await account(code)}</subscription>`,
    ],
    [
      'a payment',
      '/v2/transactions',
      async (code) =>
        `<transaction><amount_in_cents>999</amount_in_cents><currency>USD</currency>${await account(code)}</transaction>`,
    ],
    [
      'an authorization',
      '/v2/purchases/authorize',
      async (code) => `<purchase>${await account(code)}<currency>USD</currency>${charge}</purchase>`,
    ],
  ];

  test.each(kinds)('%s is answered as before and not executed twice', async (_name, path, bodyFor) => {
    const [key, body] = [fresh('key'), await bodyFor(fresh('once'))];
    const first = await post(path, key, body);
    expect([200, 201], first.text).toContain(first.status);
    const before = charges();
    await loseAnswer(key);
    const second = await post(path, key, body);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(charges()).toBe(before);
    // From then on the response is stored.
    expect((await post(path, key, body)).text).toBe(first.text);
    expect((await post(path, key, `${body}<!-- other -->`)).status).toBe(422);
  });

  const DECLINED = '4000000000000002';
  const declines: readonly [string, string, (code: string) => Promise<string>][] = [
    [
      'a purchase',
      '/v2/purchases',
      async (code) => `<purchase>${await account(code, DECLINED)}<currency>USD</currency>${charge}</purchase>`,
    ],
    [
      'a subscription with a trial',
      '/v2/subscriptions',
      async (code) =>
        `<subscription><plan_code>tideline</plan_code><currency>USD</currency><trial_ends_at>2030-01-01T00:00:00Z</trial_ends_at>${await account(code, DECLINED)}</subscription>`,
    ],
    [
      'an authorization',
      '/v2/purchases/authorize',
      async (code) => `<purchase>${await account(code, DECLINED)}<currency>USD</currency>${charge}</purchase>`,
    ],
    ['an account', '/v2/accounts', (code) => account(code, DECLINED)],
  ];

  test.each(declines)(
    '%s that was declined is declined as before, without another attempt',
    async (_name, path, bodyFor) => {
      const [key, body] = [fresh('key'), await bodyFor(fresh('declined'))];
      const first = await post(path, key, body);
      expect([first.status, textOf(first.xml, 'transaction_error', 'error_code')]).toEqual([422, 'declined']);
      const before = ground.service.gatewayCalls.length;
      await loseAnswer(key);
      const second = await post(path, key, body);
      expect([second.status, second.text]).toEqual([422, first.text]);
      expect(ground.service.gatewayCalls.length).toBe(before);
    },
  );

  test('a refund that was declined is declined as before', async () => {
    const body = `<purchase>${await account(fresh('declined'), '4000000000002024')}<currency>USD</currency>${charge}</purchase>`;
    const bought = await post('/v2/purchases', fresh('key'), body);
    const number = textOf(within(bought.xml, 'charge_invoice'), 'invoice_number');
    const [path, key] = [`/v2/invoices/${number}/refund`, fresh('key')];
    const refund = '<invoice><amount_in_cents>250</amount_in_cents></invoice>';
    const first = await post(path, key, refund);
    expect(first.status, first.text).toBe(422);
    await loseAnswer(key);
    expect((await post(path, key, refund)).text).toBe(first.text);
    const refunds = ground.service.gatewayCalls.filter(({ action }) => action === 'refund');
    expect(refunds.length).toBe(1);
  });

  test('a capture is answered as before', async () => {
    const purchase = `<purchase>${await account(fresh('once'))}<currency>USD</currency>${charge}</purchase>`;
    const authorized = await post('/v2/purchases/authorize', fresh('key'), purchase);
    const transaction = within(authorized.xml, 'charge_invoice', 'transactions')?.children[0];
    const [path, key] = [`/v2/purchases/${textOf(transaction, 'uuid')}/capture`, fresh('key')];
    const first = await post(path, key);
    expect(first.status, first.text).toBe(200);
    await loseAnswer(key);
    const second = await post(path, key);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
  });
});
