import { expect } from 'vitest';
import { type ApiResponse, fresh, type TestService, textOf, within } from '../service.ts';
import { expectBooksToClose } from './books.ts';

/** A card that can be stored, and whose every later charge is declined. */
export const DECLINING = '4000000000000341';

/** The invoice operations of a merchant, and the records they inspect. */
export const invoicing = (service: () => TestService) => {
  const api = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
    service().api(method, path, body, headers);
  const get = async (path: string) => (await api('GET', path)).xml;
  const put = (number: string | undefined, action: string, headers?: Record<string, string>) =>
    api('PUT', `/v2/invoices/${number}/${action}`, undefined, headers);

  const open = async (name: string, card?: string, inner = ''): Promise<string> => {
    const code = fresh(name);
    const billing = card
      ? `<billing_info><token_id>${await service().token({ number: card })}</token_id></billing_info>`
      : '';
    const opened = await api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code>${inner}${billing}</account>`,
    );
    expect(opened.status, opened.text).toBe(201);
    return code;
  };
  const add = async (code: string, cents: number, currency = 'USD'): Promise<void> => {
    const body = `<adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents><currency>${currency}</currency></adjustment>`;
    expect((await api('POST', `/v2/accounts/${code}/adjustments`, body)).status).toBe(201);
  };
  const post = (code: string, inner?: string, headers?: Record<string, string>) =>
    api(
      'POST',
      `/v2/accounts/${code}/invoices`,
      inner === undefined ? undefined : `<invoice>${inner}</invoice>`,
      headers,
    );
  const manual = '<collection_method>manual</collection_method>';

  const charge = (answer: ApiResponse) => within(answer.xml, 'charge_invoice');
  const credits = (answer: ApiResponse) => within(answer.xml, 'credit_invoices')?.children ?? [];
  const numberOf = (answer: ApiResponse) => textOf(charge(answer), 'invoice_number');
  const balance = async (code: string) =>
    Number(textOf(within(await get(`/v2/accounts/${code}/balance`), 'balance_in_cents', 'USD')));
  const actions = (invoice: ReturnType<typeof charge>) =>
    (invoice?.children ?? []).filter(({ name }) => name === 'a').map(({ attributes }) => attributes.get('name'));
  const summary = (invoice: ReturnType<typeof charge>) =>
    Object.fromEntries(
      ['state', 'subtotal_in_cents', 'discount_in_cents', 'tax_in_cents', 'total_in_cents', 'origin'].map((name) => [
        name,
        textOf(invoice, name),
      ]),
    );
  const booksClose = (code: string) => expectBooksToClose(service(), code);
  return { api, get, put, open, add, post, manual, charge, credits, numberOf, balance, actions, summary, booksClose };
};
