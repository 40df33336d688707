import { describe, expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { expectBooksToClose } from './books.ts';
import { onBothEngines } from './engines.ts';
import { actionsOf, amount, by, cents, charges, hrefOf, listed, shopOf, type Xml } from './refund-shop.ts';

onBothEngines('refund methods: credit, transaction and manual', (service) => {
  const { api, get, buy, refund, refunded, again, nextDay, ledgerOf, booksClose } = shopOf(service);

  describe('a payment from credit', () => {
    const SPENT = 10_000;
    /** 100.00, paid with 20.00 of credit and 80.00 by card. */
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
    ])('is refunded %s', async (method, left, money) => {
      const { code, invoice } = await mixed();
      const credit = await refunded(invoice, amount(5000, method));
      expect(cents(credit, 'balance')).toBe(0 - left);
      expect(listed(credit, 'transactions').map((one) => cents(one, 'amount'))).toEqual(money);
      expect(textOf(credit, 'state')).toBe(left ? 'open' : 'closed');
      const balance = await get(`/v2/accounts/${code}/balance`);
      expect(Number(textOf(balance, 'balance_in_cents', 'USD') ?? 0)).toBe(0 - left);
      await booksClose(code);
      // In the end, exactly the 80.00 charged to the card is refunded to it.
      await refunded(invoice);
      const payment = listed(await again(invoice), 'transactions')[0];
      expect(actionsOf(payment)).toEqual([]);
      await booksClose(code);
    });

    it('is not refunded as money unless it was money originally', async () => {
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

    it('from a gift card is refunded as credit', async () => {
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

    it('may remain credit, with notes for the customer', async () => {
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

    it('is refunded in full and cancels the gift card', async () => {
      const { code, invoice, card, redemption } = await sell();
      expect(findings((await refund(invoice, amount(100))).xml)).toEqual(['invoice.amount_in_cents equal_to']);
      await refunded(invoice);
      expect(textOf(await get(card), 'canceled_at')).toMatch(/Z$/);
      expect(textOf((await redeem(redemption)).xml, 'symbol')).toBe('gift_card_canceled');
      const balances = await ledgerOf(code);
      expect([balances.gift_cards, balances.revenue]).toEqual([0, 0]);
      await booksClose(code);
    });

    it('is not refunded once the gift card was redeemed', async () => {
      const { invoice, redemption } = await sell();
      expect(actionsOf(invoice)).toContain('refund');
      expect((await redeem(redemption)).status).toBe(201);
      const after = await again(invoice);
      expect(actionsOf(after)).not.toContain('refund');
      expect(actionsOf(listed(after, 'transactions')[0])).toEqual([]);
      expect(textOf((await refund(invoice)).xml, 'symbol')).toBe('invoice_not_refundable');
    });

    it('keeps the gift card unchanged when the gateway declines the refund', async () => {
      const { invoice, card, redemption } = await sell('4000000000002024');
      nextDay();
      expect((await refund(invoice)).status).toBe(422);
      expect(textOf(await get(card), 'canceled_at')).toBe('');
      expect((await redeem(redemption)).status).toBe(201);
    });
  });

  it('is recorded as a manual refund without calling a gateway', async () => {
    const code = fresh('external');
    const invoice = await buy(code, charges([4000]));
    const before = service().gatewayCalls.length;
    const future = await refund(
      invoice,
      amount(100, '<external_refund>true</external_refund><refunded_at>2099-01-01T00:00:00Z</refunded_at>'),
    );
    expect(findings(future.xml)).toEqual(['invoice.refunded_at invalid']);
    const credit = await refunded(
      invoice,
      amount(
        1500,
        '<external_refund>true</external_refund><payment_method>check</payment_method><description>No. 7</description><refunded_at>2026-11-01T00:00:00Z</refunded_at>',
      ),
    );
    expect(service().gatewayCalls.length).toBe(before);
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

  it('of an offline payment is refunded manually or kept as credit', async () => {
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

  it('of a payment marked as collected becomes credit or is refunded manually', async () => {
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
});
