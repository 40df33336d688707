import { expect, it } from 'vitest';
import { aSubscription } from '../../src/adapters/storage/testing/selling-samples.ts';
import type { OtherSite, TestService } from '../service.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

type Api = TestService['api'];

onBothEngines('redemptions', (service) => {
  const openAccount = async (api: Api): Promise<string> => {
    const code = fresh('account');
    await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    return code;
  };
  const createCoupon = async (api: Api, inner: string): Promise<string> => {
    const code = fresh('coupon');
    const made = await api(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${code}</coupon_code><name>C</name>${inner}</coupon>`,
    );
    expect(made.status, made.text).toBe(201);
    return code;
  };
  const percent = (api: Api, more = '') =>
    createCoupon(api, `<discount_type>percent</discount_type><discount_percent>10</discount_percent>${more}`);
  const dollars = (api: Api) =>
    createCoupon(api, '<discount_type>dollars</discount_type><discount_in_cents><EUR>500</EUR></discount_in_cents>');
  const redeem = (api: Api, code: string, account: string, inner = '', method = 'POST') =>
    api(
      method,
      `/v2/coupons/${code}/redeem`,
      `<redemption><account_code>${account}</account_code>${inner}</redemption>`,
    );
  const statesOf = async (api: Api, account: string) =>
    ((await api('GET', `/v2/accounts/${account}/redemptions?order=asc`)).xml?.children ?? []).map((one) =>
      textOf(one, 'state'),
    );

  it('answers 201 with the redemption, which is then listed everywhere', async () => {
    const { api, apiUrl } = service();
    const [account, code] = [await openAccount(api), await percent(api, '<single_use>true</single_use>')];
    const made = await redeem(api, code.toUpperCase(), account);
    expect(made.status, made.text).toBe(201);
    const uuid = textOf(made.xml, 'uuid') ?? '';
    const address = `/v2/accounts/${account}/redemptions/${uuid}`;
    expect(made.headers.get('location')).toBe(apiUrl + address);
    expect(made.xml?.children.map(({ name, text }) => [name, text])).toEqual([
      ['coupon', ''],
      ['account', ''],
      ['uuid', expect.stringMatching(/^[0-9a-f]{32}$/)],
      ['single_use', 'true'],
      ['total_discounted_in_cents', '0'],
      ['currency', 'USD'],
      ['state', 'active'],
      ['coupon_code', code],
      ['created_at', expect.any(String)],
      ['updated_at', expect.any(String)],
    ]);
    expect(within(made.xml, 'coupon')?.attributes.get('href')).toBe(`${apiUrl}/v2/coupons/${code}`);
    for (const place of [address, `/v2/accounts/${account}/redemption`]) {
      expect((await api('GET', place)).text).toBe(made.text);
    }
    for (const list of [`/v2/accounts/${account}/redemptions`, `/v2/coupons/${code}/redemptions`]) {
      expect(textOf((await api('GET', list)).xml, 'redemption', 'uuid')).toBe(uuid);
      expect((await api('HEAD', list)).headers.get('x-records')).toBe('1');
    }
    const shown = await api('GET', `/v2/accounts/${account}`);
    expect(within(shown.xml, 'redemptions')?.attributes.get('href')).toBe(
      `${apiUrl}/v2/accounts/${account}/redemptions`,
    );
  });

  it('also accept PUT', async () => {
    const { api } = service();
    expect((await redeem(api, await percent(api), await openAccount(api), '', 'PUT')).status).toBe(201);
  });

  it('are removed by the current or the older URL, repeatedly, and still count', async () => {
    const { api } = service();
    const account = await openAccount(api);
    const code = await percent(api, '<max_redemptions>2</max_redemptions>');
    const uuid = textOf((await redeem(api, code, account)).xml, 'uuid');
    for (const _ of ['once', 'again']) {
      expect((await api('DELETE', `/v2/accounts/${account}/redemptions/${uuid}`)).status).toBe(204);
    }
    expect((await api('GET', `/v2/accounts/${account}/redemption`)).status).toBe(404);
    await redeem(api, code, account);
    expect((await api('DELETE', `/v2/accounts/${account}/redemption`)).status).toBe(204);
    expect((await api('DELETE', `/v2/accounts/${account}/redemption`)).status).toBe(404);
    expect(await statesOf(api, account)).toEqual(['inactive', 'inactive']);
    expect(textOf((await api('GET', `/v2/coupons/${code}`)).xml, 'state')).toBe('maxed_out');
  });

  it('are rejected with the first reason that applies', async () => {
    const { api } = service();
    const account = await openAccount(api);
    const [amount, subscribed] = [
      await dollars(api),
      await percent(api, '<redemption_resource>subscription</redemption_resource>'),
    ];
    const trial = await createCoupon(
      api,
      '<discount_type>free_trial</discount_type><free_trial_amount>1</free_trial_amount><free_trial_unit>month</free_trial_unit>',
    );
    const refusals = async (code: string, inner = '', who = account) =>
      findings((await redeem(api, code, who, inner)).xml);
    expect((await redeem(api, 'no-such-coupon', account)).status).toBe(404);
    expect(await refusals(amount, '', 'unknown')).toEqual([
      'redemption.account_code not_found',
      'redemption.currency blank',
    ]);
    expect(await refusals(amount, '', '')).toEqual(['redemption.account_code blank', 'redemption.currency blank']);
    expect(await refusals(amount, '<currency>CHF</currency>')).toEqual(['redemption.currency not_found']);
    expect(await refusals(amount, '<currency>USD</currency>')).toEqual(['coupon.currency invalid_currency']);
    expect(await refusals(trial)).toEqual(['coupon.base invalid']);
    expect(await refusals(subscribed)).toEqual(['redemption.subscription_uuid blank']);
    expect(await refusals(subscribed, '<subscription_uuid>no such</subscription_uuid>')).toEqual([
      'redemption.subscription_uuid not_found',
    ]);
    expect((await redeem(api, amount, account, '<currency>EUR</currency>')).status).toBe(201);
    expect(await refusals(amount, '<currency>EUR</currency>')).toEqual(['coupon.base taken']);
    expect((await redeem(api, amount, account, '<discount>5</discount>')).status).toBe(400);

    await api('DELETE', `/v2/accounts/${account}`);
    expect(textOf((await redeem(api, await percent(api), account)).xml, 'symbol')).toBe('account_closed');
  });

  it('end with the period of a temporal coupon, an hour before the anniversary', async () => {
    const { api }: OtherSite = await service().openSite();
    const now = async (to: string) => api('PUT', '/v2/sandbox/clock', `<clock><now>${to}</now></clock>`);
    await now('2027-01-31T10:00:00Z');
    const account = await openAccount(api);
    const code = await percent(
      api,
      '<duration>temporal</duration><temporal_unit>month</temporal_unit><temporal_amount>1</temporal_amount>',
    );
    expect((await redeem(api, code, account)).status).toBe(201);
    await now('2027-02-28T08:59:59Z');
    expect(await statesOf(api, account)).toEqual(['active']);
    await now('2027-02-28T09:00:00Z');
    expect(await statesOf(api, account)).toEqual(['inactive']);
    expect((await redeem(api, code, account)).status).toBe(201);
  });

  it('are combined, or replaced where the site allows one coupon at a time', async () => {
    const single = await service().openSite({ multiple_coupons: false });
    for (const [api, expected] of [
      [service().api, ['active', 'active']],
      [single.api, ['inactive', 'active']],
    ] as const) {
      const account = await openAccount(api);
      for (const code of [await percent(api), await percent(api)]) {
        expect((await redeem(api, code, account)).status).toBe(201);
      }
      expect(await statesOf(api, account)).toEqual(expected);
    }
  });

  it('may be tied to a subscription and end with it', async () => {
    const { api, service: running } = service();
    const { storage, sites } = running.opened;
    const demo = await sites.find('demo');
    const records = storage.of(demo?.id ?? '');
    const [mine, theirs] = [await openAccount(api), await openAccount(api)];
    const subscribe = async (code: string, n: number) => {
      const account = await records.accounts.find(code);
      if (!account) throw new Error('the account was not opened');
      const subscription = aSubscription(n, account);
      await records.subscriptions.add(subscription);
      return subscription;
    };
    const [own, other] = [await subscribe(mine, 8801), await subscribe(theirs, 8802)];
    const plan =
      '<applies_to_all_plans>false</applies_to_all_plans><plan_codes><plan_code>tideline-yearly</plan_code></plan_codes>';
    const [code, yearly] = [
      await percent(api, '<redemption_resource>subscription</redemption_resource>'),
      await percent(api, plan),
    ];
    const on = (uuid: string) => `<subscription_uuid>${uuid}</subscription_uuid>`;
    const refusals = async (coupon: string, uuid: string) => findings((await redeem(api, coupon, mine, on(uuid))).xml);
    expect(await refusals(code, other.uuid)).toEqual(['redemption.subscription_uuid not_found']);
    expect(await refusals(yearly, own.uuid)).toEqual(['coupon.base invalid']);

    const made = await redeem(api, code, mine, on(own.uuid.toUpperCase()));
    expect(made.status, made.text).toBe(201);
    const listed = await api('GET', `/v2/subscriptions/${own.uuid}/redemptions`);
    expect(textOf(listed.xml, 'redemption', 'uuid')).toBe(textOf(made.xml, 'uuid'));
    expect((await api('HEAD', `/v2/subscriptions/${other.uuid}/redemptions`)).headers.get('x-records')).toBe('0');
    expect((await api('GET', '/v2/subscriptions/unknown/redemptions')).status).toBe(404);
    expect(await refusals(code, own.uuid)).toEqual(['coupon.base taken']);

    await records.subscriptions.save({ ...own, state: 'expired' });
    expect(await statesOf(api, mine)).toEqual(['inactive']);
    expect(await refusals(code, own.uuid)).toEqual(['redemption.subscription_uuid invalid']);
  });
});
