import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';

let service: TestService;
let owner: OperatorBrowser;
/** The invoice of 27.18 USD: the set-up fee of 5.00 is its first line. */
let invoice: string;
let account: string;
let line: string;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
  ({ invoice, account } = await newSubscriber(service));
  const [, uuid = ''] = /name="quantity_([^"]+)"/.exec((await owner.get(refundOf(invoice))).html) ?? [];
  line = uuid;
});
afterAll(() => service?.close());

const refundOf = (number: string): string => `/invoices/${number}/refund`;

/** The sentences below the fields of a page, by field. */
const sentencesIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<p class="problem" id="([^"]+)-problem">(.*?)<\/p>/gs)].map(([, name = '', words = '']) => [
      name,
      textIn(words),
    ]),
  );

/** A name of the API, or a word that only its documents explain. */
const JARGON = /_in_cents|[a-z]+_[a-z]+|\bgateways\b|line_items|\bBase\b|;/;

/** Sends a form that is refused, and returns the sentences below its fields. */
const refused = async (page: string, typed: Readonly<Record<string, string>>): Promise<Record<string, string>> => {
  const { status, html, location } = await owner.submit(page, typed);
  expect(status, `${location} ${textIn(html)}`).toBe(422);
  const [, trouble = ''] = /<(?:p|div) class="trouble"[^>]*>(.*?)<\/(?:p|div)>/s.exec(html) ?? [];
  expect(textIn(trouble)).not.toBe('');
  expect(textIn(trouble)).not.toMatch(JARGON);
  const sentences = sentencesIn(html);
  for (const [name, sentence] of Object.entries(sentences)) {
    expect(sentence).not.toMatch(JARGON);
    expect(html).toMatch(new RegExp(`<(?:input|select|textarea|fieldset)[^>]*aria-describedby="[^"]*${name}-problem`));
  }
  return sentences;
};

describe('a refund', () => {
  /** Shows a choice, and returns the sentences below its fields. */
  const shown = async (choice: Readonly<Record<string, string>>, number = invoice): Promise<Record<string, string>> => {
    const { status, html } = await owner.get(`${refundOf(number)}?${new URLSearchParams(choice)}`);
    expect(status).toBe(200);
    expect(textIn(html)).not.toMatch(/\b(?:all_credit|credit_first|line_items|amount_in_cents)\b/);
    return sentencesIn(html);
  };
  const part = (measure: string, typed: string) => ({
    way: 'lines',
    [`measure_${line}`]: measure,
    [`quantity_${line}`]: typed,
  });

  it('says at the amount what is wrong with it', async () => {
    expect(await shown({ way: 'amount', amount: '99' })).toEqual({ amount: 'At most $27.18 is left to refund.' });
    for (const amount of ['', 'five', '0', '-1']) {
      expect(await shown({ way: 'amount', amount })).toEqual({ amount: 'Enter an amount above 0, such as 5.00.' });
    }
  });

  it('says at a line what is wrong with its part', async () => {
    const at = `quantity_${line}`;
    expect(await shown(part('units', '7'))).toEqual({ [at]: 'At most 1 unit is left to refund of this line.' });
    expect(await shown(part('units', '1.5'))).toEqual({ [at]: 'Enter a whole number.' });
    expect(await shown(part('amount', '25'))).toEqual({
      [at]: 'At most $5.00 before tax is left to refund of this line.',
    });
    expect(await shown(part('amount', 'x'))).toEqual({ [at]: 'Enter an amount above 0, such as 5.00.' });
    expect(await shown(part('percentage', '101'))).toEqual({ [at]: 'Enter a whole number from 1 to 100.' });
    expect(await shown({ way: 'lines' })).toEqual({
      parts: 'Enter how many units, how much or what percentage to refund of at least one line.',
    });
  });

  it('says at the box for unused time that a line is for no period', async () => {
    const { xml } = await service.api('GET', `/v2/invoices/${invoice}`);
    expect(textOf(xml, 'currency')).toBe('USD');
    const charge = '<adjustment><currency>USD</currency><unit_amount_in_cents>900</unit_amount_in_cents></adjustment>';
    await service.api('POST', `/v2/accounts/${account}/adjustments`, charge);
    const posted = await service.api('POST', `/v2/accounts/${account}/invoices`, '<invoice/>');
    const number = textOf(posted.xml, 'charge_invoice', 'invoice_number') ?? '';
    const [, uuid = ''] = /name="quantity_([^"]+)"/.exec((await owner.get(refundOf(number))).html) ?? [];
    expect(await shown({ way: 'lines', [`quantity_${uuid}`]: '1', prorate: 'yes' }, number)).toEqual({
      prorate: 'A line that you chose is not for a period, so it has no unused time. Leave this empty.',
    });
  });

  it('says at the box for refunds by hand that a payment by hand cannot be sent back', async () => {
    const { number } = await unpaid();
    await owner.submit(`/invoices/${number}/record-payment`, {});
    expect(Object.keys(await shown({ way: 'all', refund_method: 'all_transaction' }, number))).toEqual([
      'external_refund',
    ]);
  });

  it('says at the method that too little was paid as money', async () => {
    const { number, code } = await unpaid();
    const credit = '<adjustment><currency>USD</currency><unit_amount_in_cents>-900</unit_amount_in_cents></adjustment>';
    await service.api('POST', `/v2/accounts/${code}/adjustments`, credit);
    await service.api('POST', `/v2/accounts/${code}/invoices`, '<invoice/>');
    expect((await owner.submit(`/invoices/${number}/apply-credit`)).status).toBe(303);
    expect(await shown({ way: 'all', refund_method: 'all_transaction' }, number)).toEqual({
      refund_method: 'No payment of this amount is left to refund. Choose another way.',
    });
  });

  it('says that an invoice is not paid', async () => {
    const { number } = await unpaid();
    expect(textIn((await owner.get(refundOf(number))).html)).toContain(
      'The invoice is not paid, so there is nothing to refund.',
    );
  });

  it('says at the reason and at the comment what is wrong with them', async () => {
    expect(Object.keys(await refused(refundOf(invoice), { reason: 'a whim' }))).toEqual(['reason']);
    expect(Object.keys(await refused(refundOf(invoice), { comment: 'card 4111 1111 1111 1111' }))).toEqual(['comment']);
  });
});

