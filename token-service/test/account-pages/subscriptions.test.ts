import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService, textOf, within } from '../service.ts';
import { CHALLENGED_LATER, customerOf } from '../stories/challenging.ts';
import { cardInfo } from '../stories/subscription-shop.ts';
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

  it('are canceled with a reason, which the merchant sees until they are kept', async () => {
    await service.changeDemoSite({ cancel_reasons: ['Too expensive', 'Not used "enough"'], cancel_comment: true });
    const customer = await newCustomer(service);
    const cancel = await page(customer, 'cancel');
    const asked = textIn((await customer.get(cancel)).html);
    expect(asked).toMatch(
      /Why are you canceling\? .*Too expensive .*No answer .*Anything else we should know\? optional/,
    );
    const long = await customer.submit(cancel, { reason: 'Too expensive', comment: 'x'.repeat(501) });
    expect([long.status, long.html]).toEqual([
      422,
      expect.stringMatching(/value="Too expensive" checked[\s\S]*Use at most 500/),
    ]);
    await customer.submit(cancel, { reason: 'Not used "enough"', comment: 'See you <next> year' });
    const uuid = textOf(await stored(customer), 'uuid') ?? '';
    const records = service.service.opened.storage.of((await service.service.opened.sites.find('demo'))?.id ?? '');
    expect(await records.subscriptions.find(uuid)).toMatchObject({
      cancel_reason: 'Not used "enough"',
      cancel_comment: 'See you <next> year',
    });
    const notes = await service.api('GET', `/v2/accounts/${customer.code}/notes`);
    expect(notes.text).toContain('Not used &quot;enough&quot;. “See you &lt;next&gt; year”');
    await customer.submit(await page(customer, 'reactivate'));
    expect(await records.subscriptions.find(uuid)).toMatchObject({ cancel_reason: null, cancel_comment: null });

    // The merchant ends another one, which was canceled before: the reason was noted then.
    const other = await newCustomer(service);
    await other.submit(await page(other, 'cancel'), { reason: 'Too expensive' });
    const ended = await service.api(
      'PUT',
      `/v2/subscriptions/${textOf(await stored(other), 'uuid')}/terminate?refund=none`,
    );
    expect(ended.status).toBe(200);
    const noted = await service.api('GET', `/v2/accounts/${other.code}/notes`);
    expect(noted.text.match(/Too expensive/g)).toHaveLength(1);
    // A reason that is not offered is none.
    await customer.submit(cancel, { reason: 'Invented' });
    expect(await records.subscriptions.find(uuid)).toMatchObject({ state: 'canceled', cancel_reason: null });
    await service.changeDemoSite({ cancel_reasons: [], cancel_comment: false });
  });

  it('say which coupon and tax make the next payment differ from the price', async () => {
    const customer = await newCustomer(service);
    const next = async () =>
      /Next payment (.*?) Change|Next payment (.*?) Cancel/.exec(await overviewOf(customer))?.[0];
    // 19.99 with 8.75 % of California's tax, 1.75.
    expect(await next()).toMatch(/^Next payment \$21\.74 on .* CA sales tax \(8\.75%\) \$1\.75 /);
    const redeemed = await service.api(
      'POST',
      '/v2/coupons/TIDE15/redeem',
      `<redemption><account_code>${customer.code}</account_code><currency>USD</currency></redemption>`,
    );
    expect(redeemed.status, redeemed.text).toBe(201);
    // 15 % of 19.99 are 3.00, and 8.75 % of 16.99 are 1.49.
    expect(await next()).toMatch(
      /^Next payment \$18\.48 on .* Coupon TIDE15 [-−]\$3\.00 · CA sales tax \(8\.75%\) \$1\.49 /,
    );
  });

  it('are canceled and kept, with what happens when', async () => {
    const customer = await newCustomer(service);
    const cancel = await page(customer, 'cancel');
    const question = textIn((await customer.get(cancel)).html);
    expect(question).toContain('Cancel Tideline?');
    expect(question).toMatch(/You can use it until .*You will not be charged for it again/);
    expect(question).not.toContain('scheduled pause');
    const canceled = await customer.submit(cancel);
    expect([canceled.status, canceled.location]).toEqual([303, '/account?done=canceled']);
    expect(textOf(await stored(customer), 'state')).toBe('canceled');
    const shown = await overviewOf(customer, '?done=canceled');
    expect(shown).toContain('Your subscription is canceled.');
    // A reload shows the outcome no more.
    expect(await overviewOf(customer)).not.toContain('Your subscription is canceled.');
    expect(shown).toMatch(/You can use it until .* You will not be charged for it again\./);

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
    // The quantity goes from 1 to 2 at the start of a period, which is billed in full.
    expect(text).toMatch(/Why this amount\? .*\$19\.99 .*CA sales tax \(8\.75%\) \$1\.75 .*Total \$21\.74/);
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
    const less = 'Any credit left by then reduces this payment.';
    expect(textIn((await customer.get(fewer)).html)).toMatch(new RegExp(`Then \\$21\\.74 on [^.]*\\. ${less}`));
    await customer.submit(fewer, {}, change);
    // Two for a whole month.
    expect(await overviewOf(customer)).toMatch(/Your credit \$43\.4\d/);
    // The credit that pays the change is gone then.
    const all = textIn((await customer.get(`${change}?plan=tideline&quantity=3`)).html);
    expect(all).toMatch(/Due today \$0\.0\d/);
    expect(all).not.toContain(less);
  });

  it('say which unpaid invoice the credit of a change pays', async () => {
    const customer = await newCustomer(service);
    const send = (path: string, body: string) => service.api('PUT', path, body);
    const declines = await send(`/v2/accounts/${customer.code}/billing_info`, cardInfo('4000000000009979'));
    expect(declines.status, declines.text).toBe(200);
    const subscription = `/v2/subscriptions/${await uuidOf(customer)}`;
    service.clock.advance({ seconds: 2 });
    expect((await send(subscription, '<subscription><quantity>5</quantity></subscription>')).status).toBe(200);
    const unpaid = textOf(await lastCharge(customer), 'invoice_number');
    const asked = textIn((await customer.get(`${await page(customer, 'change')}?plan=tideline&quantity=1`)).html);
    expect(asked).toMatch(new RegExp(`\\$86\\.9\\d of credit pays invoice ${unpaid}, which is not paid yet\\.`));
    expect(asked).not.toContain('stays on your account as credit');
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

  /** Returns a customer's terms and invoices, which stay the same after something that was not paid. */
  const standing = async (customer: Customer) => {
    const one = await stored(customer);
    const invoices = (await service.api('GET', `/v2/accounts/${customer.code}/invoices`)).xml?.children ?? [];
    return {
      terms: ['state', 'quantity', 'current_period_ends_at'].map((name) => textOf(one, name)),
      plan: textOf(one, 'plan', 'plan_code'),
      invoices: invoices.map((invoice) => ['invoice_number', 'state'].map((name) => textOf(invoice, name))),
    };
  };

  /** Everything on the account pages that costs something at once, and the page that asks for it. */
  const COSTLY: Readonly<Record<string, (customer: Customer) => Promise<string>>> = {
    'more of a plan': async (customer) => `${await page(customer, 'change')}?plan=tideline&quantity=500`,
    'another plan': async (customer) => `${await page(customer, 'change')}?plan=tideline-yearly&quantity=1`,
    'another plan in a pause': async (customer) => {
      await pauseNow(customer);
      return `${await page(customer, 'change')}?plan=tideline-yearly&quantity=1`;
    },
    'another plan of a canceled subscription': async (customer) => {
      await customer.submit(await page(customer, 'cancel'));
      return `${await page(customer, 'change')}?plan=tideline-yearly&quantity=1`;
    },
    'an early end of a pause': async (customer) => {
      await pauseNow(customer);
      return page(customer, 'resume');
    },
  };
  const pauseNow = async (customer: Customer) => {
    await customer.submit(await page(customer, 'pause'), { periods: '3' });
    await travel(40 * DAY);
    await signIn(customer);
  };
  const signIn = (customer: Customer) => customer.get(`/account/${customer.token}`);
  const pays = async (customer: Customer, number: string) => {
    const token = await service.token({ country: 'US', postal_code: '94105', number });
    expect((await customer.submit('/account/payment-method', { token })).location).toBe('/account?done=payment');
  };

  describe.each(Object.entries(COSTLY))('%s', (_, open) => {
    const actionIn = ({ html }: { readonly html: string }) => / data-token="(\w+)"/.exec(html)?.[1] ?? '';

    it('is not given for a payment that the bank declines, or for none', async () => {
      const customer = await newCustomer(service);
      await pays(customer, '4000 0000 0000 0341');
      const asked = await open(customer);
      const before = await standing(customer);
      const declined = await customer.submit(asked);
      expect([declined.status, textIn(declined.html)]).toEqual([
        422,
        expect.stringMatching(/declined|not enough money/),
      ]);
      expect(declined.html).toContain('href="/account/payment-method">Replace payment method</a>');
      expect(await standing(customer)).toEqual(before);

      expect((await service.api('DELETE', `/v2/accounts/${customer.code}/billing_info`)).status).toBe(204);
      const without = await customer.submit(asked);
      expect([without.status, textIn(without.html)]).toEqual([
        422,
        expect.stringContaining('Add a payment method first.'),
      ]);
      expect(await standing(customer)).toEqual(before);
    });

    it.each([
      ['declines', '4000 0000 0000 0341', 'The payment was declined. Ask us for help.'],
      ['wants confirmed', CHALLENGED_LATER, 'Your bank did not confirm this payment. You have not been charged.'],
    ])(
      'names no other payment method where a site offers none and the bank %s the payment',
      async (_, number, text) => {
        const customer = await newCustomer(service);
        await pays(customer, number);
        const asked = await open(customer);
        const offers = (await service.service.opened.sites.find('demo'))?.account_pages ?? [];
        await service.changeDemoSite({ account_pages: offers.filter((offer) => offer !== 'payment_method') });
        try {
          const answers = [await customer.submit(asked)];
          const [{ html } = { html: '' }] = answers;
          expect(html).toContain(text);
          if (actionIn({ html })) {
            const action = asked.split('?')[0] ?? '';
            answers.push(await customer.post(action, { ...formIn(html, action), result: 'x'.repeat(24) }));
            expect(answers.at(-1)?.html).toContain(text);
          }
          for (const answer of answers) expect(answer.html).not.toMatch(/another (card|payment method)/);
        } finally {
          await service.changeDemoSite({ account_pages: offers });
        }
      },
    );

    it('is not given for a payment that the customer refuses or leaves at the bank, and given once it is confirmed', async () => {
      const customer = await newCustomer(service);
      await pays(customer, CHALLENGED_LATER);
      const bank = customerOf(() => service);
      const asked = await open(customer);
      const action = asked.split('?')[0] ?? '';
      const before = await standing(customer);

      const refused = await customer.submit(asked);
      expect(textIn(refused.html)).toMatch(/Confirm your payment.* · \$[\d,]+\.\d\d/);
      await bank.decide(actionIn(refused), 'refuse');
      expect(await standing(customer)).toEqual(before);
      const wrong = await customer.post(action, { ...formIn(refused.html, action), result: 'x'.repeat(24) });
      expect([wrong.status, textIn(wrong.html)]).toEqual([
        422,
        expect.stringContaining('did not confirm this payment'),
      ]);
      expect(await standing(customer)).toEqual(before);

      // Left at the bank: begun, and never finished.
      await bank.start(actionIn(await customer.submit(asked)));
      expect(await standing(customer)).toEqual(before);

      const question = await customer.submit(asked);
      const due = /name="due" value="(\d+)"/.exec(question.html)?.[1];
      // A customer who takes a while: the price of the rest of the period has become lower meanwhile.
      service.clock.advance({ minutes: 4 });
      const result = await bank.confirm(actionIn(question));
      const confirmed = await customer.post(action, { ...formIn(question.html, action), result });
      expect(confirmed.location, textIn(confirmed.html)).toMatch(/done=(changed|resumed)/);
      const after = await lastCharge(customer);
      expect([textOf(after, 'state'), textOf(after, 'balance_in_cents')]).toEqual(['paid', '0']);
      const payments = (await service.api('GET', `/v2/accounts/${customer.code}/transactions`)).xml?.children ?? [];
      expect(textOf(payments[0], 'amount_in_cents')).toBe(due);
      expect((await standing(customer)).invoices.length).toBeGreaterThan(before.invoices.length);
    });
  });

  it('say that the subscription is changed above what is owed', async () => {
    const customer = await newCustomer(service);
    await pays(customer, '4000 0000 0000 0341');
    const credit = '<adjustment><unit_amount_in_cents>-500</unit_amount_in_cents><currency>USD</currency></adjustment>';
    expect((await service.api('POST', `/v2/accounts/${customer.code}/adjustments`, credit)).status).toBe(201);
    expect((await service.api('POST', `/v2/accounts/${customer.code}/invoices`)).status).toBe(201);
    await travel(31 * DAY);
    await signIn(customer);
    const { html } = await customer.arrive('/account?done=changed');
    expect(textIn(html)).toContain(
      'Your subscription has been changed. A payment did not go through $16.74 is past due.',
    );
    expect(textIn(html)).toContain('$21.74 $16.74 still owed Past due');
  });

  it('change for an invoice, where the customer pays by invoice', async () => {
    const customer = await newCustomer(service);
    const manual =
      '<subscription><collection_method>manual</collection_method><net_terms>30</net_terms></subscription>';
    expect((await service.api('PUT', `/v2/subscriptions/${await uuidOf(customer)}`, manual)).status).toBe(200);
    const change = await page(customer, 'change');
    const priced = `${change}?plan=tideline&quantity=2`;
    const shown = textIn((await customer.get(priced)).html);
    expect(shown).toContain('You pay by invoice.');
    expect(shown).not.toContain('Change and pay');
    expect((await customer.submit(priced, {}, change)).location).toBe('/account?done=changed');
    expect(textOf(await lastCharge(customer), 'state')).toBe('pending');
  });

  it('are canceled while a payment is overdue, which stays owed', async () => {
    const customer = await newCustomer(service);
    const token = await service.token({ country: 'US', postal_code: '94105', number: '4000 0000 0000 0341' });
    await customer.submit('/account/payment-method', { token });
    await travel(31 * DAY);
    const cancel = await page(customer, 'cancel');
    const owed = 'You still owe $21.74 on earlier invoices. Apart from that, you will not be charged for it again.';
    const question = textIn((await customer.get(cancel)).html);
    expect(question).toContain(owed);
    expect(question).not.toContain('You will not be charged for it again.');
    expect(question).not.toContain('is not refunded');
    expect((await customer.submit(cancel)).location).toBe('/account?done=canceled');
    const shown = await overviewOf(customer, '?done=canceled');
    expect(shown).toContain('Your subscription is canceled. A payment did not go through $21.74 is past due.');
    expect(shown).toContain(owed);
    expect(shown).not.toContain('You will not be charged for it again.');
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
    expect(textIn(asked)).toMatch(
      /After that it ends\. Your scheduled pause is canceled\. You will not be charged for it again/,
    );
    const planned = formIn(asked, cancel);
    await travel(40 * DAY);
    // The pause has begun since the page was shown, on which the subscription was to last until then.
    expect((await customer.post(cancel, planned)).location).toBe('/account?done=stale');
    expect(textOf(await stored(customer), 'state')).toBe('paused');

    expect(await overviewOf(customer)).toContain('Cancel subscription');
    expect(textIn((await customer.get(cancel)).html)).toContain(
      'Cancel Tideline? It ends today. It cannot be resumed afterwards. You will not be charged for it again. ' +
        'You pay nothing during a pause, so nothing is refunded.',
    );
    const before = textOf(await lastInvoice(customer), 'invoice_number');
    const uuid = await uuidOf(customer);
    await service.changeDemoSite({ cancel_reasons: ['Too expensive'] });
    expect((await customer.submit(cancel, { reason: 'Too expensive' })).location).toBe('/account?done=ended');
    await service.changeDemoSite({ cancel_reasons: [] });
    const notes = await service.api('GET', `/v2/accounts/${customer.code}/notes`);
    expect(notes.text.match(/Canceled Tideline: Too expensive/g)).toHaveLength(1);
    expect(textOf((await service.api('GET', `/v2/subscriptions/${uuid}`)).xml, 'state')).toBe('expired');
    expect(textOf(await lastInvoice(customer), 'invoice_number')).toBe(before);
    const shown = await overviewOf(customer, '?done=ended');
    expect(shown).toMatch(/Your subscription has ended\. .*Ended on/);
    expect(shown).not.toMatch(/Keep subscription|Resume now|Cancel subscription/);
  });
});
