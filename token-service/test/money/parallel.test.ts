import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { isPayment } from './audit-money.ts';
import { ENGINES, type Ground, openGround } from './ground.ts';

const MANY = 64;
const PRICE = 1000;
const COUPON = 300;
const GIFT = 2000;

/** Every client orders the same items for one account at once. */
describe.each(ENGINES)(`${MANY} purchases of one account at once, on $name`, (engine) => {
  let ground: Ground;
  beforeAll(async () => {
    // Waiting requests are called when it is their turn and do not poll. So the clock stands still, and no request
    // times out however slow the machine is.
    ground = await openGround(engine, { pause: () => new Promise(() => {}) });
  });
  afterAll(() => ground?.close());

  const api = (method: string, path: string, body?: string) => ground.service.api(method, path, body);
  const balance = async (code: string) =>
    textOf(within((await api('GET', `/v2/accounts/${code}/balance`)).xml, 'balance_in_cents', 'USD')) ?? '0';

  test.each([
    ['a new account', false],
    ['an account with a card on file', true],
  ])(
    '%s: each is paid or refused with a reason, and the books balance',
    { timeout: 120_000 },
    async (_name, existing) => {
      const [code, coupon] = [fresh('crowd'), fresh('ONCE').toUpperCase()];
      const made = await api(
        'POST',
        '/v2/coupons',
        `<coupon><coupon_code>${coupon}</coupon_code><name>Once</name><discount_type>dollars</discount_type>` +
          `<discount_in_cents><USD>${COUPON}</USD></discount_in_cents><duration>single_use</duration>` +
          '<max_redemptions>1</max_redemptions><applies_to_non_plan_charges>true</applies_to_non_plan_charges></coupon>',
      );
      expect(made.status, made.text).toBe(201);
      const giftCode = existing ? 'DEMOGIFTUSD00020' : 'DEMOGIFTUSD00100';
      const gift = existing ? GIFT : 5 * GIFT;
      const tokens = await Promise.all(Array.from({ length: MANY + 1 }, () => ground.service.token()));
      const billingInfo = (n: number) => `<billing_info><token_id>${tokens[n]}</token_id></billing_info>`;
      if (existing) {
        await api(
          'POST',
          '/v2/accounts',
          `<account><account_code>${code}</account_code>${billingInfo(MANY)}</account>`,
        );
      }
      const before = ground.service.gatewayCalls.length;

      // Every fourth with the coupon, every fourth with the gift card, every fourth with both.
      const answers = await Promise.all(
        Array.from({ length: MANY }, (_, n) =>
          api(
            'POST',
            '/v2/purchases',
            `<purchase><account><account_code>${code}</account_code>${existing ? '' : billingInfo(n)}</account>` +
              `<currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>${PRICE}</unit_amount_in_cents></adjustment></adjustments>` +
              (n % 4 === 1 || n % 4 === 3 ? `<coupon_codes><coupon_code>${coupon}</coupon_code></coupon_codes>` : '') +
              (n % 4 === 2 || n % 4 === 3
                ? `<gift_card><redemption_code>${giftCode}</redemption_code></gift_card>`
                : '') +
              '</purchase>',
          ),
        ),
      );

      const sold = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status !== 200);
      for (const { status, xml, text } of refused) {
        expect(status, text).toBe(422);
        expect(findings(xml).join(), text).toMatch(/(coupon_codes\[0\]|gift_card.redemption_code) invalid/);
      }
      // All purchases without a coupon or gift card, one with the coupon, and one with the gift card; the last two may
      // be the same.
      expect([MANY / 4 + 1, MANY / 4 + 2]).toContain(sold.length);
      const invoices = sold.map(({ xml }) => within(xml, 'charge_invoice'));
      expect(invoices.map((invoice) => textOf(invoice, 'state'))).toEqual(invoices.map(() => 'paid'));
      const numbers = invoices.map((invoice) => Number(textOf(invoice, 'invoice_number')));
      expect(new Set(numbers).size).toBe(sold.length);

      const owed = sold.length * PRICE - COUPON;
      expect(invoices.reduce((sum, invoice) => sum + Number(textOf(invoice, 'total_in_cents')), 0)).toBe(owed);
      const charged = ground.service.gatewayCalls.slice(before).filter(isPayment);
      expect(ground.service.gatewayCalls.slice(before).filter(({ key }) => key.endsWith('/reverse'))).toEqual([]);
      const taken = charged.reduce((sum, { answer }) => sum + answer.amount_in_cents, 0);
      expect(taken).toBe(owed - gift - Number(await balance(code)));
      expect(Number((await ground.database.get('SELECT count(*) AS n FROM intents'))?.n)).toBe(0);
      const listed = await api('GET', `/v2/accounts/${code}/invoices?per_page=200&state=paid`);
      expect(listed.xml?.children).toHaveLength(sold.length);
    },
  );
});