/** Returns the number of an invoice of 9.00 USD that is to be paid by transfer, of an account of its own. */
const unpaid = async (): Promise<{ readonly number: string; readonly code: string }> => {
  const { account: code } = await newSubscriber(service);
  const charge = '<adjustment><currency>USD</currency><unit_amount_in_cents>900</unit_amount_in_cents></adjustment>';
  await service.api('POST', `/v2/accounts/${code}/adjustments`, charge);
  const terms = '<invoice><collection_method>manual</collection_method><net_terms>30</net_terms></invoice>';
  const { xml } = await service.api('POST', `/v2/accounts/${code}/invoices`, terms);
  return { number: textOf(xml, 'charge_invoice', 'invoice_number') ?? '', code };
};

it('charges and credits say at their fields what is wrong', async () => {
  for (const form of ['charge', 'credit']) {
    const page = `/customers/${account}/${form}`;
    const typed = { amount: '5.00', description: 'Set-up' };
    expect(Object.keys(await refused(page, { ...typed, amount: 'five' }))).toEqual(['amount']);
    expect(await refused(page, { ...typed, amount: '9999999999' })).toEqual({
      amount: expect.stringMatching(/^Amount must be less than or equal to \$/),
    });
    expect(Object.keys(await refused(page, { ...typed, currency: 'XXX' }))).toEqual(['currency']);
    expect(Object.keys(await refused(page, { ...typed, description: 'x'.repeat(300) }))).toEqual(['description']);
  }
  expect(
    Object.keys(await refused(`/customers/${account}/credit`, { amount: '5', description: 'x', reason: 'whim' })),
  ).toEqual(['reason']);
});

it('a payment by hand and a write-off say at their fields what is wrong', async () => {
  const { number } = await unpaid();
  const page = `/invoices/${number}/record-payment`;
  expect(await refused(page, { amount: '100' })).toEqual({
    amount: 'Amount in USD must be less than or equal to $9.00.',
  });
  expect(Object.keys(await refused(page, { amount: 'all' }))).toEqual(['amount']);
  expect(Object.keys(await refused(page, { collected_on: '2030-01-01' }))).toEqual(['collected_on']);
  expect(Object.keys(await refused(page, { description: 'x'.repeat(60) }))).toEqual(['description']);
  expect(Object.keys(await refused(`/invoices/${number}/mark-failed`, { reason: '' }))).toEqual(['reason']);
});

it('an invoice of pending charges says at its fields what is wrong', async () => {
  const { account: code } = await newSubscriber(service);
  const charge = '<adjustment><currency>USD</currency><unit_amount_in_cents>900</unit_amount_in_cents></adjustment>';
  await service.api('POST', `/v2/accounts/${code}/adjustments`, charge);
  const page = `/customers/${code}/invoice`;
  const terms = { method: 'manual', net_terms: '14' };
  expect(Object.keys(await refused(page, { ...terms, net_terms: 'soon' }))).toEqual(['net_terms']);
  expect(await refused(page, { ...terms, po_number: 'x'.repeat(60) })).toEqual({
    po_number: 'Purchase order number is too long (maximum is 50 characters).',
  });
});
