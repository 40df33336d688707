import type { Records } from '@service/billing/ports/records.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings, fresh, type TestService, textOf, within } from '../service.ts';
import { expectBooksToClose } from './books.ts';
import { onBothEngines } from './engines.ts';

type Xml = Awaited<ReturnType<TestService['api']>>['xml'];

onBothEngines('giving back', (service) => {
  const api: TestService['api'] = (...asked) => service().api(...asked);
  const get = async (path: string): Promise<Xml> => (await api('GET', path)).xml;
  const cents = (element: Xml, name: string): number => Number(textOf(element, `${name}_in_cents`));
  const listed = (element: Xml, name: string) => within(element, name)?.children ?? [];
  const hrefOf = (element: Xml): string => new URL(element?.attributes.get('href') ?? '').pathname;
  const actionsOf = (element: Xml) =>
    (element?.children ?? []).filter(({ name }) => name === 'a').map(({ attributes }) => attributes.get('name'));

  const CALIFORNIA = { country: 'US', postal_code: '94105' };
  const charges = (...lines: readonly [cents: number, quantity?: number][]) =>
    `<adjustments>${lines.map(([unit, quantity = 1]) => `<adjustment><unit_amount_in_cents>${unit}</unit_amount_in_cents><quantity>${quantity}</quantity></adjustment>`).join('')}</adjustments>`;

  /** Buys, and answers the invoice's own document. */
  const buy = async (code: string, wanted: string, card: Readonly<Record<string, string>> | null = {}) => {
    const info = card ? `<billing_info><token_id>${await service().token(card)}</token_id></billing_info>` : '';
    const account = `<account><account_code>${code}</account_code>${info}</account>`;
    const sold = await api('POST', '/v2/purchases', `<purchase>${account}<currency>USD</currency>${wanted}</purchase>`);
    expect(sold.status, sold.text).toBe(200);
    return (await get(hrefOf(within(sold.xml, 'charge_invoice')))) as NonNullable<Xml>;
  };
  const refund = (invoice: Xml, inner = '', headers: Readonly<Record<string, string>> = {}) =>
    api('POST', `${hrefOf(invoice)}/refund`, `<invoice>${inner}</invoice>`, headers);
  const refunded = async (invoice: Xml, inner = '') => {
    const answer = await refund(invoice, inner);
    expect(answer.status, answer.text).toBe(201);
    return answer.xml as NonNullable<Xml>;
  };
  const amount = (of: number, more = '') => `<amount_in_cents>${of}</amount_in_cents>${more}`;
  const by = (method: string) => `<refund_method>${method}</refund_method>`;
  const units = (line: Xml, quantity: number, more = '') =>
    `<line_items><adjustment><uuid>${textOf(line, 'uuid')}</uuid><quantity>${quantity}</quantity>${more}</adjustment></line_items>`;
  const again = (invoice: Xml) => get(hrefOf(invoice));
  /** Past the next midnight, when card payments have settled. */
  const nextDay = () => service().clock.advance({ days: 1 });

  let records: Records;
  beforeAll(async () => {
    const { sites, storage } = service().service.opened;
    records = storage.of((await sites.find('demo'))?.id ?? '');
    await api(
      'POST',
      '/v2/coupons',
      '<coupon><coupon_code>TENTH</coupon_code><name>A tenth</name><discount_type>percent</discount_type><discount_percent>10</discount_percent><applies_to_non_plan_charges>true</applies_to_non_plan_charges></coupon>',
    );
  });
  const TENTH = '<coupon_codes><coupon_code>TENTH</coupon_code></coupon_codes>';

  /** What the account owes and is owed, by its invoices and by the ledger. */
  const booksClose = async (code: string): Promise<void> => {
    const account = await records.accounts.find(code);
    const balances = await records.ledger.balances(account?.id ?? '', 'USD');
    const invoices = (await get(`/v2/accounts/${code}/invoices?per_page=200`))?.children ?? [];
    const open = (type: string) =>
      invoices.filter((one) => textOf(one, 'type') === type).reduce((sum, one) => sum + cents(one, 'balance'), 0);
    expect(balances.receivable ?? 0).toBe(open('charge'));
    expect(balances.credit ?? 0).toBe(open('credit'));
    for (const invoice of invoices) {
      const number = textOf(invoice, 'invoice_number');
      const paid = listed(invoice, 'transactions')
        .filter((one) => ['success', 'scheduled', 'processing'].includes(textOf(one, 'status') ?? ''))
        .reduce((sum, one) => sum + cents(one, 'amount'), 0);
      const credit = listed(invoice, 'credit_payments').reduce((sum, one) => sum + cents(one, 'amount'), 0);
      const sign = textOf(invoice, 'type') === 'credit' ? -1 : 1;
      expect(cents(invoice, 'balance'), number).toBe(cents(invoice, 'total') - sign * (paid + credit));
      for (const line of listed(invoice, 'line_items')) {
        const gross = cents(line, 'unit_amount') * Number(textOf(line, 'quantity'));
        expect(cents(line, 'total')).toBe(gross - cents(line, 'discount') + cents(line, 'tax'));
      }
    }
  };

  describe('a whole invoice', () => {
    it('lets a card payment go that has not settled', async () => {
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
      // 52.50 with 8.75 % of tax: 57.09.
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
      expect(service().gatewayCalls.at(-1)).toMatchObject({ action: 'void', answer: { outcome: 'approved' } });
      const credits = await get(`${hrefOf(invoice)}/credit_invoices`);
      expect(credits?.children.map(hrefOf)).toEqual([hrefOf(credit)]);

      const twice = await refund(invoice);
      expect([twice.status, textOf(twice.xml, 'symbol')]).toEqual([422, 'invoice_not_refundable']);
      await booksClose(code);
    });

    it('refunds one that has settled with a transaction of its own', async () => {
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

    it('that is not paid cannot be refunded', async () => {
      const manual = await buy(fresh('owed'), `${charges([500])}<collection_method>manual</collection_method>`);
      expect(actionsOf(manual)).not.toContain('refund');
      expect(textOf((await refund(manual)).xml, 'symbol')).toBe('invoice_not_refundable');
      expect((await api('POST', '/v2/invoices/999999/refund', '<invoice/>')).status).toBe(404);
    });
  });

  it('in the words of versions before credit invoices', async () => {
    const invoice = await buy(fresh('old'), charges([4000]));
    const inner = amount(1500, '<refund_apply_order>credit</refund_apply_order>');
    const answer = await refund(invoice, inner, { 'X-Api-Version': '2.9' });
    expect(answer.status, answer.text).toBe(201);
    expect(['state', 'total_in_cents'].map((name) => textOf(answer.xml, name))).toEqual(['collected', '-1500']);
    const original = within(answer.xml, 'original_invoice')?.attributes.get('href') ?? '';
    expect(textOf(await get(new URL(original).pathname), 'uuid')).toBe(textOf(invoice, 'uuid'));
    const late = await refund(invoice, '<external_refund>true</external_refund>', { 'X-Api-Version': '2.9' });
    expect([late.status, textOf(late.xml, 'symbol')]).toEqual([400, 'invalid_xml']);
  });

  describe('an amount', () => {
    it('is given back with its tax and discount in proportion, and the rest after it', async () => {
      const code = fresh('amount');
      // 100.00 less 10 %, with 8.75 % of tax: 97.88.
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

    it('is shared out over the lines by what is left of them', async () => {
      const invoice = await buy(fresh('shares'), charges([6000], [2500]));
      const credit = await refunded(invoice, amount(1000));
      expect(listed(credit, 'line_items').map((line) => cents(line, 'total'))).toEqual([-706, -294]);
    });

    it('is refused above what is left, at nothing, and beside lines', async () => {
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

  describe('lines', () => {
    it('unit by unit come to nothing at the end', async () => {
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

    it('in proportion to what is left of their period', async () => {
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
      // What the first two thirds cost is left, and can be given back as a whole only.
      const rest = await refunded(invoice);
      expect(cents(rest, 'total')).toBe(-(1999 - 666 + 500));
    });

    it('are judged by what is left of each, and rule out an amount afterwards', async () => {
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

  describe('what credit paid', () => {
    const SPENT = 10_000;
    /** 100.00, paid by 20.00 of credit and 80.00 by card. */
    const mixed = async () => {
      const code = fresh('mixed');
      const account = `<account><account_code>${code}</account_code></account>`;
      await api('POST', '/v2/accounts', account);
      const credit =
        '<adjustment><unit_amount_in_cents>-2000</unit_amount_in_cents><currency>USD</currency></adjustment>';
      await api('POST', `/v2/accounts/${code}/adjustments`, credit);
      return { code, invoice: await buy(code, charges([SPENT])) };
    };

    it.each([
      ['', 2000, [3000]],
      [by('credit_first'), 2000, [3000]],
      [by('transaction_first'), 0, [5000]],
      [by('transaction'), 0, [5000]],
      ['<refund_apply_order>transaction</refund_apply_order>', 0, [5000]],
      [by('all_transaction'), 0, [5000]],
      [by('all_credit'), 5000, []],
    ])('comes back %s', async (method, left, money) => {
      const { code, invoice } = await mixed();
      const credit = await refunded(invoice, amount(5000, method));
      expect(cents(credit, 'balance')).toBe(0 - left);
      expect(listed(credit, 'transactions').map((one) => cents(one, 'amount'))).toEqual(money);
      expect(textOf(credit, 'state')).toBe(left ? 'open' : 'closed');
      const balance = await get(`/v2/accounts/${code}/balance`);
      expect(Number(textOf(balance, 'balance_in_cents', 'USD') ?? 0)).toBe(0 - left);
      await booksClose(code);
      // All of the card's 80.00 and not more goes back to it in the end.
      await refunded(invoice);
      const payment = listed(await again(invoice), 'transactions')[0];
      expect(actionsOf(payment)).toEqual([]);
      await booksClose(code);
    });

    it('is no money, unless it was money once', async () => {
      const { invoice } = await mixed();
      const answer = await refund(invoice, by('all_transaction'));
      expect(findings(answer.xml)).toEqual(['invoice.refund_method invalid']);

      const code = fresh('turned');
      const first = await buy(code, charges([3000]));
      await refunded(first, by('all_credit'));
      const second = await buy(code, charges([10_000]));
      expect(cents(listed(second, 'transactions')[0], 'amount')).toBe(7000);
      nextDay();
      const credit = await refunded(second, by('all_transaction'));
      expect([textOf(credit, 'state'), cents(credit, 'balance')]).toEqual(['closed', 0]);
      const [turned] = listed(credit, 'credit_payments');
      expect([textOf(turned, 'action'), cents(turned, 'amount')]).toEqual(['refund', 3000]);
      const used = listed(second, 'credit_payments')[0];
      expect(hrefOf(within(turned, 'original_credit_payment'))).toBe(hrefOf(used));
      const back = await get(hrefOf(within(turned, 'refund_transaction')));
      expect(hrefOf(within(back, 'original_transaction'))).toBe(hrefOf(listed(first, 'transactions')[0]));
      await booksClose(code);
    });

    it('a gift card did comes back as credit', async () => {
      const code = fresh('gift');
      const gift = '<gift_card><redemption_code>DEMOGIFTUSD00100</redemption_code></gift_card>';
      const invoice = await buy(code, `${charges([4000])}${gift}`, null);
      expect(findings((await refund(invoice, by('all_transaction'))).xml)).toEqual(['invoice.refund_method invalid']);
      const credit = await refunded(invoice);
      expect([textOf(credit, 'state'), cents(credit, 'balance')]).toEqual(['open', -4000]);
      const next = await buy(code, charges([5000]), null);
      expect(textOf(next, 'state')).toBe('paid');
      await booksClose(code);
    });

    it('may stay credit, with notes for the customer', async () => {
      const invoice = await buy(fresh('kept'), charges([4000]));
      const notes = '<credit_customer_notes>Sorry for the rain.</credit_customer_notes>';
      const credit = await refunded(invoice, `${by('all_credit')}${notes}`);
      expect([textOf(credit, 'customer_notes'), cents(credit, 'balance')]).toEqual(['Sorry for the rain.', -4000]);
      const payment = listed(await again(invoice), 'transactions')[0];
      expect(actionsOf(payment)).toEqual([]);
      const late = await api('DELETE', hrefOf(payment));
      expect([late.status, textOf(late.xml, 'symbol')]).toEqual([422, 'invalid_transaction']);
    });
  });

  describe('the price of a gift card', () => {
    const sell = async (number = '4111111111111111') => {
      const code = fresh('gifter');
      const info = `<billing_info><token_id>${await service().token({ number })}</token_id></billing_info>`;
      const delivery = '<delivery><method>email</method><email_address>friend@example.com</email_address></delivery>';
      const sold = await api(
        'POST',
        '/v2/gift_cards',
        `<gift_card><gifter_account><account_code>${code}</account_code>${info}</gifter_account><product_code>tideline</product_code><unit_amount_in_cents>5000</unit_amount_in_cents><currency>USD</currency>${delivery}</gift_card>`,
      );
      expect(sold.status, sold.text).toBe(201);
      const invoice = (await get(hrefOf(within(sold.xml, 'purchase_invoice')))) as NonNullable<Xml>;
      return { code, invoice, card: hrefOf(sold.xml), redemption: textOf(sold.xml, 'redemption_code') ?? '' };
    };
    const redeem = async (redemption: string) => {
      const friend = `<account_code>${fresh('friend')}</account_code>`;
      await api('POST', '/v2/accounts', `<account>${friend}</account>`);
      const body = `<recipient_account>${friend}</recipient_account>`;
      return api('POST', `/v2/gift_cards/${redemption}/redeem`, body);
    };

    it('goes back as a whole, and takes the card out of use', async () => {
      const { code, invoice, card, redemption } = await sell();
      expect(findings((await refund(invoice, amount(100))).xml)).toEqual(['invoice.amount_in_cents equal_to']);
      await refunded(invoice);
      expect(textOf(await get(card), 'canceled_at')).toMatch(/Z$/);
      expect(textOf((await redeem(redemption)).xml, 'symbol')).toBe('gift_card_canceled');
      const balances = await records.ledger.balances((await records.accounts.find(code))?.id ?? '', 'USD');
      expect([balances.gift_cards, balances.revenue]).toEqual([0, 0]);
      await booksClose(code);
    });

    it('stays once it was redeemed', async () => {
      const { invoice, redemption } = await sell();
      expect(actionsOf(invoice)).toContain('refund');
      expect((await redeem(redemption)).status).toBe(201);
      const after = await again(invoice);
      expect(actionsOf(after)).not.toContain('refund');
      expect(actionsOf(listed(after, 'transactions')[0])).toEqual([]);
      expect(textOf((await refund(invoice)).xml, 'symbol')).toBe('invoice_not_refundable');
    });

    it('that a gateway does not give back leaves the card as it was', async () => {
      const { invoice, card, redemption } = await sell('4000000000002024');
      nextDay();
      expect((await refund(invoice)).status).toBe(422);
      expect(textOf(await get(card), 'canceled_at')).toBe('');
      expect((await redeem(redemption)).status).toBe(201);
    });
  });

  it('by hand is written down, and no gateway is asked', async () => {
    const code = fresh('external');
    const invoice = await buy(code, charges([4000]));
    const asked = service().gatewayCalls.length;
    const credit = await refunded(
      invoice,
      amount(
        1500,
        '<external_refund>true</external_refund><payment_method>check</payment_method><description>No. 7</description><refunded_at>2026-11-01T00:00:00Z</refunded_at>',
      ),
    );
    expect(service().gatewayCalls.length).toBe(asked);
    expect([textOf(credit, 'origin'), textOf(credit, 'state')]).toEqual(['external_refund', 'closed']);
    const [back] = listed(credit, 'transactions');
    expect(
      ['action', 'status', 'payment_method', 'description', 'collected_at'].map((name) => textOf(back, name)),
    ).toEqual(['refund', 'success', 'check', 'No. 7', '2026-11-01T00:00:00Z']);
    const payment = listed(await again(invoice), 'transactions')[0];
    const most = await api('DELETE', `${hrefOf(payment)}?amount_in_cents=2501`);
    expect(findings(most.xml)).toEqual(['transaction.amount_in_cents less_than_or_equal_to']);
    await booksClose(code);
  });

  it('of what was paid by hand goes back by hand, or stays credit', async () => {
    const code = fresh('hand');
    const invoice = await buy(code, `${charges([4000])}<collection_method>manual</collection_method>`, null);
    const paidBy = (method: string, of: number) =>
      `<transaction><payment_method>${method}</payment_method><amount_in_cents>${of}</amount_in_cents></transaction>`;
    for (const [method, of] of [
      ['check', 3000],
      ['wire_transfer', 1000],
    ] as const) {
      const entered = await api('POST', `${hrefOf(invoice)}/transactions`, paidBy(method, of));
      expect(entered.status, entered.text).toBe(201);
      expect(actionsOf(entered.xml)).toEqual([]);
    }
    expect(findings((await refund(invoice)).xml)).toEqual(['invoice.external_refund blank']);
    await refunded(invoice, amount(500, by('all_credit')));
    const credit = await refunded(invoice, `<external_refund>true</external_refund>`);
    expect(
      listed(credit, 'transactions')
        .map((one) => cents(one, 'amount'))
        .toSorted(),
    ).toEqual([1000, 2500]);
    expect(cents(credit, 'balance')).toBe(0);
    await booksClose(code);
  });

  it('of what was said to be paid is credit, or goes back by hand', async () => {
    const code = fresh('said');
    const invoice = await buy(code, `${charges([4000])}<collection_method>manual</collection_method>`, null);
    expect((await api('PUT', `${hrefOf(invoice)}/mark_successful`)).status).toBe(200);
    const credit = await refunded(invoice, amount(1000));
    expect([textOf(credit, 'state'), cents(credit, 'balance')]).toEqual(['open', -1000]);
    const back = await refunded(invoice, '<external_refund>true</external_refund>');
    expect(listed(back, 'transactions').map((one) => cents(one, 'amount'))).toEqual([3000]);
    expect([textOf(back, 'state'), cents(await again(invoice), 'refundable_total')]).toEqual(['closed', 0]);
    await expectBooksToClose(service(), code);
  });

  describe('that a gateway declines', () => {
    const BAD = { number: '4000000000002024' };

    it('changes nothing but the declined transaction', async () => {
      const code = fresh('declined');
      const invoice = await buy(code, charges([4000, 2]), BAD);
      const before = (await again(invoice))?.children.length;
      const answer = await refund(invoice, amount(1000));
      expect(answer.status).toBe(422);
      expect(textOf(answer.xml, 'transaction_error', 'error_code')).toBe('transaction_cannot_be_refunded');
      expect(['status', 'action', 'amount_in_cents'].map((name) => textOf(answer.xml, 'transaction', name))).toEqual([
        'declined',
        'refund',
        '1000',
      ]);
      const after = await again(invoice);
      expect(cents(after, 'refundable_total')).toBe(8000);
      expect(after?.children.length).toBe(before);
      expect(textOf(listed(after, 'line_items')[0], 'quantity_remaining')).toBe('2');
      expect((await get(`/v2/accounts/${code}/invoices`))?.children.length).toBe(1);
      const told = await get(`/v2/transactions/${textOf(answer.xml, 'transaction', 'uuid')}`);
      expect(textOf(told, 'status')).toBe('failed');
      // The same payment can still be let go of as a whole, or kept as credit.
      await refunded(invoice, amount(1000, by('all_credit')));
      await booksClose(code);
    });

    it('becomes credit where the site says so', async () => {
      const shop = await service().openSite({ declined_refunds: 'credit' });
      const card = `<billing_info><first_name>Ada</first_name><last_name>L</last_name><number>${BAD.number}</number><month>12</month><year>2030</year></billing_info>`;
      const wanted = `<purchase><account><account_code>ada</account_code>${card}</account><currency>USD</currency>${charges([4000])}</purchase>`;
      const sold = await shop.api('POST', '/v2/purchases', wanted);
      const path = hrefOf(within(sold.xml, 'charge_invoice'));
      const answer = await shop.api('POST', `${path}/refund`, `<invoice>${amount(1000)}</invoice>`);
      expect(answer.status, answer.text).toBe(201);
      expect([textOf(answer.xml, 'state'), cents(answer.xml, 'balance')]).toEqual(['open', -1000]);
      expect(listed(answer.xml, 'transactions').map((one) => textOf(one, 'status'))).toEqual(['failed']);
      const payment = listed((await shop.api('GET', path)).xml, 'transactions')[0];
      expect((await shop.api('DELETE', `${hrefOf(payment)}?amount_in_cents=5`)).status).toBe(422);
    });
  });

  it('to a bank account takes its time, and what the bank refuses is credit', async () => {
    const travel = (days: number) =>
      api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`);
    for (const [number, after] of [
      ['111111115', ['success', 'closed', 0]],
      ['111111116', ['failed', 'open', -1500]],
    ] as const) {
      const code = fresh('bank');
      const info = `<billing_info><name_on_account>Ada L</name_on_account><routing_number>123456780</routing_number><account_number>${number}</account_number><account_type>checking</account_type></billing_info>`;
      const account = `<account><account_code>${code}</account_code>${info}</account>`;
      const wanted = `<purchase>${account}<currency>USD</currency>${charges([4000])}</purchase>`;
      const invoice = within((await api('POST', '/v2/purchases', wanted)).xml, 'charge_invoice');
      expect(textOf((await refund(invoice)).xml, 'symbol')).toBe('invoice_not_refundable');
      await travel(3);
      expect(actionsOf(listed(await again(invoice), 'transactions')[0])).toEqual(['refund']);

      const credit = await refunded(invoice, amount(1500));
      expect([textOf(credit, 'state'), cents(credit, 'balance')]).toEqual(['processing', 0]);
      expect(listed(credit, 'transactions').map((one) => textOf(one, 'status'))).toEqual(['scheduled']);
      await booksClose(code);
      await travel(3);
      const settled = await again(credit);
      const [back] = listed(settled, 'transactions');
      expect([textOf(back, 'status'), textOf(settled, 'state'), cents(settled, 'balance')]).toEqual(after);
      await booksClose(code);
    }
  });

  it('to a bank account can be tried again when it came back', async () => {
    const travel = (days: number) =>
      api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`);
    const code = fresh('bank');
    const info =
      '<billing_info><name_on_account>Ada L</name_on_account><routing_number>123456780</routing_number><account_number>111111116</account_number><account_type>checking</account_type></billing_info>';
    await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code>${info}</account>`);
    const owed = '<adjustment><unit_amount_in_cents>-1000</unit_amount_in_cents><currency>USD</currency></adjustment>';
    await api('POST', `/v2/accounts/${code}/adjustments`, owed);
    const invoice = await buy(code, charges([4000]), null);
    await travel(3);
    await refunded(invoice, amount(3000, by('transaction_first')));
    const payment = listed(await again(invoice), 'transactions')[0];
    expect(actionsOf(payment)).toEqual([]);
    await travel(3);
    expect(actionsOf(await get(hrefOf(payment)))).toEqual(['refund']);
    const retried = await api('DELETE', hrefOf(payment));
    expect([retried.status, cents(retried.xml, 'amount'), textOf(retried.xml, 'status')]).toEqual([
      202,
      1000,
      'scheduled',
    ]);
    await booksClose(code);
  });

  it('of one invoice at once never comes to more than was paid', async () => {
    const code = fresh('crowd');
    const invoice = await buy(code, charges([1000]));
    nextDay();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(invoice, amount(300))));
    const outcomes = answers.map(({ status, xml }) => `${status} ${findings(xml)[0] ?? textOf(xml, 'symbol') ?? ''}`);
    expect(outcomes.filter((outcome) => outcome.startsWith('201')).length).toBeLessThanOrEqual(3);
    for (const { status, xml } of answers) {
      if (status === 201) continue;
      const found = [...findings(xml), textOf(xml, 'symbol')];
      expect(
        found.includes('invoice.amount_in_cents less_than_or_equal_to') || found.includes('simultaneous_request'),
      ).toBe(true);
    }
    await booksClose(code);
    const balances = await records.ledger.balances((await records.accounts.find(code))?.id ?? '', 'USD');
    expect(balances.cash).toBe(cents(await again(invoice), 'refundable_total'));
  });

  describe('whose process dies after the gateway gave back', () => {
    const dying = (action: string) => {
      service().whileAsked((call) => (call.action === action ? Promise.reject(new Error('gone')) : Promise.resolve()));
    };
    const living = () => service().whileAsked(async () => {});

    it.each([
      ['refund', amount(1500)],
      ['void', ''],
    ])('is finished by whoever finds it: %s', async (action, inner) => {
      const code = fresh('died');
      const invoice = await buy(code, charges([4000]));
      dying(action);
      expect((await refund(invoice, inner)).status).toBe(500);
      living();
      const before = cents(await again(invoice), 'refundable_total');
      expect(before).toBe(4000);

      // Nobody else may move the account's money meanwhile.
      expect(textOf((await refund(invoice, amount(100))).xml, 'symbol')).toBe('simultaneous_request');
      service().clock.advance({ minutes: 1 });
      const calls = service().gatewayCalls.length;
      const all = await refund(invoice);
      expect(all.status, all.text).toBe(inner ? 201 : 422);
      const credits = (await get(`${hrefOf(invoice)}/credit_invoices`))?.children ?? [];
      expect(credits.map((one) => cents(one, 'total')).toSorted()).toEqual(inner ? [-1500, -2500] : [-4000]);
      expect(credits.every((one) => textOf(one, 'state') === 'closed')).toBe(true);
      expect(service().gatewayCalls.length - calls).toBe(inner ? 1 : 0);
      const balances = await records.ledger.balances((await records.accounts.find(code))?.id ?? '', 'USD');
      expect(balances.cash ?? 0).toBe(0);
      await booksClose(code);
    });

    it('is answered once the same request comes again', async () => {
      const code = fresh('died');
      const invoice = await buy(code, charges([4000]));
      const key = { 'Idempotency-Key': fresh('refund') };
      dying('refund');
      expect((await refund(invoice, amount(1500), key)).status).toBe(500);
      living();
      expect(textOf((await refund(invoice, amount(1500), key)).xml, 'symbol')).toBe('simultaneous_request');
      service().clock.advance({ minutes: 1 });
      const told = await refund(invoice, amount(1500), key);
      expect([told.status, cents(told.xml, 'total')], told.text).toEqual([201, -1500]);
      expect((await refund(invoice, amount(1500), key)).text).toBe(told.text);
      expect((await get(`${hrefOf(invoice)}/credit_invoices`))?.children.length).toBe(1);
      expect(cents(await again(invoice), 'refundable_total')).toBe(2500);
      await booksClose(code);
    });

    it('leaves the declined transaction when it was declined', async () => {
      const code = fresh('died');
      const invoice = await buy(code, charges([4000]), { number: '4000000000002024' });
      dying('refund');
      expect((await refund(invoice, amount(100))).status).toBe(500);
      living();
      service().clock.advance({ minutes: 1 });
      await refunded(invoice, by('all_credit'));
      const refunds = (await get(`/v2/accounts/${code}/transactions?type=refund`))?.children ?? [];
      expect(refunds.map((one) => textOf(one, 'status'))).toEqual(['failed']);
      await booksClose(code);
    });
  });

  describe('a transaction', () => {
    it('that has not settled is voided as a whole', async () => {
      const code = fresh('undone');
      const invoice = await buy(code, charges([4000]));
      const payment = listed(invoice, 'transactions')[0];
      expect(actionsOf(payment)).toEqual(['refund']);
      const answer = await api('DELETE', hrefOf(payment));
      expect(answer.status, answer.text).toBe(202);
      expect(answer.headers.get('location')).toBe(payment?.attributes.get('href'));
      expect([answer.xml?.name, textOf(answer.xml, 'status')]).toEqual(['transaction', 'void']);
      expect(textOf((await api('DELETE', hrefOf(payment))).xml, 'symbol')).toBe('invalid_transaction');
      await booksClose(code);
    });

    it('is refunded in parts, never beyond itself, and its link ends with it', async () => {
      const code = fresh('parts');
      const invoice = await buy(code, charges([4000]), CALIFORNIA);
      const payment = listed(invoice, 'transactions')[0];
      const part = (of: number | string) => api('DELETE', `${hrefOf(payment)}?amount_in_cents=${of}`);
      const first = await part(1000);
      expect(first.status, first.text).toBe(202);
      expect(['action', 'amount_in_cents', 'tax_in_cents'].map((name) => textOf(first.xml, name))).toEqual([
        'refund',
        '1000',
        // 8.75 % in 10.00: 80.46.
        '80',
      ]);
      expect(first.headers.get('location')).toBe(first.xml?.attributes.get('href'));
      const now = await get(hrefOf(payment));
      expect(['voidable', 'refundable'].map((name) => textOf(now, name))).toEqual(['false', 'true']);
      expect(findings((await part(3351)).xml)).toEqual(['transaction.amount_in_cents less_than_or_equal_to']);
      expect(findings((await part('all')).xml)).toEqual(['transaction.amount_in_cents not_a_number']);
      expect((await part(3350)).status).toBe(202);
      expect(actionsOf(await get(hrefOf(payment)))).toEqual([]);
      expect(actionsOf(await again(invoice))).not.toContain('refund');
      await booksClose(code);
    });

    it('that only set money aside is let go', async () => {
      const code = fresh('aside');
      const account = `<account><account_code>${code}</account_code><billing_info><token_id>${await service().token()}</token_id></billing_info></account>`;
      const wanted = `<purchase>${account}<currency>USD</currency>${charges([4000])}</purchase>`;
      expect((await api('POST', '/v2/purchases/authorize', wanted)).status).toBe(200);
      const listing = '/v2/transactions?type=authorization&per_page=1';
      const aside = (await get(listing))?.children[0];
      nextDay();
      expect(actionsOf(await get(hrefOf(aside)))).toEqual(['refund']);
      const answer = await api('DELETE', hrefOf(aside));
      expect([answer.status, textOf(answer.xml, 'status')], answer.text).toEqual([202, 'void']);
      expect(actionsOf(answer.xml)).toEqual([]);
      expect(textOf((await api('DELETE', hrefOf(aside))).xml, 'symbol')).toBe('invalid_transaction');
    });

    it('that moved no money, or is unknown, is not given back', async () => {
      const code = fresh('verify');
      await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
      const info = `<billing_info><token_id>${await service().token()}</token_id></billing_info>`;
      await api('PUT', `/v2/accounts/${code}/billing_info`, info);
      const check = (await get(`/v2/accounts/${code}/transactions`))?.children[0];
      expect(actionsOf(check)).toEqual([]);
      expect(textOf((await api('DELETE', hrefOf(check))).xml, 'symbol')).toBe('invalid_transaction');
      expect((await api('DELETE', '/v2/transactions/0123456789abcdef0123456789abcdef')).status).toBe(404);
    });
  });
});
