import { describe, expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('subscriptions', (service) => {
  const post = (path: string, inner: string, headers: Record<string, string> = {}) =>
    service().api('POST', path, `<subscription>${inner}</subscription>`, headers);
  const subscribe = (inner: string, headers?: Record<string, string>) => post('/v2/subscriptions', inner, headers);
  const get = async (path: string) => (await service().api('GET', path)).xml;
  const card = async (fields = {}) =>
    `<billing_info><token_id>${await service().token({ country: 'US', postal_code: '94105', ...fields })}</token_id></billing_info>`;
  const account = (code: string, inner = '') => `<account><account_code>${code}</account_code>${inner}</account>`;
  const to = (plan: string, inner = '') => `<plan_code>${plan}</plan_code><currency>USD</currency>${inner}`;
  const later = (days: number) => new Date(service().clock.now() + days * 86_400_000).toISOString();

  it('start with their first invoice and appear in every list they belong to', async () => {
    const code = fresh('subscriber');
    const answer = await subscribe(to('tideline', account(code, await card())));
    expect(answer.status, answer.text).toBe(201);
    expect(textOf(answer.xml, 'state')).toBe('active');
    expect(textOf(answer.xml, 'plan', 'plan_code')).toBe('tideline');
    expect(answer.xml?.attributes.get('href')).toBe(answer.headers.get('location'));
    const uuid = textOf(answer.xml, 'uuid');
    const listed = await get(`/v2/accounts/${code}/subscriptions`);
    expect(listed?.children.map((one) => textOf(one, 'uuid'))).toEqual([uuid]);
    const invoice = new URL(within(answer.xml, 'invoice')?.attributes.get('href') ?? '').pathname;
    expect(textOf(await get(invoice), 'state')).toBe('paid');
    expect((await get(`${invoice}/subscriptions`))?.children).toHaveLength(1);
    expect(textOf(await get(`/v2/accounts/${code}`), 'has_active_subscription')).toBe('true');
  });

  it('need no account in the body when created under an account URL', async () => {
    const code = fresh('member');
    await service().api('POST', '/v2/accounts', account(code, await card()));
    const other = await post(`/v2/accounts/${code}/subscriptions`, to('tideline', account(fresh('other'))));
    expect(findings(other.xml)).toEqual(['subscription.account.account_code immutable']);
    const answer = await post(`/v2/accounts/${code}/subscriptions`, to('tideline'));
    expect(answer.status, answer.text).toBe(201);
  });

  it('are previewed with their initial invoices, in the format of each version', async () => {
    const code = fresh('curious');
    const wanted = to('tideline', `<quantity>2</quantity>${account(code)}`);
    const seen = await post('/v2/subscriptions/preview', wanted);
    expect(seen.status, seen.text).toBe(200);
    expect(textOf(seen.xml, 'state')).toBe('pending');
    expect(textOf(seen.xml, 'invoice_collection', 'charge_invoice', 'total_in_cents')).toBe('4498');
    expect(seen.xml?.attributes.get('href')).toBeUndefined();
    const old = await post('/v2/subscriptions/preview', wanted, { 'X-Api-Version': '2.9' });
    expect(textOf(old.xml, 'invoice', 'total_in_cents')).toBe('4498');
    expect((await service().api('GET', `/v2/accounts/${code}`)).status).toBe(404);
  });

  it('reject a duplicate within a minute unless duplicates are allowed', async () => {
    const code = fresh('twice');
    const wanted = (inner = '') => to('tideline', `${account(code)}${inner}`);
    await service().api('POST', '/v2/accounts', account(code, await card()));
    expect((await subscribe(wanted())).status).toBe(201);
    const again = await subscribe(wanted());
    expect([again.status, textOf(again.xml, 'symbol')]).toEqual([422, 'duplicate_subscription']);
    expect((await subscribe(wanted('<bulk>true</bulk>'))).status).toBe(201);
    service().clock.advance({ seconds: 61 });
    expect((await subscribe(wanted())).status).toBe(201);
  });

  it('leave nothing but the transaction when the payment is declined', async () => {
    const code = fresh('refused');
    const answer = await subscribe(to('tideline', account(code, await card({ number: '4000000000000002' }))));
    expect([answer.status, textOf(answer.xml, 'transaction_error', 'error_code')]).toEqual([422, 'declined']);
    expect((await service().api('GET', `/v2/accounts/${code}`)).status).toBe(404);
  });

  describe('with a later start date', () => {
    it('charge nothing yet and are in state future', async () => {
      const code = fresh('patient');
      const answer = await subscribe(
        to('tideline', `${account(code, await card())}<starts_at>${later(10)}</starts_at>`),
      );
      expect(answer.status, answer.text).toBe(201);
      expect(textOf(answer.xml, 'state')).toBe('future');
      expect(within(answer.xml, 'invoice')).toBeUndefined();
      expect((await get(`/v2/accounts/${code}/invoices`))?.children).toEqual([]);
      expect(textOf(await get(`/v2/accounts/${code}`), 'has_future_subscription')).toBe('true');
    });

    it('are refused with a date that is not in the future', async () => {
      const buyer = account(fresh('early'), await card());
      for (const days of [-1, 0]) {
        const answer = await subscribe(to('tideline', `${buyer}<starts_at>${later(days)}</starts_at>`));
        expect([answer.status, findings(answer.xml)]).toEqual([422, ['subscription.starts_at in_past']]);
      }
    });

    it('are refused with a date more than a hundred years ahead', async () => {
      const buyer = account(fresh('far'), await card());
      for (const name of ['starts_at', 'next_bill_date', 'trial_ends_at']) {
        const answer = await subscribe(to('tideline', `${buyer}<${name}>9999-12-31T00:00:00Z</${name}>`));
        expect([answer.status, findings(answer.xml)]).toEqual([422, [`subscription.${name} invalid`]]);
      }
    });

    it('need a payment method for that date', async () => {
      const answer = await subscribe(to('tideline', `${account(fresh('late'))}<starts_at>${later(10)}</starts_at>`));
      expect(textOf(answer.xml, 'transaction_error', 'error_code')).toBe('no_billing_information');
    });
  });

  describe('with custom dates', () => {
    it('use the requested trial', async () => {
      const answer = await subscribe(
        to('tideline', `${account(fresh('trying'), await card())}<trial_ends_at>${later(3)}</trial_ends_at>`),
      );
      expect(answer.status, answer.text).toBe(201);
      expect(textOf(answer.xml, 'trial_ends_at')).toBe(textOf(answer.xml, 'current_period_ends_at'));
    });

    it('are prorated until their first bill date', async () => {
      const start = service().clock.now();
      const answer = await subscribe(
        to(
          'tideline',
          `${account(fresh('aligned'), await card({ country: 'FR' }))}<next_bill_date>${later(10)}</next_bill_date>`,
        ),
      );
      expect(answer.status, answer.text).toBe(201);
      const invoice = await get(new URL(within(answer.xml, 'invoice')?.attributes.get('href') ?? '').pathname);
      const plan = within(invoice, 'line_items')?.children.find((line) => textOf(line, 'origin') === 'plan');
      const month = new Date(start);
      month.setUTCMonth(month.getUTCMonth() + 1);
      const share = (10 * 86_400_000) / (month.getTime() - start);
      expect(Number(textOf(plan, 'unit_amount_in_cents'))).toBe(Math.round(1999 * share));
      expect(textOf(plan, 'quantity')).toBe('1');
    });

    it.each([12, 60])('have a term of three cycles: the first of %i days, then two months', async (days) => {
      const dates = `<first_bill_date>${later(days)}</first_bill_date><total_billing_cycles>3</total_billing_cycles>`;
      const answer = await subscribe(to('tideline', `${account(fresh('term'), await card())}${dates}`));
      expect(answer.status, answer.text).toBe(201);
      const ends = new Date(later(days));
      ends.setUTCMonth(ends.getUTCMonth() + 2);
      expect(Date.parse(textOf(answer.xml, 'current_term_ends_at') ?? '')).toBe(ends.getTime());
      expect(textOf(answer.xml, 'remaining_billing_cycles')).toBe('2');
    });

    it('accept the older name of the first bill date in every version', async () => {
      for (const version of ['2.2', '2.19']) {
        const dated = `${account(fresh('versed'), await card())}<first_renewal_date>${later(10)}</first_renewal_date>`;
        const answer = await service().api(
          'POST',
          '/v2/subscriptions',
          `<subscription>${to('tideline', dated)}</subscription>`,
          { 'X-Api-Version': version },
        );
        expect(answer.status, answer.text).toBe(201);
        expect(Date.parse(textOf(answer.xml, 'current_period_ends_at') ?? '')).toBe(Date.parse(later(10)));
      }
    });

    it.each([3, 40])('have a trial until their first bill date, %i days ahead', async (days) => {
      const dated = `${account(fresh('billed'), await card())}<first_bill_date>${later(days)}</first_bill_date>`;
      const answer = await subscribe(to('tideline-trial', dated));
      expect(answer.status, answer.text).toBe(201);
      for (const name of ['first_bill_date', 'next_bill_date', 'trial_ends_at', 'current_period_ends_at']) {
        expect([name, Date.parse(textOf(answer.xml, name) ?? '')]).toEqual([name, Date.parse(later(days))]);
      }
      const invoice = await get(new URL(within(answer.xml, 'invoice')?.attributes.get('href') ?? '').pathname);
      const trial = within(invoice, 'line_items')?.children.find((line) => textOf(line, 'origin') === 'plan_trial');
      expect(textOf(trial, 'total_in_cents')).toBe('0');
      expect(Date.parse(textOf(trial, 'end_date') ?? '')).toBe(Date.parse(later(days)));
    });

    it('reject a first bill date in the past, and an import without a trial', async () => {
      const wrong = to(
        'tideline',
        `${account(fresh('past'), await card())}<next_bill_date>${later(-1)}</next_bill_date><imported_trial>true</imported_trial>`,
      );
      expect(findings((await subscribe(wrong)).xml).toSorted()).toEqual([
        'subscription.imported_trial invalid',
        'subscription.next_bill_date in_past',
      ]);
    });
  });

  describe('without billing info', () => {
    const reason = (answer: Awaited<ReturnType<typeof subscribe>>) =>
      ['started_with_gift', 'no_billing_info_reason'].map((name) => textOf(answer.xml, name));

    it('report a gift card as the reason', async () => {
      const gift = '<gift_card><redemption_code>DEMOGIFTUSD00100</redemption_code></gift_card>';
      const answer = await subscribe(to('tideline', `${account(fresh('given'))}${gift}`));
      expect(answer.status, answer.text).toBe(201);
      expect(reason(answer)).toEqual(['true', 'gift_card']);
    });

    it('report a trial without required billing info as the reason', async () => {
      const code = fresh('open');
      await service().api(
        'POST',
        '/v2/plans',
        `<plan><plan_code>${code}</plan_code><name>Open</name><trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit>` +
          '<trial_requires_billing_info>false</trial_requires_billing_info><unit_amount_in_cents><USD>100</USD></unit_amount_in_cents></plan>',
      );
      expect(reason(await subscribe(to(code, account(fresh('curious')))))).toEqual(['false', 'plan_free_trial']);
      expect(reason(await subscribe(to(code, account(fresh('curious'), await card()))))).toEqual(['false', '']);
      const manual = `${account(fresh('curious'))}<collection_method>manual</collection_method>`;
      expect(reason(await subscribe(to(code, manual)))).toEqual(['false', '']);
    });
  });

  it('store their own texts and the authorization date of the bank account', async () => {
    const site = await service().openSite({ customer_notes: 'Of the site', terms_and_conditions: 'Of the site' });
    await site.api(
      'POST',
      '/v2/plans',
      '<plan><plan_code>free</plan_code><name>Free</name><unit_amount_in_cents><USD>0</USD></unit_amount_in_cents></plan>',
    );
    const inner =
      '<customer_notes>Its own</customer_notes><bank_account_authorized_at>2026-11-01</bank_account_authorized_at>';
    const answer = await site.api(
      'POST',
      '/v2/subscriptions',
      `<subscription>${to('free', `${account(fresh('spoken'))}${inner}`)}</subscription>`,
    );
    expect(answer.status, answer.text).toBe(201);
    const terms = (xml: Parameters<typeof textOf>[0]) =>
      ['customer_notes', 'terms_and_conditions'].map((name) => textOf(xml, name));
    expect(terms(answer.xml)).toEqual(['Its own', '']);
    expect(textOf(answer.xml, 'bank_account_authorized_at')).toBe('2026-11-01T00:00:00Z');
    const invoice = new URL(within(answer.xml, 'invoice')?.attributes.get('href') ?? '').pathname;
    expect(terms((await site.api('GET', invoice)).xml)).toEqual(['Its own', 'Of the site']);
  });

  it('name an invalid add-on by its code, as clients expect', async () => {
    const addOns = ['storm-alerts', 'storm-alerts', 'siren', 'fog.horn', '']
      .map(
        (code) => `<subscription_add_on><add_on_code>${code}</add_on_code><quantity>1</quantity></subscription_add_on>`,
      )
      .join('');
    const wrong = `${account(fresh('named'))}<subscription_add_ons>${addOns}</subscription_add_ons>`;
    expect(findings((await subscribe(to('tideline', wrong))).xml)).toEqual([
      'subscription.subscription_add_ons[add_on_code=storm-alerts].add_on_code taken',
      'subscription.subscription_add_ons[add_on_code=siren].add_on_code invalid',
      'subscription.subscription_add_ons[3].add_on_code invalid',
      'subscription.subscription_add_ons[4].add_on_code blank',
    ]);
    const unread = wrong.replace('<quantity>1<', '<quantity>many<');
    expect(findings((await subscribe(to('tideline', unread))).xml)[0]).toBe(
      'subscription.subscription_add_ons[add_on_code=storm-alerts].quantity not_a_number',
    );
  });

  it('reject the revenue schedule at_invoice, which only charges accept', async () => {
    const schedule = '<revenue_schedule_type>at_invoice</revenue_schedule_type>';
    const addOn = `<subscription_add_ons><subscription_add_on><add_on_code>storm-alerts</add_on_code>${schedule}</subscription_add_on></subscription_add_ons>`;
    expect(findings((await subscribe(to('tideline', `${account(fresh('earner'))}${schedule}${addOn}`))).xml)).toEqual([
      'subscription.revenue_schedule_type inclusion',
      'subscription.subscription_add_ons[add_on_code=storm-alerts].revenue_schedule_type inclusion',
    ]);
    const charge = `<adjustments><adjustment><unit_amount_in_cents>100</unit_amount_in_cents>${schedule}</adjustment></adjustments>`;
    const bought = `<purchase>${account(fresh('earner'))}<currency>USD</currency>${charge}</purchase>`;
    expect((await service().api('POST', '/v2/purchases/preview', bought)).status).toBe(200);
  });

  it('require a plan, an account and a currency', async () => {
    expect(findings((await subscribe('<quantity>1</quantity>')).xml).toSorted()).toEqual([
      'subscription.account blank',
      'subscription.currency blank',
      'subscription.plan_code blank',
    ]);
  });
});

onBothEngines('one-time transactions', (service) => {
  it('create charge, invoice and transaction together', async () => {
    const code = fresh('payer');
    const info = `<billing_info><token_id>${await service().token()}</token_id></billing_info>`;
    const body = `<transaction><account><account_code>${code}</account_code>${info}</account><amount_in_cents>1234</amount_in_cents><currency>USD</currency><description>Tide tables</description></transaction>`;
    const paid = await service().api('POST', '/v2/transactions', body);
    expect(paid.status, paid.text).toBe(201);
    expect(['action', 'status', 'amount_in_cents'].map((name) => textOf(paid.xml, name))).toEqual([
      'purchase',
      'success',
      '1234',
    ]);
    const invoice = await service().api(
      'GET',
      new URL(within(paid.xml, 'invoice')?.attributes.get('href') ?? '').pathname,
    );
    const line = within(invoice.xml, 'line_items')?.children[0];
    expect(['origin', 'description'].map((name) => textOf(line, name))).toEqual(['one_time', 'Tide tables']);
  });

  it('name the missing fields', async () => {
    const answer = await service().api(
      'POST',
      '/v2/transactions',
      '<transaction><amount_in_cents>0</amount_in_cents></transaction>',
    );
    expect(findings(answer.xml).toSorted()).toEqual([
      'transaction.account blank',
      'transaction.amount_in_cents greater_than_or_equal_to',
      'transaction.currency blank',
    ]);
  });
});
