import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService, textOf, within } from '../service.ts';
import { CHALLENGED_LATER, customerOf } from '../stories/challenging.ts';
import { type Customer, formIn, newCustomer, textIn } from './customer.ts';

const DAY = 86_400;

describe('subscriptions on the account pages', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ env: { RATE_LIMIT: 'off' } });
  });
  afterAll(() => service?.close());

  const stored = async ({ code }: Customer) =>
    (await service.api('GET', `/v2/accounts/${code}/subscriptions`)).xml?.children[0];
  const uuidOf = async (customer: Customer) => textOf(await stored(customer), 'uuid') ?? '';
  const page = async (customer: Customer, name: string) => `/account/subscriptions/${await uuidOf(customer)}/${name}`;
  const lastInvoice = async ({ code }: Customer) =>
    (await service.api('GET', `/v2/accounts/${code}/invoices`)).xml?.children[0];
  const lastCharge = async ({ code }: Customer) =>
    (await service.api('GET', `/v2/accounts/${code}/invoices`)).xml?.children.find(
      (one) => textOf(one, 'type') === 'charge',
    );
  const overviewOf = async (customer: Customer, query = '') =>
    textIn((await (query ? customer.arrive(`/account${query}`) : customer.get('/account'))).html);
  const travel = (seconds: number) =>
    service.api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${seconds}</advance_in_seconds></clock>`);

  it('are canceled and kept, with what happens when', async () => {
    const customer = await newCustomer(service);
    const cancel = await page(customer, 'cancel');
    const question = textIn((await customer.get(cancel)).html);
    expect(question).toContain('Cancel Tideline?');
    expect(question).toMatch(/You can use it until .*You will not be charged again/);
    expect(question).not.toContain('planned pause');
    const canceled = await customer.submit(cancel);
    expect([canceled.status, canceled.location]).toEqual([303, '/account?done=canceled']);
    expect(textOf(await stored(customer), 'state')).toBe('canceled');
    const shown = await overviewOf(customer, '?done=canceled');
    expect(shown).toContain('Your subscription is canceled.');
    // A reload shows the outcome no more.
    expect(await overviewOf(customer)).not.toContain('Your subscription is canceled.');
    expect(shown).toMatch(/You can use it until .* You will not be charged again\./);

    const kept = await customer.submit(await page(customer, 'reactivate'));
    expect(kept.location).toBe('/account?done=reactivated');
    expect(textOf(await stored(customer), 'state')).toBe('active');
  });

  it('carries out a form once, whether it is sent twice, goes back, or is out of date', async () => {
    const customer = await newCustomer(service);
    const cancel = await page(customer, 'cancel');
    const form = formIn((await customer.get(cancel)).html, cancel);
    const twice = await Promise.all([customer.post(cancel, form), customer.post(cancel, form)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(expect.arrayContaining([303]));
    const again = await customer.post(cancel, form);
    expect([again.status, again.location]).toEqual([303, '/account?done=canceled']);
    // Another tab, opened before.
    const other = await customer.post(cancel, { ...form, form_id: 'x'.repeat(24) });
    expect(other.location).toBe('/account?done=stale');
    expect(await overviewOf(customer, '?done=stale')).toContain('Something has changed since you opened the page.');
    expect((await customer.get(cancel)).location).toBe('/account?done=stale');
  });

  it('belong to their account alone', async () => {
    const [ada, bob] = [await newCustomer(service), await newCustomer(service)];
    expect((await bob.get(await page(ada, 'cancel'))).status).toBe(404);
    const form = formIn((await ada.get(await page(ada, 'cancel'))).html, await page(ada, 'cancel'));
    const { form_key = '' } = formIn((await bob.get(await page(bob, 'cancel'))).html, await page(bob, 'cancel'));
    expect((await bob.post(await page(ada, 'cancel'), { ...form, form_key })).status).toBe(404);
    expect(textOf(await stored(ada), 'state')).toBe('active');
  });

  it('change with the price shown first, which the invoice then has', async () => {
    const customer = await newCustomer(service);
    const change = await page(customer, 'change');
    const chooser = textIn((await customer.get(change)).html);
    expect(chooser).toContain('$19.99 every month · Your plan now');
    expect(chooser).toContain('$199.00 every year');

    const [, other = ''] = /name="plan" value="((?!tideline")[^"]+)"/.exec((await customer.get(change)).html) ?? [];
    const replaced = textIn((await customer.get(`${change}?plan=${other}&quantity=1`)).html);
    expect(replaced).toMatch(/Unused time of Tideline -?\W?\$21\.74/);

    const priced = `${change}?plan=tideline&quantity=2`;
    const shown = (await customer.get(priced)).html;
    const text = textIn(shown);
    // What is paid for is said beside the button, not asked in fields that could be edited in vain.
    expect(text).toContain('2 × Tideline Choose something else');
    expect(shown).not.toContain('type="number"');
    expect(shown).not.toContain('type="radio"');
    // A second one for a whole month: 19.99 and 8.75 %, 1.75.
    expect(text).toContain('$39.98 every month');
    expect(text).toContain('CA sales tax (8.75%) $1.75');
    expect(text).toMatch(/Due today \$21\.74/);
    expect(text).toContain('Change and pay $21.74');
    const changed = await customer.submit(priced, {}, change);
    expect(changed.location).toBe('/account?done=changed');
    expect(textOf(await stored(customer), 'quantity')).toBe('2');
    expect(textOf(await lastInvoice(customer), 'total_in_cents')).toBe('2174');
    expect(textOf(await lastInvoice(customer), 'state')).toBe('paid');
    expect(await overviewOf(customer)).toContain('$43.48 on');
  });

  it('say what credit is left, and that it reduces the payment after a change', async () => {
    const customer = await newCustomer(service);
    expect(await overviewOf(customer)).not.toContain('Your credit');
    const change = await page(customer, 'change');
    const more = `${change}?plan=tideline&quantity=3`;
    expect(textIn((await customer.get(more)).html)).not.toContain('your credit');
    await customer.submit(more, {}, change);

    const fewer = `${change}?plan=tideline&quantity=1`;
    const less = 'What is left of your credit by then reduces this payment.';
    expect(textIn((await customer.get(fewer)).html)).toMatch(new RegExp(`Then \\$21\\.74 on [^.]*\\. ${less}`));
    await customer.submit(fewer, {}, change);
    // Two for a whole month.
    expect(await overviewOf(customer)).toMatch(/Your credit \$43\.4\d/);
    // The credit that pays the change is gone then.
    const all = textIn((await customer.get(`${change}?plan=tideline&quantity=3`)).html);
    expect(all).toMatch(/Due today \$0\.0\d/);
    expect(all).not.toContain(less);
  });

  it('list the invoices of a change by their numbers, the latest first', async () => {
    const customer = await newCustomer(service);
    const change = await page(customer, 'change');
    const [, yearly = ''] = /name="plan" value="(tideline-yearly)"/.exec((await customer.get(change)).html) ?? [];
    await customer.submit(`${change}?plan=${yearly}&quantity=1`, {}, change);
    const { html } = await customer.get('/account/invoices');
    const numbers = [...html.matchAll(/href="\/account\/invoices\/(\d+)"/g)].map(([, number]) => Number(number));
    expect(numbers).toHaveLength(3);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  });

  it('change after the customer has confirmed the payment to the bank', async () => {
    await service.changeDemoSite({ upgrade_requires_payment: true });
    onTestFinished(() => service.changeDemoSite({ upgrade_requires_payment: false }));
    const customer = await newCustomer(service, { card: { number: CHALLENGED_LATER } });
    const change = await page(customer, 'change');
    const priced = `${change}?plan=tideline&quantity=2`;
    const question = await customer.submit(priced, {}, change);
    expect(textIn(question.html)).toContain('Confirm your payment');
    expect(textOf(await stored(customer), 'quantity')).toBe('1');
    const token = / data-token="(\w+)"/.exec(question.html)?.[1] ?? '';
    const result = await customerOf(() => service).confirm(token);
    const changed = await customer.post(change, { ...formIn(question.html, change), result });
    expect(changed.location).toBe('/account?done=changed');
    expect(textOf(await stored(customer), 'quantity')).toBe('2');
    expect(textOf(await lastInvoice(customer), 'state')).toBe('paid');
  });

  it('change at once and ask for the confirmation of the bank, or say with what is owed that they are changed', async () => {
    const customer = await newCustomer(service);
    const token = await service.token({ country: 'US', postal_code: '94105', number: CHALLENGED_LATER });
    await customer.submit('/account/payment-method', { token });
    const change = await page(customer, 'change');
    const question = await customer.submit(`${change}?plan=tideline-yearly&quantity=1`, {}, change);
    const invoice = await lastCharge(customer);
    const number = textOf(invoice, 'invoice_number') ?? '';
    // 199.00 with 8.75 % of tax, 17.41, less the unused month: 19.99 and 1.75.
    expect(textIn(question.html)).toContain(`Your subscription is changed. Invoice ${number} · $194.67`);
    expect(textIn(question.html)).toContain('Confirm your payment');
    expect(textOf(await stored(customer), 'plan', 'plan_code')).toBe('tideline-yearly');
    expect(textOf(invoice, 'state')).toBe('past_due');

    const { html } = await customer.arrive('/account?done=changed');
    expect(textIn(html)).toContain('Your subscription is changed. $194.67 is overdue.');
    expect(textIn(html)).toContain('Confirm and pay $194.67');
    expect(html).not.toContain('class="done"');
    expect(textIn(html)).toContain('$216.41 $194.67 still owed Overdue');

    const [, actionToken = ''] = / data-token="(\w+)"/.exec(question.html) ?? [];
    const result = await customerOf(() => service).confirm(actionToken);
    const path = `/account/invoices/${number}`;
    expect((await customer.submit(path, { result }, `${path}/pay`)).location).toBe('/account?done=paid');
    expect(await overviewOf(customer)).not.toContain('still owed');
  });

  it('are canceled while a payment is overdue, which stays owed', async () => {
    const customer = await newCustomer(service);
    const token = await service.token({ country: 'US', postal_code: '94105', number: '4000 0000 0000 0341' });
    await customer.submit('/account/payment-method', { token });
    await travel(31 * DAY);
    const cancel = await page(customer, 'cancel');
    const owed = 'You still owe $21.74, which we continue to collect. Apart from that, you will not be charged again.';
    const question = textIn((await customer.get(cancel)).html);
    expect(question).toContain(owed);
    expect(question).not.toContain('You will not be charged again.');
    expect(question).not.toContain('is not refunded');
    expect((await customer.submit(cancel)).location).toBe('/account?done=canceled');
    const shown = await overviewOf(customer, '?done=canceled');
    expect(shown).toContain('Your subscription is canceled. $21.74 is overdue.');
    expect(shown).toContain(owed);
    expect(shown).not.toContain('You will not be charged again.');
  });

  it('show a change again when it has become dearer, or something else has changed', async () => {
    const customer = await newCustomer(service);
    const change = await page(customer, 'change');
    const priced = `${change}?plan=tideline&quantity=3`;
    const form = formIn((await customer.get(priced)).html, change);
    const dearer = await customer.post(change, { ...form, due: '100' });
    expect(dearer.status).toBe(422);
    expect(textIn(dearer.html)).toContain('The price has changed since you opened the page.');
    expect(textIn(dearer.html)).toContain('Change and pay $43.48');

    await service.api(
      'PUT',
      `/v2/subscriptions/${await uuidOf(customer)}`,
      '<subscription><quantity>2</quantity></subscription>',
    );
    const stale = await customer.post(change, formIn((await customer.get(priced)).html, change));
    expect(stale.location).toBe('/account?done=changed');
    const { seen: _, ...old } = form;
    const late = await customer.post(change, { ...old, form_id: 'y'.repeat(24), seen: 'tideline 1' });
    expect(late.status).toBe(422);
  });

  it('refuse what is not offered, and say what is wrong with a quantity', async () => {
    const customer = await newCustomer(service);
    const change = await page(customer, 'change');
    expect(textIn((await customer.get(`${change}?quantity=0`)).html)).toContain('Enter a whole number from 1 to 9999.');
    expect(textIn((await customer.get(change)).html)).toContain('Quantity From 1 to 9999');
    expect((await customer.get(`${change}?quantity=1e3`)).html).toMatch(/id="quantity"[^>]* value="1e3"[^>]*invalid/);
    expect(textIn((await customer.get(`${change}?quantity=1`)).html)).toContain('This is what you have now.');
    const unknown = textIn((await customer.get(`${change}?plan=secret&quantity=2`)).html);
    expect(unknown).toContain('$39.98 every month');
    await service.changeDemoSite({ account_pages: ['invoices'], account_page_plans: [] });
    for (const name of ['cancel', 'pause', 'change'])
      expect((await customer.get(await page(customer, name))).status).toBe(404);
    expect(await overviewOf(customer)).not.toContain('Cancel subscription');
    await service.changeDemoSite({
      account_pages: ['cancel', 'reactivate', 'quantity', 'pause', 'payment_method', 'invoices', 'details'],
      account_page_plans: ['tideline', 'tideline-yearly'],
    });
  });

  it('pause at the end of the period and resume for the price that was shown', async () => {
    const customer = await newCustomer(service);
    const paused = await customer.submit(await page(customer, 'pause'), { periods: '2' });
    expect(paused.location).toBe('/account?done=paused');
    expect(await overviewOf(customer)).toMatch(/Pauses on .* and resumes on/);
    // There is nothing to resume yet: the page of pauses drops the planned one.
    const early = await customer.get(await page(customer, 'resume'));
    expect([early.status, early.location]).toEqual([303, await page(customer, 'pause')]);
    const dropped = await customer.submit(await page(customer, 'pause'));
    expect(dropped.location).toBe('/account?done=unpaused');
    await customer.submit(await page(customer, 'pause'), { periods: '3' });

    await travel(40 * DAY);
    const again = await overviewOf(customer);
    expect(again).toContain('Paused until');
    expect(again).toContain('$21.74 on');
    const resume = await page(customer, 'resume');
    expect(textIn((await customer.get(resume)).html)).toContain('Resume and pay $21.74');
    expect((await customer.submit(resume)).location).toBe('/account?done=resumed');
    expect(textOf(await lastInvoice(customer), 'total_in_cents')).toBe('2174');
    expect(textOf(await stored(customer), 'state')).toBe('active');
    expect(within(await stored(customer), 'paused_at')?.attributes.has('nil')).toBe(true);
  });

  it('end at once when a paused one is canceled, without a charge or a refund', async () => {
    const customer = await newCustomer(service);
    await customer.submit(await page(customer, 'pause'), { periods: '3' });
    const cancel = await page(customer, 'cancel');
    const asked = (await customer.get(cancel)).html;
    expect(textIn(asked)).toMatch(/After that it ends\. Your planned pause is dropped\. You will not be charged again/);
    const planned = formIn(asked, cancel);
    await travel(40 * DAY);
    // The pause has begun since the page was shown, on which the subscription was to last until then.
    expect((await customer.post(cancel, planned)).location).toBe('/account?done=stale');
    expect(textOf(await stored(customer), 'state')).toBe('paused');

    expect(await overviewOf(customer)).toContain('Cancel subscription');
    expect(textIn((await customer.get(cancel)).html)).toContain(
      'Cancel Tideline? It ends today. It cannot be resumed afterwards. You will not be charged again. ' +
        'Nothing is paid for the time of a pause, so nothing is refunded.',
    );
    const before = textOf(await lastInvoice(customer), 'invoice_number');
    const uuid = await uuidOf(customer);
    expect((await customer.submit(cancel)).location).toBe('/account?done=ended');
    expect(textOf((await service.api('GET', `/v2/subscriptions/${uuid}`)).xml, 'state')).toBe('expired');
    expect(textOf(await lastInvoice(customer), 'invoice_number')).toBe(before);
    const shown = await overviewOf(customer, '?done=ended');
    expect(shown).toMatch(/Your subscription has ended\. .*Ended on/);
    expect(shown).not.toMatch(/Keep subscription|Resume now|Cancel subscription/);
  });

  it('resume with a payment that the customer confirms to the bank', async () => {
    const customer = await newCustomer(service);
    const token = await service.token({ country: 'US', postal_code: '94105', number: CHALLENGED_LATER });
    await customer.submit('/account/payment-method', { token });
    await customer.submit(await page(customer, 'pause'), { periods: '3' });
    await travel(40 * DAY);
    const shown = await customer.submit(await page(customer, 'resume'));
    const number = textOf(await lastInvoice(customer), 'invoice_number') ?? '';
    expect([shown.status, textIn(shown.html)]).toEqual([200, expect.stringContaining('Confirm your payment')]);
    expect(textIn(shown.html)).toContain(`Invoice ${number} · $21.74`);
    expect(shown.html).toContain(`action="/account/invoices/${number}/pay"`);
    expect(textOf(await stored(customer), 'state')).toBe('active');
    expect(textOf(await lastInvoice(customer), 'state')).toBe('past_due');

    const [, actionToken = ''] = / data-token="(\w+)"/.exec(shown.html) ?? [];
    const result = await customerOf(() => service).confirm(actionToken);
    const invoice = `/account/invoices/${number}`;
    expect((await customer.submit(invoice, { result }, `${invoice}/pay`)).location).toBe('/account?done=paid');
    expect(textOf(await lastInvoice(customer), 'state')).toBe('paid');
  });
});
