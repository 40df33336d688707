import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoOwner, WITH_CONSOLE } from '../console/browser.ts';
import { startTestService, type TestService, textOf, within } from '../service.ts';
import { CHALLENGED_LATER, customerOf } from '../stories/challenging.ts';
import { type Customer, formIn, newCustomer, textIn } from './customer.ts';

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
  const add = async ({ code }: Customer, number: string, role = ''): Promise<string> => {
    const body = `<billing_info><token_id>${await card(number)}</token_id>${role}</billing_info>`;
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

  /** Moves the clock to the end of the period of a customer's subscription. */
  const renew = async ({ code }: Customer) => {
    const { xml } = await latest('GET', `/v2/accounts/${code}/subscriptions`);
    const at = textOf(xml?.children[0], 'current_period_ends_at');
    await service.api('PUT', '/v2/sandbox/clock', `<clock><now type="datetime">${at}</now></clock>`);
  };

  /** A customer with a primary Visa 1111, and an unpaid second month of a subscription that names another card. */
  const pastDue = async (number = DECLINES_LATER) => {
    const customer = await newCustomer(service);
    const named = await add(customer, number);
    const { xml } = await latest('GET', `/v2/accounts/${customer.code}/subscriptions`);
    await bind(`/v2/subscriptions/${textOf(xml?.children[0], 'uuid')}`, 'subscription', named);
    await renew(customer);
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

  it('are paid by what replaces the method in its place, which pays all that it paid', async () => {
    const { customer, named, page } = await pastDue();
    const form = `/account/payment-method?method=${named}`;
    // Wherever the customer is led to another method, it is the one that pays.
    for (const path of [page, '/account', '/account/payment-methods'])
      expect((await customer.get(path)).html).toContain(`href="${form}"`);
    const { html } = await customer.get(form);
    expect(textIn(html)).toMatch(
      /Replace your payment method Visa ending in 0341 .*When you save it, the \$21\.74 that you owe is charged at once\./,
    );
    expect(textIn(html)).toContain('Save and pay $21.74');
    const send = async (number: string) =>
      customer.post(form, { ...formIn(html, form.replace('?', '\\?')), token: await card(number) });
    const paid = await send('5555555555554444');
    expect(paid.location).toBe('/account?done=paid');
    expect(await chargedOf(customer)).toEqual(['0341', '4444']);
    const { xml } = await latest('GET', `/v2/accounts/${customer.code}/billing_infos`);
    expect(xml?.children.map((one) => [textOf(one, 'uuid') === named, textOf(one, 'last_four')])).toEqual([
      [false, '1111'],
      [true, '4444'],
    ]);
    // It pays the next month, too.
    await renew(customer);
    expect(await chargedOf(customer)).toEqual(['4444']);
    expect(textIn((await customer.get(form)).html)).toContain(
      'Nothing is charged today. It takes over what the old one pays.',
    );

    expect((await latest('DELETE', `/v2/accounts/${customer.code}/billing_infos/${named}`)).status).toBe(204);
    expect((await customer.get(form)).location).toBe('/account?done=stale');
  });

  it('are paid by the method that is chosen as the primary only after the page has said so', async () => {
    const customer = await newCustomer(service);
    const path = `/v2/accounts/${customer.code}`;
    const failing = `<billing_info><token_id>${await card(DECLINES_LATER)}</token_id></billing_info>`;
    expect((await latest('PUT', `${path}/billing_info`, failing)).status).toBe(200);
    const spare = await add(customer, DECLINES_LATER);
    const other = await add(customer, '5555555555554444');
    await renew(customer);
    const list = '/account/payment-methods';
    const page = await customer.get(list);
    expect(textIn(page.html)).toContain('When you choose it, the $21.74 that you owe is charged at once.');
    expect(textIn(page.html).match(/Use and pay \$21\.74/g)).toHaveLength(2);
    // The page must have named what is charged.
    const { owed, ...unsaid } = formIn(page.html, `${list}/${other}/use`);
    expect(owed).toBe('$21.74');
    const asked = await customer.post(`${list}/${other}/use`, unsaid);
    expect(asked.status).toBe(422);
    expect(textIn(asked.html)).toContain('Something has changed since you opened the page.');
    expect(await chargedOf(customer)).toEqual(['0341']);

    const declined = await customer.submit(list, {}, `${list}/${spare}/use`);
    expect(declined.status).toBe(422);
    expect(textIn(declined.html)).toContain('Your bank declined the payment.');
    const paid = await customer.submit(list, {}, `${list}/${other}/use`);
    expect(paid.location).toBe('/account?done=paid');
    expect(await chargedOf(customer)).toEqual(['0341', '0341', '4444']);
    expect(textIn((await customer.get(list)).html)).not.toContain('that you owe');
  });

  it('are said to be charged at once also while they wait for their gateway', async () => {
    const customer = await newCustomer(service);
    const silent = `<billing_info><token_id>${await card('4000000000005126')}</token_id></billing_info>`;
    expect((await latest('PUT', `/v2/accounts/${customer.code}/billing_info`, silent)).status).toBe(200);
    const spare = await add(customer, '5555555555554444');
    await renew(customer);
    expect(textOf((await invoicesOf(customer))[0], 'state')).toBe('pending');
    const form = '/account/payment-method';
    for (const [path, said] of [
      [form, 'When you save it, the $21.74 that you owe is charged at once.'],
      ['/account/payment-methods', 'When you choose it, the $21.74 that you owe is charged at once.'],
    ] as const) {
      const text = textIn((await customer.get(path)).html);
      expect(text).toContain(said);
      expect(text).not.toContain('Nothing is charged today');
    }
    expect(textIn((await customer.get(`${form}?method=${spare}`)).html)).toContain('Nothing is charged today.');
    expect((await customer.submit(form, { token: await card('6011111111111117') })).location).toBe(
      '/account?done=paid',
    );
    expect((await chargedOf(customer)).at(-1)).toBe('1117');
  });

  it('are charged to a backup that is replaced where no retry is left, and not to the declined method', async () => {
    const customer = await newCustomer(service);
    const hard = `<billing_info><token_id>${await card('4000000000009979')}</token_id></billing_info>`;
    expect((await latest('PUT', `/v2/accounts/${customer.code}/billing_info`, hard)).status).toBe(200);
    const backup = await add(
      customer,
      '4000000000009979',
      '<backup_payment_method type="boolean">true</backup_payment_method>',
    );
    const form = `/account/payment-method?method=${backup}`;
    expect(textIn((await customer.get(form)).html)).toContain(
      'Nothing is charged today. It takes over what the old one pays.',
    );
    await renew(customer);
    expect(await chargedOf(customer)).toEqual(['9979']);
    const { html } = await customer.get(form);
    expect(textIn(html)).toContain('When you save it, the $21.74 that you owe is charged at once.');
    const fields = { ...formIn(html, form.replace('?', '\\?')), token: await card('5555555555554444') };
    expect((await customer.post(form, fields)).location).toBe('/account?done=paid');
    expect(await chargedOf(customer)).toEqual(['9979', '4444']);
    const { xml } = await latest('GET', `/v2/accounts/${customer.code}/billing_infos/${backup}`);
    expect([textOf(xml, 'last_four'), textOf(xml, 'backup_payment_method')]).toEqual(['4444', 'true']);
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
