import { expect, it } from 'vitest';
import { fresh, textOf, within } from '../service.ts';
import { expectBooksToClose } from './books.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('bank debits', (service) => {
  const api = (method: string, path: string, body?: string) => service().api(method, path, body);
  const get = async (path: string) => (await api('GET', path)).xml;
  const travel = async (days: number) => {
    const moved = await api(
      'PUT',
      '/v2/sandbox/clock',
      `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`,
    );
    expect(moved.status, moved.text).toBe(200);
  };

  const bank = (accountNumber: string) =>
    '<billing_info><name_on_account>Ada Lovelace</name_on_account><routing_number>123456780</routing_number>' +
    `<account_number>${accountNumber}</account_number><account_type>checking</account_type></billing_info>`;
  const charge = (cents: number) =>
    `<adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents></adjustment></adjustments>`;

  interface Bought {
    readonly code: string;
    readonly number: string;
    readonly payment: string;
  }
  const buy = async (accountNumber: string): Promise<Bought> => {
    const code = fresh('banked');
    const sold = await api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code>${bank(accountNumber)}</account><currency>USD</currency>${charge(4200)}</purchase>`,
    );
    expect(sold.status, sold.text).toBe(200);
    const invoice = within(sold.xml, 'charge_invoice');
    const payment = within(invoice, 'transactions')?.children[0];
    return { code, number: textOf(invoice, 'invoice_number') ?? '', payment: textOf(payment, 'uuid') ?? '' };
  };
  const states = async ({ number, payment }: Bought) => [
    textOf(await get(`/v2/transactions/${payment}`), 'status'),
    textOf(await get(`/v2/invoices/${number}`), 'state'),
  ];
  const balance = async (code: string) =>
    Number(textOf(within(await get(`/v2/accounts/${code}/balance`), 'balance_in_cents', 'USD')));

  it('are scheduled, submitted the next day and settled on the third', async () => {
    const bought = await buy('111111111');
    expect(await states(bought)).toEqual(['scheduled', 'processing']);
    const invoice = await get(`/v2/invoices/${bought.number}`);
    const offered = invoice?.children
      .filter(({ name }) => name === 'a')
      .map(({ attributes }) => attributes.get('name'));
    expect(offered).toEqual(['mark_failed']);
    expect((await api('PUT', `/v2/invoices/${bought.number}/collect`)).status).toBe(400);
    expect(await balance(bought.code)).toBe(4200);
    await travel(1);
    expect(await states(bought)).toEqual(['processing', 'processing']);
    await travel(2);
    expect(await states(bought)).toEqual(['success', 'paid']);
    expect(await balance(bought.code)).toBe(0);
    await expectBooksToClose(service(), bought.code);
    await travel(90);
    expect(await states(bought)).toEqual(['success', 'paid']);
  });

  it('leave the invoice past due when the bank returns them, however far the clock moves', async () => {
    const bought = await buy('111111112');
    await travel(20);
    expect(await states(bought)).toEqual(['failed', 'past_due']);
    const payment = await get(`/v2/transactions/${bought.payment}`);
    expect(textOf(payment, 'transaction_error', 'error_code')).toBe('ach_return');
    // The bank returned it on the third day, and the transaction carries that date.
    expect(Date.parse(textOf(payment, 'updated_at') ?? '') - Date.parse(textOf(payment, 'created_at') ?? '')).toBe(
      3 * 86_400_000,
    );
    expect(await balance(bought.code)).toBe(4200);
    await expectBooksToClose(service(), bought.code);

    // A debit that is collected manually is pending again.
    const forced = await api('PUT', `/v2/invoices/${bought.number}/collect`);
    expect(forced.status, forced.text).toBe(200);
    expect(textOf(within(forced.xml, 'charge_invoice'), 'state')).toBe('processing');
  });

  it('keep the invoice paid after a chargeback and add a credit invoice that shows the lost amount', async () => {
    const bought = await buy('111111114');
    await travel(9);
    expect(await states(bought)).toEqual(['success', 'paid']);
    await travel(1);
    expect(await states(bought)).toEqual(['void', 'paid']);
    const [credit] = (await get(`/v2/invoices/${bought.number}/credit_invoices`))?.children ?? [];
    expect([textOf(credit, 'origin'), textOf(credit, 'state'), textOf(credit, 'total_in_cents')]).toEqual([
      'external_refund',
      'closed',
      '-4200',
    ]);
    expect(textOf(await get(`/v2/invoices/${bought.number}`), 'refundable_total_in_cents')).toBe('0');
    expect(await balance(bought.code)).toBe(0);
    await expectBooksToClose(service(), bought.code);
  });

  it('reverse only the remaining amount when charged back after a partial refund', async () => {
    const bought = await buy('111111114');
    await travel(3);
    const refunded = await api(
      'POST',
      `/v2/invoices/${bought.number}/refund`,
      '<invoice><amount_in_cents>1000</amount_in_cents><refund_method>transaction_first</refund_method></invoice>',
    );
    expect(refunded.status, refunded.text).toBe(201);
    await travel(7);
    expect(await states(bought)).toEqual(['success', 'paid']);
    const credits = (await get(`/v2/invoices/${bought.number}/credit_invoices`))?.children ?? [];
    expect(credits.map((one) => [textOf(one, 'origin'), textOf(one, 'total_in_cents'), textOf(one, 'state')])).toEqual([
      ['external_refund', '-3200', 'closed'],
      ['refund', '-1000', 'closed'],
    ]);
    expect(await balance(bought.code)).toBe(0);
    await expectBooksToClose(service(), bought.code);
  });

  it('process every step in order when the clock moves past all of them at once', async () => {
    const bought = await buy('111111114');
    await travel(30);
    expect(await states(bought)).toEqual(['void', 'paid']);
    const [credit] = (await get(`/v2/invoices/${bought.number}/credit_invoices`))?.children ?? [];
    const paid = await get(`/v2/invoices/${bought.number}`);
    const days = (later: string, earlier: string) => (Date.parse(later) - Date.parse(earlier)) / 86_400_000;
    const created = textOf(paid, 'created_at') ?? '';
    expect(days(textOf(paid, 'closed_at') ?? '', created)).toBe(3);
    expect(days(textOf(credit, 'created_at') ?? '', created)).toBe(10);
    await expectBooksToClose(service(), bought.code);
  });

  it('become credit when they settle after the invoice was written off', async () => {
    const bought = await buy('111111111');
    expect((await api('PUT', `/v2/invoices/${bought.number}/mark_failed`)).status).toBe(200);
    expect(await balance(bought.code)).toBe(0);
    await travel(3);
    expect(await states(bought)).toEqual(['success', 'failed']);
    expect(await balance(bought.code)).toBe(-4200);
    await expectBooksToClose(service(), bought.code);

    const late = await buy('111111114');
    expect((await api('PUT', `/v2/invoices/${late.number}/mark_failed`)).status).toBe(200);
    await travel(10);
    expect(await balance(late.code)).toBe(0);
    await expectBooksToClose(service(), late.code);
  });

  it('complete after their account is closed', async () => {
    const bought = await buy('111111111');
    expect((await api('DELETE', `/v2/accounts/${bought.code}`)).status).toBe(204);
    expect(await states(bought)).toEqual(['scheduled', 'processing']);
    await travel(3);
    expect(await states(bought)).toEqual(['success', 'paid']);
    await expectBooksToClose(service(), bought.code);
  });

  it('deduct a refund from the credit at once and restore it when the bank rejects the refund', async () => {
    for (const [accountNumber, after] of [
      ['111111115', ['success', 'closed', 0]],
      ['111111116', ['failed', 'open', -4200]],
    ] as const) {
      const bought = await buy(accountNumber);
      await travel(3);
      const refunded = await api(
        'POST',
        `/v2/invoices/${bought.number}/refund`,
        '<invoice><refund_method>transaction_first</refund_method></invoice>',
      );
      expect(refunded.status, refunded.text).toBe(201);
      expect([textOf(refunded.xml, 'state'), textOf(refunded.xml, 'balance_in_cents')]).toEqual(['processing', '0']);
      expect(await balance(bought.code)).toBe(0);
      await expectBooksToClose(service(), bought.code);
      await travel(3);
      const credit = await get(`/v2/invoices/${textOf(refunded.xml, 'invoice_number')}`);
      const [refund] = within(credit, 'transactions')?.children ?? [];
      expect([textOf(refund, 'status'), textOf(credit, 'state'), await balance(bought.code)]).toEqual(after);
      await expectBooksToClose(service(), bought.code);
    }
  });

  it('settle once, even with concurrent requests', async () => {
    const bought = await buy('111111114');
    service().clock.advance({ days: 40 });
    await Promise.all(Array.from({ length: 5 }, () => travel(0)));
    expect(await states(bought)).toEqual(['void', 'paid']);
    expect((await get(`/v2/invoices/${bought.number}/credit_invoices`))?.children).toHaveLength(1);
    await expectBooksToClose(service(), bought.code);
  });
});
