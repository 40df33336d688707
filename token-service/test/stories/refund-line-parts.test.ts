import { beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../money/random.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { CALIFORNIA, cents, charges, hrefOf, listed, shopOf, type Xml } from './refund-shop.ts';

const V29 = { 'X-Api-Version': '2.29' };

/** A request of a line, with the elements that say its part. */
const lineOf = (line: Xml, part: string): string =>
  `<line_items><adjustment><uuid>${textOf(line, 'uuid')}</uuid>${part}</adjustment></line_items>`;
const net = (line: Xml, of: number) => lineOf(line, `<amount_in_cents>${of}</amount_in_cents>`);
const exact = (line: Xml, of: string) => lineOf(line, `<quantity_decimal>${of}</quantity_decimal>`);
const percents = (line: Xml, of: number) => lineOf(line, `<percentage>${of}</percentage>`);

onBothEngines('refunds of a part of a line', (service) => {
  const { api, buy, refund, again, booksClose } = shopOf(service);

  beforeAll(() =>
    api(
      'POST',
      '/v2/coupons',
      '<coupon><coupon_code>TENTH</coupon_code><name>A tenth</name><discount_type>percent</discount_type><discount_percent>10</discount_percent><applies_to_non_plan_charges>true</applies_to_non_plan_charges></coupon>',
    ),
  );
  const TENTH = '<coupon_codes><coupon_code>TENTH</coupon_code></coupon_codes>';

  const refunded = async (invoice: Xml, inner: string) => {
    const answer = await refund(invoice, inner, V29);
    expect(answer.status, answer.text).toBe(201);
    return answer.xml;
  };
  /** Returns what can be refunded of each line, as version 2.29 shows it. */
  const leftOf = async (invoice: Xml) => {
    const { xml } = await api('GET', `/v2/invoices/${textOf(invoice, 'invoice_number')}`, undefined, V29);
    return listed(xml, 'line_items').map((line) => cents(line, 'refundable_total'));
  };

  it('by an amount before tax, which its tax and its discount follow', async () => {
    const code = fresh('net');
    // 90.00 and 22.50 after 10 %; their tax of 8.75 %, 9.84, is spread to 7.87 and 1.97.
    const invoice = await buy(code, `${charges([5000, 2], [2500])}${TENTH}`, CALIFORNIA);
    const [line] = listed(invoice, 'line_items');
    expect(await leftOf(invoice)).toEqual([9787, 2447]);

    const credit = await refunded(invoice, net(line, 4500));
    // Half of the line: discount 10.00 / 2, tax 7.87 / 2 = 3.935.
    expect(['subtotal', 'discount', 'tax', 'total'].map((name) => cents(credit, name))).toEqual([
      -4500, -500, -394, -4894,
    ]);
    expect(await leftOf(invoice)).toEqual([4893, 2447]);
    expect(textOf(listed(await again(invoice), 'line_items')[0], 'quantity_remaining')).toBe('2');

    // The rest of the line takes its units with it.
    await refunded(invoice, net(line, 4500));
    expect(await leftOf(invoice)).toEqual([0, 2447]);
    expect(textOf(listed(await again(invoice), 'line_items')[0], 'quantity_remaining')).toBe('0');
    await booksClose(code);
  });

  it('by percents of what is left of it, tax included', async () => {
    const code = fresh('percent');
    // 10.00 with 20 % tax: 12.00.
    const invoice = await buy(code, charges([1000]), { country: 'FR' });
    const [line] = listed(invoice, 'line_items');
    // 25 % of 12.00 is 3.00, a sixth of it tax; then 33 % of 9.00 is 2.97, then all of 6.03.
    const parts = [25, 33, 100].map((of) => percents(line, of));
    const credits = [];
    for (const part of parts) credits.push(await refunded(invoice, part));
    expect(credits.map((credit) => [cents(credit, 'total'), cents(credit, 'tax')])).toEqual([
      [-300, -50],
      [-297, -50],
      [-603, -100],
    ]);
    expect(await leftOf(invoice)).toEqual([0]);
    expect(cents(await again(invoice), 'refundable_total')).toBe(0);
    await booksClose(code);
  });

  it('by an exact quantity, of a charge for a fraction or of whole units', async () => {
    const code = fresh('exact');
    const charge = '<unit_amount_in_cents>333</unit_amount_in_cents>';
    const bought = await api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code><billing_info><token_id>${await service().token({ country: 'FR' })}</token_id></billing_info></account><currency>USD</currency>
      <adjustments><adjustment>${charge}<quantity_decimal>2.5</quantity_decimal></adjustment><adjustment>${charge}<quantity>2</quantity></adjustment></adjustments></purchase>`,
      V29,
    );
    expect(bought.status, bought.text).toBe(200);
    const invoice = within(bought.xml, 'charge_invoice') as Xml;
    const [fraction, whole] = listed(invoice, 'line_items');
    const leftOfUnits = async () => {
      const { xml } = await api('GET', hrefOf(invoice), undefined, V29);
      return listed(xml, 'line_items').map((line) =>
        ['quantity', 'quantity_remaining', 'quantity_decimal', 'quantity_decimal_remaining']
          .map((name) => textOf(line, name))
          .join(' '),
      );
    };
    expect(await leftOfUnits()).toEqual(['3 3 2.5 2.5', '2 2 2 2']);
    // 8.33 with 1.67 tax: three fifths are 5.00 and 1.00.
    const credit = await refunded(invoice, exact(fraction, '1.50'));
    expect([cents(credit, 'subtotal'), cents(credit, 'tax')]).toEqual([-500, -100]);
    const [line] = listed(credit, 'line_items');
    expect(['quantity', 'quantity_decimal', 'unit_amount_in_cents'].map((name) => textOf(line, name))).toEqual([
      '2',
      '1.5',
      '-333',
    ]);
    await refunded(invoice, exact(whole, '0.5'));
    expect(await leftOfUnits()).toEqual(['3 1 2.5 1', '2 2 2 1.5']);
    const much = await refund(invoice, exact(fraction, '1.000000001'), V29);
    expect(findings(much.xml)).toEqual(['invoice.line_items[0].quantity_decimal less_than_or_equal_to']);
    // The units that a client sees are refunded by their number, the last part of one too.
    await refunded(invoice, lineOf(fraction, '<quantity>1</quantity>'));
    await refunded(invoice, lineOf(whole, '<quantity>2</quantity>'));
    expect(await leftOfUnits()).toEqual(['3 0 2.5 0', '2 0 2 0']);
    expect(cents(await again(invoice), 'refundable_total')).toBe(0);
    await booksClose(code);
  });

  it('are one of quantity, amount and percentage, of at most what is left', async () => {
    const invoice = await buy(fresh('one'), charges([1000, 2]));
    const [line] = listed(invoice, 'line_items');
    const of = (part: string) => lineOf(line, part);
    for (const [inner, found] of [
      [of(''), ['quantity blank']],
      [of('<quantity>1</quantity><amount_in_cents>5</amount_in_cents>'), ['amount_in_cents present']],
      [of('<amount_in_cents>5</amount_in_cents><percentage>5</percentage>'), ['percentage present']],
      [of('<quantity>1</quantity><quantity_decimal>1</quantity_decimal>'), ['quantity_decimal present']],
      [of('<quantity_decimal>0</quantity_decimal>'), ['quantity_decimal greater_than']],
      [of('<quantity_decimal>-1</quantity_decimal>'), ['quantity_decimal greater_than_or_equal_to']],
      [of('<quantity_decimal>2.1</quantity_decimal>'), ['quantity_decimal less_than_or_equal_to']],
      [of('<percentage>5</percentage><prorate>true</prorate>'), ['prorate present']],
      [of('<amount_in_cents>5</amount_in_cents><prorate>true</prorate>'), ['prorate present']],
      [of('<percentage>0</percentage>'), ['percentage greater_than_or_equal_to']],
      [of('<percentage>101</percentage>'), ['percentage less_than_or_equal_to']],
      [of('<percentage>2.5</percentage>'), ['percentage not_an_integer']],
      [of('<amount_in_cents>2001</amount_in_cents>'), ['amount_in_cents less_than_or_equal_to']],
      [of('<amount_in_cents>0</amount_in_cents>'), ['amount_in_cents greater_than_or_equal_to']],
    ] as const) {
      const answer = await refund(invoice, inner, V29);
      const paths = found.map((each) => `invoice.line_items[0].${each}`);
      expect([answer.status, findings(answer.xml)], inner).toEqual([422, paths]);
    }
    for (const inner of [percents(line, 5), exact(line, '1')]) {
      const early = await refund(invoice, inner, { 'X-Api-Version': '2.28' });
      expect([early.status, textOf(early.xml, 'symbol')]).toEqual([400, 'invalid_xml']);
    }
    expect(await leftOf(invoice)).toEqual([2000]);
  });

  it('is nothing of an invoice that was not paid', async () => {
    const owed = await buy(fresh('unpaid'), `${charges([500])}<collection_method>manual</collection_method>`);
    expect(await leftOf(owed)).toEqual([0]);
    const answer = await refund(owed, percents(listed(owed, 'line_items')[0], 50), V29);
    expect([answer.status, textOf(answer.xml, 'symbol')]).toEqual([422, 'invoice_not_refundable']);
  });

  describe('in random parts of every kind', () => {
    it('end at exactly zero', async () => {
      const random = seeded(7);
      const code = fresh('mixed');
      const invoice = await buy(code, `${charges([777, 3], [1301], [45, 2])}${TENTH}`, CALIFORNIA);
      const lines = listed(invoice, 'line_items');
      for (let left = await leftOf(invoice); left.some((each) => each > 0); left = await leftOf(invoice)) {
        const place = left.findIndex((each) => each > 0);
        const line = lines[place];
        const part = [
          () => net(line, random.below(500) + 1),
          () => percents(line, random.below(100) + 1),
          () => exact(line, `${random.below(2)}.${random.below(999) + 1}`),
        ][random.below(3)]!();
        const before = left.reduce((sum, each) => sum + each, 0);
        const answer = await refund(invoice, part, V29);
        if (answer.status === 201) {
          const after = (await leftOf(invoice)).reduce((sum, each) => sum + each, 0);
          expect(after).toBe(before + cents(answer.xml, 'total'));
        } else await refunded(invoice, percents(line, 100));
      }
      expect(cents(await again(invoice), 'refundable_total')).toBe(0);
      await booksClose(code);
    });
  });
});
