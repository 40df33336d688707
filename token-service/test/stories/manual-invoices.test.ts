import { describe, expect, it } from 'vitest';
import { type ApiResponse, findings, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { DECLINING, invoicing } from './invoicing.ts';

onBothEngines('a manually collected invoice', (service) => {
  const { api, get, put, open, add, post, manual, numberOf, booksClose } = invoicing(service);

  const enter = (number: string | undefined, inner: string) =>
    api('POST', `/v2/invoices/${number}/transactions`, `<transaction>${inner}</transaction>`);
  const check = '<payment_method>check</payment_method>';

  it('accepts offline payments until the balance is zero, and never more', async () => {
    const code = await open('guild');
    await add(code, 5000);
    const number = numberOf(await post(code, manual));
    const part = await enter(
      number,
      `${check}<amount_in_cents>2000</amount_in_cents><description>Check 17</description><collected_at>2026-11-19</collected_at>`,
    );
    expect(part.status, part.text).toBe(201);
    expect(part.headers.get('location')).toBe(part.xml?.attributes.get('href'));
    expect(textOf(part.xml, 'description')).toBe('Check 17');
    expect(new URL(within(part.xml, 'invoice')?.attributes.get('href') ?? '').pathname).toBe(`/v2/invoices/${number}`);
    expect(textOf(part.xml, 'collected_at')).toBe('2026-11-19T00:00:00Z');
    expect(textOf(await get(`/v2/invoices/${number}`), 'balance_in_cents')).toBe('3000');
    expect(findings((await enter(number, `${check}<amount_in_cents>3001</amount_in_cents>`)).xml)).toEqual([
      'transaction.amount_in_cents less_than_or_equal_to',
    ]);
    expect(findings((await enter(number, `${check}<collected_at>2099-01-01T00:00:00Z</collected_at>`)).xml)).toEqual([
      'transaction.collected_at invalid',
    ]);
    expect(findings((await enter(number, '<payment_method>barter</payment_method>')).xml)).toEqual([
      'transaction.payment_method inclusion',
    ]);
    expect((await enter(number, check)).status).toBe(201);
    const paid = await get(`/v2/invoices/${number}`);
    expect([textOf(paid, 'state'), textOf(paid, 'balance_in_cents')]).toEqual(['paid', '0']);
    expect(textOf((await enter(number, check)).xml, 'symbol')).toBe('invoice_not_pending');
    expect(textOf((await put(number, 'collect')).xml, 'symbol')).toBe('unable_to_collect');
    await booksClose(code);
  });

  it('accepts no offline payment when it is collected automatically', async () => {
    const code = await open('modern', DECLINING);
    await add(code, 700);
    const number = numberOf(await post(code));
    expect(textOf((await enter(number, check)).xml, 'symbol')).toBe('invoice_not_manual');
  });

  describe('whose payment by check is voided, because the check bounced', () => {
    const travel = (days: number) =>
      api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`);
    const voidPayment = (payment: ApiResponse, query = '') =>
      api('DELETE', `/v2/transactions/${textOf(payment.xml, 'uuid')}${query}`);
    const shown = async (number: string | undefined) => {
      const invoice = await get(`/v2/invoices/${number}`);
      return ['state', 'balance_in_cents', 'refundable_total_in_cents'].map((name) => textOf(invoice, name)).join(' ');
    };
    const eventsOf = async (code: string) => {
      const { opened } = service().service;
      const records = opened.storage.of((await opened.sites.find('demo'))?.id ?? '');
      const account = await records.accounts.find(code);
      const all = await records.events.after(undefined, 10_000);
      return all.filter(({ account_id }) => account_id === account?.id).map(({ type }) => type);
    };
    const owed = async (name: string, terms = 30) => {
      const code = await open(name);
      await add(code, 5000);
      return { code, number: numberOf(await post(code, `${manual}<net_terms>${terms}</net_terms>`)) };
    };

    it('is pending again, and can be paid by another one', async () => {
      const { code, number } = await owed('bounced');
      const first = await enter(number, `${check}<amount_in_cents>2000</amount_in_cents>`);
      const second = await enter(number, check);
      expect(await shown(number)).toBe('paid 0 5000');
      const before = (await eventsOf(code)).length;
      const voided = await voidPayment(second);
      expect(voided.status, voided.text).toBe(202);
      expect(textOf(voided.xml, 'status')).toBe('void');
      expect(await shown(number)).toBe('pending 3000 0');
      expect((await eventsOf(code)).slice(before)).toEqual(['void_payment', 'reopened_charge_invoice']);
      expect((await voidPayment(first)).status).toBe(202);
      expect(await shown(number)).toBe('pending 5000 0');
      await booksClose(code);
      expect((await enter(number, check)).status).toBe(201);
      expect(await shown(number)).toBe('paid 0 5000');
      await booksClose(code);
    });

    it('is past due a day after its due date, and enters dunning', async () => {
      const { code, number } = await owed('late', 0);
      const payment = await enter(number, check);
      await travel(3);
      const before = (await eventsOf(code)).length;
      expect((await voidPayment(payment)).status).toBe(202);
      expect(await shown(number)).toBe('past_due 5000 0');
      expect((await eventsOf(code)).slice(before)).toEqual([
        'void_payment',
        'reopened_charge_invoice',
        'past_due_charge_invoice',
        'new_dunning_event',
      ]);
      await booksClose(code);
    });

    it('is voided as a whole, once, and only while nothing of the invoice was refunded', async () => {
      const { code, number } = await owed('whole');
      const payment = await enter(number, check);
      expect(findings((await voidPayment(payment, '?amount_in_cents=4999')).xml)).toEqual([
        'transaction.amount_in_cents greater_than_or_equal_to',
      ]);
      const refund =
        '<invoice><amount_in_cents>1000</amount_in_cents><refund_method>all_credit</refund_method></invoice>';
      const other = await owed('refunded');
      const paidOther = await enter(other.number, check);
      expect((await api('POST', `/v2/invoices/${other.number}/refund`, refund)).status).toBe(201);
      expect(textOf((await voidPayment(paidOther)).xml, 'symbol')).toBe('invalid_transaction');
      expect(await shown(other.number)).toBe('paid 0 4000');

      expect((await voidPayment(payment)).status).toBe(202);
      expect(textOf((await voidPayment(payment)).xml, 'symbol')).toBe('invalid_transaction');
      expect(await shown(number)).toBe('pending 5000 0');
      const failed = await owed('failed');
      const part = await enter(failed.number, `${check}<amount_in_cents>2000</amount_in_cents>`);
      expect((await put(failed.number, 'mark_failed')).status).toBe(200);
      expect(textOf((await voidPayment(part)).xml, 'symbol')).toBe('invalid_transaction');
      for (const each of [code, other.code, failed.code]) await booksClose(each);
    });
  });

  it('becomes past due a day after its due date, unless its terms are changed', async () => {
    const code = await open('slow');
    await add(code, 5000);
    const number = numberOf(await post(code, `${manual}<net_terms>10</net_terms>`));
    const travel = (days: number) =>
      api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`);
    await travel(10);
    expect(textOf(await get(`/v2/invoices/${number}`), 'state')).toBe('pending');
    await travel(3);
    const late = await get(`/v2/invoices/${number}`);
    expect(textOf(late, 'state')).toBe('past_due');
    // It became past due at its own due time, not at the time the clock was moved to.
    expect(Date.parse(textOf(late, 'updated_at') ?? '') - Date.parse(textOf(late, 'due_on') ?? '')).toBe(86_400_000);
    expect(textOf(await get(`/v2/accounts/${code}/balance`), 'past_due')).toBe('true');

    const edited = await api(
      'PUT',
      `/v2/invoices/${number}`,
      '<invoice><net_terms>30</net_terms><po_number>PO 2</po_number><address><address1>2 Quay</address1><country>GB</country></address></invoice>',
    );
    expect(edited.status, edited.text).toBe(200);
    expect([textOf(edited.xml, 'state'), textOf(edited.xml, 'po_number')]).toEqual(['pending', 'PO 2']);
    expect(textOf(edited.xml, 'address', 'address1')).toBe('2 Quay');
    const total = textOf(edited.xml, 'total_in_cents');
    const sentBack = await api(
      'PUT',
      `/v2/invoices/${number}`,
      '<invoice><total_in_cents>1</total_in_cents></invoice>',
    );
    expect([sentBack.status, textOf(sentBack.xml, 'total_in_cents')]).toEqual([200, total]);
  });
});
