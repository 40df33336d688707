import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoOwner, WITH_CONSOLE } from '../console/browser.ts';
import { startTestService, type TestService, textOf, within } from '../service.ts';
import { CHALLENGED_LATER, customerOf } from '../stories/challenging.ts';
import { type Customer, formIn, newCustomer, textIn } from './customer.ts';

const MONTH = 31 * 86_400;
/** A card that can be stored and whose later charges are declined. */
const DECLINES_LATER = '4000000000000341';

describe('invoices that another method than the primary pays', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  });
  afterAll(() => service?.close());

  const latest = (method: string, path: string, body?: string) =>
    service.api(method, path, body, { 'X-Api-Version': '2.29' });
  const card = (number: string) => service.token({ country: 'US', postal_code: '94105', number });
  const add = async ({ code }: Customer, number: string): Promise<string> => {
    const body = `<billing_info><token_id>${await card(number)}</token_id></billing_info>`;
    const added = await latest('POST', `/v2/accounts/${code}/billing_infos`, body);
    expect(added.status, added.text).toBe(201);
    return textOf(added.xml, 'uuid') ?? '';
  };
  const bind = async (path: string, model: string, uuid: string) => {
    const bound = await latest('PUT', path, `<${model}><billing_info_uuid>${uuid}</billing_info_uuid></${model}>`);
    expect(bound.status, bound.text).toBe(200);
  };
  const invoicesOf = async ({ code }: Customer) =>
    (await latest('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? [];

  /** The last digits of the cards that were charged for the latest invoice, oldest first. */
  const chargedOf = async (customer: Customer) =>
    (within((await invoicesOf(customer))[0], 'transactions')?.children ?? []).map((one) =>
      textOf(one, 'details', 'account', 'billing_info', 'last_four'),
    );

  /** A customer with a primary Visa 1111, and an unpaid second month of a subscription that names another card. */
  const pastDue = async (number = DECLINES_LATER) => {
    const customer = await newCustomer(service);
    const named = await add(customer, number);
    const { xml } = await latest('GET', `/v2/accounts/${customer.code}/subscriptions`);
    await bind(`/v2/subscriptions/${textOf(xml?.children[0], 'uuid')}`, 'subscription', named);
    await service.api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${MONTH}</advance_in_seconds></clock>`);
    const invoice = textOf((await invoicesOf(customer))[0], 'invoice_number') ?? '';
    return { customer, named, invoice, page: `/account/invoices/${invoice}` };
  };

  it('are charged to the method that the page names', async () => {
    const { customer, page } = await pastDue();
    const { html } = await customer.get(page);
    expect(textIn(html)).toContain('It is charged to your Visa ending in 0341.');
    expect(html).toMatch(/<button class="main" type="submit" aria-describedby="charged-to">Pay \$21\.74/);
    const declined = await customer.submit(page, {}, `${page}/pay`);
    expect(declined.status).toBe(422);
    expect(await chargedOf(customer)).toEqual(['0341', '0341']);
  });

  it('ask again where another method would be charged than the page named', async () => {
    const { customer, invoice, page, named } = await pastDue();
    const asked = formIn((await customer.get(page)).html, `${page}/pay`);
    await bind(`/v2/invoices/${invoice}`, 'invoice', await add(customer, '5555555555554444'));
    const again = await customer.post(`${page}/pay`, asked);
    expect(again.status).toBe(422);
    expect(textIn(again.html)).toContain('Something has changed since you opened the page.');
    expect(textIn(again.html)).toContain('It is charged to your MasterCard ending in 4444.');
    expect(await chargedOf(customer)).toEqual(['0341']);

    // The same method, with another card behind it.
    await bind(`/v2/invoices/${invoice}`, 'invoice', named);
    const before = formIn((await customer.get(page)).html, `${page}/pay`);
    const path = `/v2/accounts/${customer.code}/billing_infos/${named}`;
    const body = `<billing_info><token_id>${await card('6011111111111117')}</token_id></billing_info>`;
    await service.api('PUT', '/v2/sandbox/clock', '<clock><advance_in_seconds>1</advance_in_seconds></clock>');
    expect((await latest('PUT', path, body)).status).toBe(200);
    const replaced = await customer.post(`${page}/pay`, before);
    expect([replaced.status, replaced.location]).toEqual([422, '']);
    expect(textIn(replaced.html)).toContain('Something has changed since you opened the page.');
  });

  it('are not promised to be paid by a new primary, which pays its own', async () => {
    const { customer, invoice, page } = await pastDue();
    const form = '/account/payment-method';
    const { html } = await customer.get(form);
    expect(textIn(html)).toContain('Nothing is charged today.');
    expect(textIn(html)).toMatch(
      new RegExp(`Invoice ${invoice} · \\$21\\.74 ?It is charged to your Visa ending in 0341\\.`),
    );
    expect(html).toContain(`href="${page}"`);
    const saved = await customer.submit(form, { token: await card('5555555555554444') }, form);
    expect(saved.location).toBe('/account?done=payment');
    expect(await chargedOf(customer)).toEqual(['0341']);
  });

  it('are confirmed to the bank with the method that the page named', async () => {
    const { customer, page } = await pastDue(CHALLENGED_LATER);
    const end = CHALLENGED_LATER.replaceAll(' ', '').slice(-4);
    expect(textIn((await customer.get(page)).html)).toContain(`ending in ${end}.`);
    const challenge = await customer.submit(page, {}, `${page}/pay`);
    expect(textIn(challenge.html)).toMatch(new RegExp(`Invoice \\d+ · \\$21\\.74 · \\w+ ending in ${end}`));
    const result = await customerOf(() => service).confirm(/ data-token="(\w+)"/.exec(challenge.html)?.[1] ?? '');
    const paid = await customer.post(`${page}/pay`, { ...formIn(challenge.html, `${page}/pay`), result });
    expect(paid.location).toBe('/account?done=paid');
    expect(new Set(await chargedOf(customer))).toEqual(new Set([end]));
  });

  it('are collected by hand from the method that the console names', async () => {
    const { customer, invoice } = await pastDue();
    const owner = await demoOwner(service);
    const path = `/invoices/${invoice}/collect`;
    expect(textIn((await owner.get(path)).html)).toContain('is charged to Visa 0341 at once');
    expect(textIn((await owner.submit(path)).html)).toContain('was not collected');
    expect(new Set(await chargedOf(customer))).toEqual(new Set(['0341']));
  });
});
