import { describe, expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { actionsOf, amount, bankAccount, by, cents, charges, hrefOf, listed, shopOf } from './refund-shop.ts';

onBothEngines('refund outcomes', (service) => {
  const { api, get, buy, refund, refunded, again, nextDay, travel, ledgerOf, booksClose } = shopOf(service);

  describe('when a gateway declines the refund', () => {
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
      const shown = await get(`/v2/transactions/${textOf(answer.xml, 'transaction', 'uuid')}`);
      expect(textOf(shown, 'status')).toBe('failed');
      // The same payment can still be voided in full or kept as credit.
      await refunded(invoice, amount(1000, by('all_credit')));
      await booksClose(code);
    });

    it('becomes credit if the site is configured to do so', async () => {
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

  it('stays pending for a bank account, and becomes credit when the bank rejects it', async () => {
    for (const [number, after] of [
      ['111111115', ['success', 'closed', 0]],
      ['111111116', ['failed', 'open', -1500]],
    ] as const) {
      const code = fresh('bank');
      const info = bankAccount(number);
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

  it('to a bank account can be retried after the bank rejected it', async () => {
    const code = fresh('bank');
    const info = bankAccount('111111116');
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

  it('of one invoice never exceeds the payments, even with concurrent requests', async () => {
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
    const balances = await ledgerOf(code);
    expect(balances.cash).toBe(cents(await again(invoice), 'refundable_total'));
  });

  describe('when the process dies after the gateway refunded', () => {
    const dying = (action: string) => {
      service().whileAsked((call) => (call.action === action ? Promise.reject(new Error('gone')) : Promise.resolve()));
    };
    const living = () => service().whileAsked(async () => {});

    it.each([
      ['refund', amount(1500)],
      ['void', ''],
    ])('is completed by another process: %s', async (action, inner) => {
      const code = fresh('died');
      const invoice = await buy(code, charges([4000]));
      dying(action);
      expect((await refund(invoice, inner)).status).toBe(500);
      living();
      const before = cents(await again(invoice), 'refundable_total');
      expect(before).toBe(4000);

      // No other request may move the account’s money in the meantime.
      expect(textOf((await refund(invoice, amount(100))).xml, 'symbol')).toBe('simultaneous_request');
      service().clock.advance({ minutes: 1 });
      const calls = service().gatewayCalls.length;
      const all = await refund(invoice);
      expect(all.status, all.text).toBe(inner ? 201 : 422);
      const credits = (await get(`${hrefOf(invoice)}/credit_invoices`))?.children ?? [];
      expect(credits.map((one) => cents(one, 'total')).toSorted()).toEqual(inner ? [-1500, -2500] : [-4000]);
      expect(credits.every((one) => textOf(one, 'state') === 'closed')).toBe(true);
      expect(service().gatewayCalls.length - calls).toBe(inner ? 1 : 0);
      const balances = await ledgerOf(code);
      expect(balances.cash ?? 0).toBe(0);
      await booksClose(code);
    });

    it('returns its result when the same request is repeated', async () => {
      const code = fresh('died');
      const invoice = await buy(code, charges([4000]));
      const key = { 'Idempotency-Key': fresh('refund') };
      dying('refund');
      expect((await refund(invoice, amount(1500), key)).status).toBe(500);
      living();
      expect(textOf((await refund(invoice, amount(1500), key)).xml, 'symbol')).toBe('simultaneous_request');
      service().clock.advance({ minutes: 1 });
      const shown = await refund(invoice, amount(1500), key);
      expect([shown.status, cents(shown.xml, 'total')], shown.text).toEqual([201, -1500]);
      expect((await refund(invoice, amount(1500), key)).text).toBe(shown.text);
      expect((await get(`${hrefOf(invoice)}/credit_invoices`))?.children.length).toBe(1);
      expect(cents(await again(invoice), 'refundable_total')).toBe(2500);
      await booksClose(code);
    });

    it('records the declined transaction when the gateway declined it', async () => {
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
});
