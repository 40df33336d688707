import { expect, it } from 'vitest';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const amounts = (element: Element | undefined, name: string): Record<string, number> =>
  Object.fromEntries(within(element, name)?.children.map((child) => [child.name, Number(child.text)]) ?? []);
const isNil = (element: Element | undefined, name: string) => within(element, name)?.attributes.has('nil');
const usd = (cents: number | string) => `<unit_amount_in_cents><USD>${cents}</USD></unit_amount_in_cents>`;

onBothEngines('plans', (service) => {
  const post = (inner: string, headers?: Record<string, string>) =>
    service().api('POST', '/v2/plans', `<plan>${inner}</plan>`, headers);
  const put = (code: string, inner: string) => service().api('PUT', `/v2/plans/${code}`, `<plan>${inner}</plan>`);
  const sell = async (code: string, inner = usd(1000)) => {
    const answer = await post(`<plan_code>${code}</plan_code><name>Tides</name>${inner}`);
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };

  it('creates a plan with the documented defaults', async () => {
    const code = fresh('tides');
    const created = await sell(code);
    expect(created.headers.get('location')).toBe(`${service().apiUrl}/v2/plans/${code}`);
    const found = await service().api('GET', `/v2/plans/${code}`);
    expect(found.xml).toEqual(created.xml);
    expect(found.xml?.attributes.get('href')).toBe(`${service().apiUrl}/v2/plans/${code}`);
    expect(within(found.xml, 'add_ons')?.attributes.get('href')).toBe(`${service().apiUrl}/v2/plans/${code}/add_ons`);
    const shown = Object.fromEntries(found.xml?.children.map((child) => [child.name, child.text]) ?? []);
    expect(shown).toMatchObject({
      display_donation_amounts: 'false',
      display_quantity: 'false',
      display_phone_number: 'false',
      bypass_hosted_confirmation: 'false',
      unit_name: 'unit',
      plan_interval_length: '1',
      plan_interval_unit: 'months',
      trial_interval_length: '0',
      trial_interval_unit: 'months',
      tax_exempt: 'false',
      trial_requires_billing_info: 'true',
      auto_renew: 'true',
    });
    for (const name of ['description', 'success_url', 'total_billing_cycles', 'accounting_code', 'tax_code']) {
      expect(isNil(found.xml, name), name).toBe(true);
    }
    expect(amounts(found.xml, 'unit_amount_in_cents')).toEqual({ USD: 1000 });
    expect(amounts(found.xml, 'setup_fee_in_cents')).toEqual({ USD: 0 });
    expect(within(found.xml, 'unit_amount_in_cents', 'USD')?.attributes.get('type')).toBe('integer');
    expect(within(found.xml, 'unit_amount_in_cents')?.attributes.has('type')).toBe(false);
  });

  it('stores every field sent', async () => {
    const code = fresh('all');
    const inner = {
      description: 'Tide tables &amp; letters',
      success_url: 'https://tideline.example/thanks',
      cancel_url: 'https://tideline.example/back',
      display_donation_amounts: 'true',
      display_quantity: 'true',
      display_phone_number: 'true',
      bypass_hosted_confirmation: 'true',
      unit_name: 'seat',
      payment_page_tos_link: 'https://tideline.example/terms',
      plan_interval_length: '12',
      plan_interval_unit: 'months',
      trial_interval_length: '14',
      trial_interval_unit: 'days',
      total_billing_cycles: '3',
      accounting_code: 'tides',
      setup_fee_accounting_code: 'tides-setup',
      revenue_schedule_type: 'evenly',
      setup_fee_revenue_schedule_type: 'at_range_start',
      tax_exempt: 'true',
      tax_code: 'digital',
      trial_requires_billing_info: 'false',
      auto_renew: 'false',
    };
    const created = await sell(
      code,
      Object.entries(inner)
        .map(([name, text]) => `<${name}>${text}</${name}>`)
        .join('') +
        '<unit_amount_in_cents><USD>19900</USD><EUR type="integer">18900</EUR></unit_amount_in_cents>' +
        '<setup_fee_in_cents><EUR>500</EUR></setup_fee_in_cents>',
    );
    for (const [name, text] of Object.entries(inner)) {
      expect(textOf(created.xml, name), name).toBe(text.replace('&amp;', '&'));
    }
    expect(amounts(created.xml, 'unit_amount_in_cents')).toEqual({ USD: 19900, EUR: 18900 });
    expect(amounts(created.xml, 'setup_fee_in_cents')).toEqual({ USD: 0, EUR: 500 });
  });

  it.each([
    ['<plan_code/>', ['plan.plan_code blank', 'plan.name blank', 'plan.unit_amount_in_cents blank']],
    ['<plan_code>a/b</plan_code>', ['plan.plan_code invalid']],
    ['<plan_code>..</plan_code>', ['plan.plan_code invalid']],
    [`<plan_code>${'x'.repeat(51)}</plan_code>`, ['plan.plan_code too_long']],
    [`<name>${'x'.repeat(256)}</name>`, ['plan.name too_long']],
    ['<accounting_code>123456789012345678901</accounting_code>', ['plan.accounting_code too_long']],
    ['<plan_interval_unit>weeks</plan_interval_unit>', ['plan.plan_interval_unit inclusion']],
    ['<trial_interval_unit>years</trial_interval_unit>', ['plan.trial_interval_unit inclusion']],
    ['<plan_interval_length>0</plan_interval_length>', ['plan.plan_interval_length greater_than_or_equal_to']],
    ['<trial_interval_length>-1</trial_interval_length>', ['plan.trial_interval_length greater_than_or_equal_to']],
    ['<total_billing_cycles>1.5</total_billing_cycles>', ['plan.total_billing_cycles not_an_integer']],
    ['<revenue_schedule_type>at_invoice</revenue_schedule_type>', ['plan.revenue_schedule_type inclusion']],
    ['<success_url>javascript:alert(1)</success_url>', ['plan.success_url invalid']],
    ['<unit_amount_in_cents/>', ['plan.unit_amount_in_cents blank']],
    ['<unit_amount_in_cents nil="nil"/>', ['plan.unit_amount_in_cents blank']],
    ['<unit_amount_in_cents><USD nil="nil"/></unit_amount_in_cents>', ['plan.unit_amount_in_cents blank']],
    [usd('much'), ['plan.unit_amount_in_cents not_a_number']],
    [usd('1.5'), ['plan.unit_amount_in_cents not_an_integer']],
    [usd(-1), ['plan.unit_amount_in_cents greater_than_or_equal_to']],
    [usd(10_000_001), ['plan.unit_amount_in_cents less_than_or_equal_to']],
    ['<unit_amount_in_cents><CHF>5</CHF></unit_amount_in_cents>', ['plan.unit_amount_in_cents.CHF inclusion']],
    ['<setup_fee_in_cents><CHF>5</CHF></setup_fee_in_cents>', ['plan.setup_fee_in_cents.CHF inclusion']],
    ['<setup_fee_in_cents><EUR>5</EUR></setup_fee_in_cents>', ['plan.setup_fee_in_cents.EUR inclusion']],
  ])('rejects %s', async (wrong, expected) => {
    const [, name = ''] = /^<(\w+)/.exec(wrong) ?? [];
    const rest = {
      plan_code: `<plan_code>${fresh('wrong')}</plan_code>`,
      name: '<name>T</name>',
      unit_amount_in_cents: usd(1),
    };
    const inner =
      expected.length > 1
        ? wrong
        : wrong +
          Object.entries(rest)
            .map(([key, text]) => (key === name ? '' : text))
            .join('');
    const refused = await post(inner);
    expect(refused.status, refused.text).toBe(422);
    expect(findings(refused.xml)).toEqual(expected);
  });

  it('reports each unsupported currency, and the first amount that is not a number', async () => {
    const refused = await post(
      `<plan_code>${fresh('chf')}</plan_code><name>T</name>` +
        '<unit_amount_in_cents><CHF>5</CHF><USD>5</USD><SEK>5</SEK></unit_amount_in_cents>' +
        '<setup_fee_in_cents><USD>5</USD><EUR>none</EUR><GBP>none</GBP></setup_fee_in_cents>',
    );
    expect(refused.xml?.children.map(({ text, attributes }) => `${attributes.get('field')} ${text}`)).toEqual([
      'plan.setup_fee_in_cents for EUR is not a number',
      'plan.unit_amount_in_cents.CHF is not included in the list',
      'plan.unit_amount_in_cents.SEK is not included in the list',
    ]);
  });

  it.each([
    ['<unit_amount_in_cents><USD>1</USD><USD>2</USD></unit_amount_in_cents>', 'USD'],
    ['<unit_amount_in_cents><USD><cents>1</cents></USD></unit_amount_in_cents>', 'cents'],
    ['<price>1</price>', 'price'],
  ])('does not accept %s', async (inner, tag) => {
    const refused = await post(`<plan_code>${fresh('strict')}</plan_code>${inner}`);
    expect(refused.status).toBe(400);
    expect(textOf(refused.xml, 'details')).toBe(`Unacceptable tag <${tag}>`);
  });

  it('renders and accepts only the fields of the requested version', async () => {
    const code = fresh('old');
    await sell(code);
    const at = async (version: string) => {
      const { xml } = await service().api('GET', `/v2/plans/${code}`, undefined, { 'X-Api-Version': version });
      return ['trial_requires_billing_info', 'auto_renew'].filter((name) => within(xml, name));
    };
    expect(await at('2.5')).toEqual([]);
    expect(await at('2.6')).toEqual(['trial_requires_billing_info']);
    expect(await at('2.13')).toEqual(['trial_requires_billing_info', 'auto_renew']);
    const early = await post('<auto_renew>true</auto_renew>', { 'X-Api-Version': '2.12' });
    expect([early.status, textOf(early.xml, 'details')]).toEqual([
      400,
      'Unacceptable tag <auto_renew>: it needs X-Api-Version 2.13 or later',
    ]);
  });

  it('changes the fields sent, currency by currency, but never the interval', async () => {
    const code = fresh('change');
    await sell(
      code,
      '<unit_amount_in_cents><USD>1000</USD><EUR>900</EUR></unit_amount_in_cents><setup_fee_in_cents><USD>50</USD></setup_fee_in_cents>',
    );
    service().clock.advance({ minutes: 1 });
    const dearer = await put(
      code,
      `<name>Spring tides</name>${usd(1200)}<plan_interval_unit>months</plan_interval_unit>`,
    );
    expect(dearer.status, dearer.text).toBe(200);
    expect(textOf(dearer.xml, 'name')).toBe('Spring tides');
    expect(textOf(dearer.xml, 'updated_at')).not.toBe(textOf(dearer.xml, 'created_at'));
    expect(amounts(dearer.xml, 'unit_amount_in_cents')).toEqual({ USD: 1200, EUR: 900 });
    expect(amounts(dearer.xml, 'setup_fee_in_cents')).toEqual({ USD: 50, EUR: 0 });

    const fewer = await put(
      code,
      '<unit_amount_in_cents><USD nil="nil"/><GBP>800</GBP></unit_amount_in_cents><setup_fee_in_cents><GBP>70</GBP></setup_fee_in_cents>',
    );
    expect(amounts(fewer.xml, 'unit_amount_in_cents')).toEqual({ EUR: 900, GBP: 800 });
    expect(amounts(fewer.xml, 'setup_fee_in_cents')).toEqual({ EUR: 0, GBP: 70 });
    const free = await put(code, '<setup_fee_in_cents nil="nil"/>');
    expect(amounts(free.xml, 'setup_fee_in_cents')).toEqual({ EUR: 0, GBP: 0 });
    const none = await put(code, '<unit_amount_in_cents><EUR nil="nil"/><GBP nil="nil"/></unit_amount_in_cents>');
    expect(findings(none.xml)).toEqual(['plan.unit_amount_in_cents blank']);
    const other = await put(
      code,
      '<plan_interval_length>2</plan_interval_length><plan_interval_unit>days</plan_interval_unit>',
    );
    expect(findings(other.xml)).toEqual(['plan.plan_interval_length immutable', 'plan.plan_interval_unit immutable']);
  });

  it('renames a plan, but not to a code in use', async () => {
    const [before, after, other] = [fresh('before'), fresh('after'), fresh('other')];
    await sell(before);
    await sell(other);
    expect(findings((await put(before, `<plan_code>${other}</plan_code>`)).xml)).toEqual(['plan.plan_code taken']);
    expect(findings((await post(`<plan_code>${other}</plan_code><name>T</name>${usd(1)}`)).xml)).toEqual([
      'plan.plan_code taken',
    ]);
    expect((await put(before, `<plan_code>${before}</plan_code>`)).status).toBe(200);
    const moved = await put(before, `<plan_code>${after}</plan_code>`);
    expect(moved.xml?.attributes.get('href')).toBe(`${service().apiUrl}/v2/plans/${after}`);
    expect((await service().api('GET', `/v2/plans/${before}`)).status).toBe(404);
  });

  it('updates its coupons when the plan is renamed, including redeemed ones', async () => {
    const [before, after, coupon, account] = [fresh('before'), fresh('after'), fresh('coupon'), fresh('account')];
    await sell(before);
    const sold = await service().api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>${before}</plan_code><currency>USD</currency><account><account_code>${account}</account_code><billing_info>
       <first_name>A</first_name><last_name>L</last_name><number>4111111111111111</number><month>12</month><year>2040</year></billing_info></account></subscription>`,
    );
    expect(sold.status, sold.text).toBe(201);
    const made = await service().api(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${coupon}</coupon_code><name>C</name><discount_type>percent</discount_type><discount_percent>5</discount_percent>
       <applies_to_all_plans>false</applies_to_all_plans><plan_codes><plan_code>${before}</plan_code></plan_codes></coupon>`,
    );
    expect(made.status, made.text).toBe(201);
    expect((await put(before, `<plan_code>${after}</plan_code>`)).status).toBe(200);
    const shown = await service().api('GET', `/v2/coupons/${coupon}`);
    expect(textOf(shown.xml, 'plan_codes', 'plan_code')).toBe(after);
    const redeemed = await service().api(
      'POST',
      `/v2/coupons/${coupon}/redeem`,
      `<redemption><account_code>${account}</account_code><subscription_uuid>${textOf(sold.xml, 'uuid')}</subscription_uuid></redemption>`,
    );
    expect(redeemed.status, redeemed.text).toBe(201);
  });

  it('creates one plan when two requests with the same code arrive at once', async () => {
    const body = `<plan_code>${fresh('race')}</plan_code><name>T</name>${usd(1)}`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it('deactivates a plan and frees its code', async () => {
    const code = fresh('gone');
    await sell(code);
    expect((await service().api('DELETE', `/v2/plans/${code}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/add_ons'],
    ] as const) {
      const answer = await service().api(method, `/v2/plans/${code}${path}`);
      expect([answer.status, textOf(answer.xml, 'description')]).toEqual([
        404,
        `Couldn't find Plan with plan_code = ${code}`,
      ]);
    }
    expect((await service().api('GET', '/v2/plans?per_page=200')).text).not.toContain(code);
    const again = await sell(code, usd(2000));
    expect(amounts(again.xml, 'unit_amount_in_cents')).toEqual({ USD: 2000 });
  });

  it('lists plans newest first, page by page, and counts them', async () => {
    const site = await service().openSite();
    const codes = ['a', 'b', 'c', 'd', 'e'];
    for (const code of codes) {
      service().clock.advance({ seconds: 1 });
      await site.api('POST', '/v2/plans', `<plan><plan_code>${code}</plan_code><name>T</name>${usd(1)}</plan>`);
    }
    await site.api('DELETE', '/v2/plans/c');
    expect((await site.api('HEAD', '/v2/plans')).headers.get('x-records')).toBe('4');
    const seen: (string | undefined)[] = [];
    let next: string | undefined = '/v2/plans?per_page=3';
    while (next) {
      const page: Awaited<ReturnType<typeof site.api>> = await site.api('GET', next);
      expect(page.xml?.name).toBe('plans');
      seen.push(...(page.xml?.children ?? []).map((one) => textOf(one, 'plan_code')));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(['e', 'd', 'b', 'a']);
  });
});
