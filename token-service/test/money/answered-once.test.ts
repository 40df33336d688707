import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh, textOf, within } from '../service.ts';
import { ENGINES, type Ground, openGround } from './ground.ts';

/** DESIGN section 6: what a request with an `Idempotency-Key` became is recorded with it, not with its answer. */
describe.each(ENGINES)('a request whose answer was lost with its process, on $name', (engine) => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await openGround(engine);
  });
  afterAll(() => ground?.close());

  const post = (path: string, key: string, body?: string) =>
    ground.service.api('POST', path, body, { 'Idempotency-Key': key });
  /** As a process leaves it that dies after the outcome was recorded and before the answer was kept. */
  const loseAnswer = async (key: string): Promise<void> => {
    const forgotten = await ground.database.run(
      'UPDATE idempotency_keys SET status = NULL, headers = NULL, body = NULL WHERE key = $1 AND outcome IS NOT NULL',
      [key],
    );
    expect(forgotten).toBe(1);
  };
  const account = async (code: string) =>
    `<account><account_code>${code}</account_code><billing_info><token_id>${await ground.service.token()}</token_id></billing_info></account>`;
  const charge =
    '<adjustments><adjustment><unit_amount_in_cents>1250</unit_amount_in_cents></adjustment></adjustments>';
  const charges = () => ground.service.gatewayCalls.filter(({ action }) => action === 'charge').length;

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

  test.each(kinds)('%s is answered as before, and not made twice', async (_name, path, wish) => {
    const [key, body] = [fresh('key'), await wish(fresh('once'))];
    const first = await post(path, key, body);
    expect([200, 201], first.text).toContain(first.status);
    const asked = charges();
    await loseAnswer(key);
    const second = await post(path, key, body);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(charges()).toBe(asked);
    // From then on its answer is kept.
    expect((await post(path, key, body)).text).toBe(first.text);
    expect((await post(path, key, `${body}<!-- other -->`)).status).toBe(422);
  });

  test('a capture is answered as before', async () => {
    const wish = `<purchase>${await account(fresh('once'))}<currency>USD</currency>${charge}</purchase>`;
    const authorized = await post('/v2/purchases/authorize', fresh('key'), wish);
    const transaction = within(authorized.xml, 'charge_invoice', 'transactions')?.children[0];
    const [path, key] = [`/v2/purchases/${textOf(transaction, 'uuid')}/capture`, fresh('key')];
    const first = await post(path, key);
    expect(first.status, first.text).toBe(200);
    await loseAnswer(key);
    const second = await post(path, key);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
  });
});
