import { beforeAll, describe, expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { actionsOf, amount, by, CALIFORNIA, cents, charges, hrefOf, listed, shopOf, units } from './refund-shop.ts';

onBothEngines('invoice refunds', (service) => {
  const { api, get, buy, refund, refunded, again, nextDay, booksClose } = shopOf(service);

  beforeAll(() =>
    api(
      'POST',
      '/v2/coupons',
      '<coupon><coupon_code>TENTH</coupon_code><name>A tenth</name><discount_type>percent</discount_type><discount_percent>10</discount_percent><applies_to_non_plan_charges>true</applies_to_non_plan_charges></coupon>',
    ),
  );
  const TENTH = '<coupon_codes><coupon_code>TENTH</coupon_code></coupon_codes>';

  describe('of a whole invoice', () => {
    it('need no body', async () => {
      const code = fresh('whole');
      const invoice = await buy(code, charges([4000]));
      const answer = await service().api('POST', `${hrefOf(invoice)}/refund`);
      expect([answer.status, cents(answer.xml, 'total')], answer.text).toEqual([201, -4000]);
      await booksClose(code);
    });

    it('void an unsettled card payment', async () => {
      const code = fresh('void');
      const invoice = await buy(code, charges([4000], [1250]), CALIFORNIA);
      expect(actionsOf(invoice)).toContain('refund');
      const payment = listed(invoice, 'transactions')[0];
      expect(textOf(payment, 'voidable')).toBe('true');

      const answer = await refund(invoice);
      expect(answer.status, answer.text).toBe(201);
      const credit = answer.xml;
      expect(answer.headers.get('location')).toBe(credit?.attributes.get('href'));
      expect(credit?.name).toBe('invoice');
      expect(['type', 'origin', 'state'].map((name) => textOf(credit, name))).toEqual(['credit', 'refund', 'closed']);
      // 52.50 plus 8.75 % tax: 57.09.
      expect([cents(credit, 'total'), cents(credit, 'tax'), cents(credit, 'balance')]).toEqual([-5709, -459, 0]);
      expect(listed(credit, 'line_items').map((line) => textOf(line, 'credit_reason_code'))).toEqual([
        'refund',
        'refund',
      ]);
      expect(listed(credit, 'transactions')).toEqual([]);

      const after = await again(invoice);
      const same = listed(after, 'transactions')[0];
      expect(textOf(same, 'uuid')).toBe(textOf(payment, 'uuid'));
      expect(['status', 'voidable', 'refundable'].map((name) => textOf(same, name))).toEqual([
        'void',
        'false',
        'false',
      ]);
      expect(actionsOf(same)).toEqual([]);
      expect(actionsOf(after)).not.toContain('refund');
      expect([textOf(after, 'state'), cents(after, 'refundable_total'), cents(after, 'balance')]).toEqual([
        'paid',
        0,
        0,
      ]);
      expect(service().gatewayCalls.at(-1)).toMatchObject({ action: 'void', answer: { outcome: 'succeeded' } });
      const credits = await get(`${hrefOf(invoice)}/credit_invoices`);
      expect(credits?.children.map(hrefOf)).toEqual([hrefOf(credit)]);

      const twice = await refund(invoice);
      expect([twice.status, textOf(twice.xml, 'symbol')]).toEqual([422, 'invoice_not_refundable']);
      await booksClose(code);
    });

    it('refund a settled payment with a separate transaction', async () => {
      const code = fresh('settled');
      const invoice = await buy(code, charges([1000, 3]));
      nextDay();
      const payment = listed(await again(invoice), 'transactions')[0];
      expect(['voidable', 'refundable'].map((name) => textOf(payment, name))).toEqual(['false', 'true']);
      const credit = await refunded(invoice);
      const [back] = listed(credit, 'transactions');
      expect(['action', 'status', 'amount_in_cents'].map((name) => textOf(back, name))).toEqual([
        'refund',
        'success',
        '3000',
      ]);
      expect(hrefOf(within(back, 'original_transaction'))).toBe(hrefOf(payment));
      expect([textOf(credit, 'state'), cents(credit, 'balance')]).toEqual(['closed', 0]);
      const [line] = listed(credit, 'line_items');
      expect(textOf(line, 'quantity')).toBe('3');
      const [charge] = listed(await again(invoice), 'line_items');
      expect(textOf(charge, 'quantity_remaining')).toBe('0');
      expect(textOf(line, 'original_adjustment_uuid')).toBe(textOf(charge, 'uuid'));
      expect(textOf(line, 'origin')).toBe(textOf(charge, 'origin'));
      await booksClose(code);
    });

    it('are rejected for an unpaid invoice', async () => {
      const manual = await buy(fresh('owed'), `${charges([500])}<collection_method>manual</collection_method>`);
      expect(actionsOf(manual)).not.toContain('refund');
      expect(textOf((await refund(manual)).xml, 'symbol')).toBe('invoice_not_refundable');
      expect((await api('POST', '/v2/invoices/999999/refund', '<invoice/>')).status).toBe(404);
    });
  });

  it('use the wording of versions before credit invoices', async () => {
    const invoice = await buy(fresh('old'), charges([4000]));
    const inner = amount(1500, '<refund_apply_order>credit</refund_apply_order>');
    const answer = await refund(invoice, inner, { 'X-Api-Version': '2.9' });
    expect(answer.status, answer.text).toBe(201);
    expect(['state', 'total_in_cents'].map((name) => textOf(answer.xml, name))).toEqual(['collected', '-1500']);
    const original = within(answer.xml, 'original_invoice')?.attributes.get('href') ?? '';
    expect(new URL(original).pathname).toBe(`/v2/invoices/${textOf(invoice, 'invoice_number')}`);
    // A negative charge, which is a credit from 2.10 on.
    const shown = async (path: string, version: string) => {
      const { xml } = await api('GET', path, undefined, { 'X-Api-Version': version });
      const figures = ['quantity', 'unit_amount_in_cents', 'total_in_cents'].map((name) => textOf(xml, name));
      return [xml?.attributes.get('type'), ...figures];
    };
    const line = within(answer.xml, 'line_items')?.children[0];
    const path = new URL(line?.attributes.get('href') ?? '').pathname;
    expect(line?.attributes.get('type')).toBe('charge');
    expect(await shown(path, '2.9')).toEqual(['charge', '-1', '1500', '-1500']);
    expect(await shown(path, '2.10')).toEqual(['credit', '1', '-1500', '-1500']);
    const late = await refund(invoice, '<external_refund>true</external_refund>', { 'X-Api-Version': '2.9' });
    expect([late.status, textOf(late.xml, 'symbol')]).toEqual([400, 'invalid_xml']);
  });

  describe('of an amount', () => {
    it('return tax and discount in proportion, and the rest with the next refund', async () => {
      const code = fresh('amount');
      // 100.00 less 10 %, plus 8.75 % tax: 97.88.
      const invoice = await buy(code, `${charges([10_000])}${TENTH}`, CALIFORNIA);
      expect(cents(invoice, 'total')).toBe(9788);
      const credit = await refunded(invoice, amount(5000));
      // Of the stored 90.00 and 7.88 half of it is 45.975 and 4.025: the tax rounds up, the net is the rest.
      expect(['subtotal', 'tax', 'total'].map((name) => cents(credit, name))).toEqual([-4597, -403, -5000]);
      expect(cents(await again(invoice), 'refundable_total')).toBe(4788);
      const rest = await refunded(invoice);
      expect(['subtotal', 'tax', 'total'].map((name) => cents(rest, name))).toEqual([-4403, -385, -4788]);
      expect(cents(credit, 'discount') + cents(rest, 'discount')).toBe(-1000);
      expect(actionsOf(await again(invoice))).not.toContain('refund');
      await booksClose(code);
    });

    it('are allocated to the lines by their remaining amounts', async () => {
      const invoice = await buy(fresh('shares'), charges([6000], [2500]));
      const credit = await refunded(invoice, amount(1000));
      expect(listed(credit, 'line_items').map((line) => cents(line, 'total'))).toEqual([-706, -294]);
    });

    it('are rejected above the remaining amount, at zero, and together with lines', async () => {
      const invoice = await buy(fresh('most'), charges([1000, 2]));
      const line = listed(invoice, 'line_items')[0];
      for (const [inner, found] of [
        [amount(2001), 'invoice.amount_in_cents less_than_or_equal_to'],
        [amount(0), 'invoice.amount_in_cents greater_than_or_equal_to'],
        [amount(5, units(line, 1)), 'invoice.amount_in_cents present'],
        [by('cash'), 'invoice.refund_method inclusion'],
        ['<line_items/>', 'invoice.line_items empty'],
        ['<description>By hand</description>', 'invoice.description present'],
      ] as const) {
        const answer = await refund(invoice, inner);
        expect([answer.status, findings(answer.xml)], inner).toEqual([422, [found]]);
      }
      expect((await refund(invoice, '<percentage>5</percentage>')).status).toBe(400);
      expect(cents(await again(invoice), 'refundable_total')).toBe(2000);
    });
  });

  describe('of lines', () => {
    it('unit by unit leave exactly zero', async () => {
      const code = fresh('units');
      const invoice = await buy(code, `${charges([333, 7])}${TENTH}`, CALIFORNIA);
      const line = listed(invoice, 'line_items')[0];
      const totals: number[] = [];
      for (let unit = 6; unit >= 0; unit -= 1) {
        totals.push(cents(await refunded(invoice, units(line, 1)), 'total'));
        const left = listed(await again(invoice), 'line_items')[0];
        expect(textOf(left, 'quantity_remaining')).toBe(String(unit));
      }
      expect(totals.reduce((sum, each) => sum + each, 0)).toBe(-cents(invoice, 'total'));
      expect(cents(await again(invoice), 'refundable_total')).toBe(0);
      const credits = await get(`${hrefOf(line)}/credit_adjustments`);
      for (const part of ['discount', 'tax', 'total']) {
        const back = credits?.children.reduce((sum, each) => sum + cents(each, part), 0);
        expect(back, part).toBe(-cents(line, part));
      }
      await booksClose(code);
    });

    it('are prorated by the remaining service period', async () => {
      const code = fresh('prorated');
      const plan = '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>';
      const invoice = await buy(code, plan);
      const [setup, month] = listed(invoice, 'line_items');
      const start = Date.parse(textOf(month, 'start_date') ?? '');
      const end = Date.parse(textOf(month, 'end_date') ?? '');
      service().clock.travelTo(new Date(start + (end - start) * (2 / 3)).toISOString());
      const credit = await refunded(invoice, units(month, 1, '<prorate>true</prorate>'));
      // A third of 19.99.
      expect(cents(credit, 'total')).toBe(-666);
      const none = await refund(invoice, units(setup, 1, '<prorate>true</prorate>'));
      expect(findings(none.xml)).toEqual(['invoice.line_items[0].prorate invalid']);
      // The price of the first two thirds is left and can be refunded only in full.
      const rest = await refunded(invoice);
      expect(cents(rest, 'total')).toBe(-(1999 - 666 + 500));
    });

    it('are validated against the remainder of each line, and rule out a later refund by amount', async () => {
      const invoice = await buy(fresh('judged'), charges([1000, 3], [500]));
      const [line, other] = listed(invoice, 'line_items');
      const stranger = listed(await buy(fresh('stranger'), charges([700])), 'line_items')[0];
      const wrong = [
        [units(line, 4), '[0].quantity less_than_or_equal_to'],
        [units(line, 0), '[0].quantity greater_than_or_equal_to'],
        [units(stranger, 1), '[0].uuid not_found'],
        [`${units(line, 1)}${units(line, 1)}`.replace('</line_items><line_items>', ''), '[1].uuid taken'],
      ] as const;
      for (const [inner, found] of wrong) {
        expect(findings((await refund(invoice, inner)).xml)).toEqual([`invoice.line_items${found}`]);
      }
      await refunded(invoice, units(line, 2));
      expect(findings((await refund(invoice, amount(100))).xml)).toEqual(['invoice.amount_in_cents present']);
      await refunded(invoice, units(other, 1));
      expect(cents(await refunded(invoice), 'total')).toBe(-1000);
    });
  });
});
