import type { Records } from '@service/billing/ports/storage.ts';
import { expect } from 'vitest';
import { type TestService, textOf, within } from '../service.ts';

export type Xml = Awaited<ReturnType<TestService['api']>>['xml'];

export const cents = (element: Xml, name: string): number => Number(textOf(element, `${name}_in_cents`));
export const listed = (element: Xml, name: string) => within(element, name)?.children ?? [];
export const hrefOf = (element: Xml): string => new URL(element?.attributes.get('href') ?? '').pathname;
/** Returns the names of the actions available on a record. */
export const actionsOf = (element: Xml) =>
  (element?.children ?? []).filter(({ name }) => name === 'a').map(({ attributes }) => attributes.get('name'));

export const CALIFORNIA = { country: 'US', postal_code: '94105' };
export const charges = (...lines: readonly [cents: number, quantity?: number][]) =>
  `<adjustments>${lines.map(([unit, quantity = 1]) => `<adjustment><unit_amount_in_cents>${unit}</unit_amount_in_cents><quantity>${quantity}</quantity></adjustment>`).join('')}</adjustments>`;
export const bankAccount = (number: string): string =>
  `<billing_info><name_on_account>Ada L</name_on_account><routing_number>123456780</routing_number><account_number>${number}</account_number><account_type>checking</account_type></billing_info>`;

export const amount = (of: number, more = '') => `<amount_in_cents>${of}</amount_in_cents>${more}`;
export const by = (method: string) => `<refund_method>${method}</refund_method>`;
export const units = (line: Xml, quantity: number, more = '') =>
  `<line_items><adjustment><uuid>${textOf(line, 'uuid')}</uuid><quantity>${quantity}</quantity>${more}</adjustment></line_items>`;

/** Returns helpers that sell and refund on the demo site. */
export const shopOf = (service: () => TestService) => {
  const api: TestService['api'] = (...asked) => service().api(...asked);
  const get = async (path: string): Promise<Xml> => (await api('GET', path)).xml;

  /** Buys, and returns the invoice document. */
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
  const again = (invoice: Xml) => get(hrefOf(invoice));
  /** Moves the clock past the next midnight, when card payments have settled. */
  const nextDay = () => service().clock.advance({ days: 1 });
  const travel = (days: number) =>
    api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`);

  const records = async (): Promise<Records> => {
    const { sites, storage } = service().service.opened;
    return storage.of((await sites.find('demo'))?.id ?? '');
  };
  /** Cents by ledger account. */
  const ledgerOf = async (code: string) => {
    const { accounts, ledger } = await records();
    return ledger.balances((await accounts.find(code))?.id ?? '', 'USD');
  };

  /** Checks that the ledger agrees with the invoices, and each invoice with its lines and payments. */
  const booksClose = async (code: string): Promise<void> => {
    const balances = await ledgerOf(code);
    const latest = { 'X-Api-Version': '2.29' };
    const read = await api('GET', `/v2/accounts/${code}/invoices?per_page=200`, undefined, latest);
    const invoices = read.xml?.children ?? [];
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
        const exact = textOf(line, 'quantity_decimal') ?? '';
        const gross = Math.round(cents(line, 'unit_amount') * Number(exact));
        const tax = textOf(line, 'tax_inclusive') === 'true' ? 0 : cents(line, 'tax');
        const rounding = Math.abs(cents(line, 'total') - (gross - cents(line, 'discount') + tax));
        // Credits of fractions add up to the line, so one of them may be a cent off its own quantity.
        expect(rounding).toBeLessThanOrEqual(exact.includes('.') ? 1 : 0);
      }
    }
  };

  return { api, get, buy, refund, refunded, again, nextDay, travel, ledgerOf, booksClose };
};
