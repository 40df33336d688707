import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { NEWEST, openUsageShop, tiers, usd } from './usage-shop.ts';

const PRICE = '<usage_type>price</usage_type>';
const PERCENTAGE = '<usage_type>percentage</usage_type>';
const BY_TERM = '<usage_timeframe>subscription_term</usage_timeframe>';
const LAST = '<usage_calculation_type>last_in_period</usage_calculation_type>';

/** Steps of a percentage: the last cent of each, and the percentage. */
const steps = (name: string, ...all: readonly (readonly [number | null, string])[]) =>
  all
    .map(([end, percentage]) => {
      const ending = end === null ? '' : `<ending_amount_in_cents>${end}</ending_amount_in_cents>`;
      return `<${name}>${ending}<usage_percentage>${percentage}</usage_percentage></${name}>`;
    })
    .join('');
const percentages = (model: string, ...all: Parameters<typeof steps>[1][]) =>
  `<tier_type>${model}</tier_type><percentage_tiers type="array"><percentage_tier><currency>USD</currency>` +
  `<tiers type="array">${steps('tier', ...all)}</tiers></percentage_tier></percentage_tiers>`;

onBothEngines('usage with tiers', (service) => {
  const shop = () => openUsageShop(service());
  const totals = (invoices: readonly string[]) => invoices.map((one) => one.split(' ').at(-1));

  it('of a percentage has a line for each tier used, or the percentage that the whole amount reaches', async () => {
    const { sell, use, travel, lines, api } = await shop();
    const { uuid, account, plan } = await sell({
      fees: PERCENTAGE + percentages('tiered', [null, '1.5'], [250_000, '2.9']),
      sales: PERCENTAGE + percentages('volume', [250_000, '2.9'], [null, '1.5']),
    });
    const offered = await api('GET', `/v2/plans/${plan}/add_ons/fees`, undefined, NEWEST);
    const [usdTiers] = within(offered.xml, 'percentage_tiers')?.children ?? [];
    expect(textOf(usdTiers, 'currency')).toBe('USD');
    const shown = within(usdTiers, 'tiers')?.children.map(({ children }) => children.map(({ text }) => text));
    expect(shown).toEqual([['250000', '2.9'], ['1.5']]);
    expect(within(offered.xml, 'usage_percentage')).toBeUndefined();

    const record = await use(uuid, 'fees', '350001');
    await use(uuid, 'sales', '350001');
    const copy = (await api('GET', record, undefined, NEWEST)).xml;
    expect(textOf(copy, 'tier_type')).toBe('tiered');
    expect(
      within(copy, 'percentage_tiers')?.children.map((one) => [
        textOf(one, 'ending_amount_in_cents'),
        textOf(one, 'usage_percentage'),
      ]),
    ).toEqual([
      ['250000', '2.9'],
      [undefined, '1.5'],
    ]);
    await travel('2027-04-10T00:00:00Z');
    // 2.9 % of 2,500.00 is 72.50, 1.5 % of 1,000.01 is 15.00; 1.5 % of 3,500.01 is 52.50.
    expect(await lines(account)).toEqual([
      'plan: 3000 x 1',
      'fees, 2.9% of 2500.00 USD: 7250 x 1',
      'fees, 1.5% of 1000.01 USD: 1500 x 1',
      'sales, 1.5% of 3500.01 USD: 5250 x 1',
    ]);
  });

  it('of a percentage can have those of the subscription, and one percentage replaces them', async () => {
    const { sell, use, travel, lines, api } = await shop();
    const { uuid, account } = await sell({ fees: PERCENTAGE + percentages('tiered', [250_000, '2.9'], [null, '1.5']) });
    const change = (inner: string) =>
      api(
        'PUT',
        `/v2/subscriptions/${uuid}`,
        `<subscription><subscription_add_ons><subscription_add_on><add_on_code>fees</add_on_code>${inner}` +
          '</subscription_add_on></subscription_add_ons></subscription>',
        NEWEST,
      );
    const shown = ({ xml }: Awaited<ReturnType<typeof change>>) => {
      const addOn = within(within(xml, 'subscription_add_ons'), 'subscription_add_on');
      const own = within(addOn, 'percentage_tiers')?.children ?? [];
      return [
        textOf(addOn, 'tier_type'),
        textOf(addOn, 'usage_percentage'),
        ...own.map((one) => textOf(one, 'usage_percentage')),
      ];
    };
    const own = `<percentage_tiers>${steps('percentage_tier', [null, '0.5'], [1000, '4.25'])}</percentage_tiers>`;
    const changed = await change(own);
    expect(changed.status, changed.text).toBe(200);
    expect(shown(changed)).toEqual(['tiered', undefined, '4.25', '0.5']);
    await use(uuid, 'fees', '3000');
    await travel('2027-04-10T00:00:00Z');
    // 4.25 % of 10.00 is 0.425, so 0.43; 0.5 % of 20.00 is 0.10.
    expect((await lines(account)).slice(1)).toEqual([
      'fees, 4.25% of 10.00 USD: 43 x 1',
      'fees, 0.5% of 20.00 USD: 10 x 1',
    ]);
    expect(shown(await change('<usage_percentage>3</usage_percentage>'))).toEqual(['flat', '3']);
    expect(shown(await change(own))).toEqual(['tiered', undefined, '4.25', '0.5']);
    const both = await change(`${own}<usage_percentage>1</usage_percentage>`);
    expect(findings(both.xml)).toEqual([
      'subscription.subscription_add_ons[add_on_code=fees].usage_percentage present',
    ]);
  });

  it('goes on from period to period until the term ends', async () => {
    const { sell, use, travel, lines, invoices } = await shop();
    const term = '<total_billing_cycles>2</total_billing_cycles>';
    const { uuid, account } = await sell(
      {
        calls: PRICE + BY_TERM + tiers('tiered', [10, 100], [null, 50]),
        texts: PRICE + tiers('tiered', [10, 100], [null, 50]),
      },
      term,
    );
    const log = async (amount: string) => {
      for (const code of ['calls', 'texts']) await use(uuid, code, amount);
    };
    await log('8');
    await travel('2027-04-10T00:00:00Z');
    // 8 of the first tier each.
    expect((await lines(account)).slice(1)).toEqual(['calls (1–10): 100 x 8', 'texts (1–10): 100 x 8']);
    await log('6');
    await travel('2027-05-10T00:00:00Z');
    // The term had 8 calls: 2 more at 1.00 and 4 at 0.50. Texts begin again: 6 at 1.00.
    expect((await lines(account)).slice(1)).toEqual([
      'calls (1–10): 100 x 2',
      'calls (11 and up): 50 x 4',
      'texts (1–10): 100 x 6',
    ]);
    await log('3');
    await travel('2027-06-10T00:00:00Z');
    // The second term began on 10 May, and calls with it.
    expect((await lines(account)).slice(1)).toEqual(['calls (1–10): 100 x 3', 'texts (1–10): 100 x 3']);
    await travel('2027-07-10T00:00:00Z');
    // Nothing was used: each shows the tier that it stands in.
    expect((await lines(account)).slice(1)).toEqual(['calls (1–10): 100 x 0', 'texts (1–10): 100 x 0']);
    expect(totals(await invoices(account))).toEqual(['3000', '4600', '4000', '3600', '3000']);
  });

  it('goes on from late usage of the term, which is billed first', async () => {
    const { sell, use, travel, lines } = await shop();
    const { uuid, account } = await sell(
      { calls: PRICE + BY_TERM + tiers('tiered', [10, 100], [null, 50]) },
      '<total_billing_cycles>3</total_billing_cycles>',
    );
    await use(uuid, 'calls', '4');
    await travel('2027-04-10T00:00:00Z');
    await use(uuid, 'calls', '5', '<usage_timestamp>2027-03-20T00:00:00Z</usage_timestamp>');
    await use(uuid, 'calls', '3');
    await travel('2027-05-10T00:00:00Z');
    // 4 were billed; 5 late ones make 9; of 3 more, one is at 1.00 and two at 0.50.
    expect((await lines(account)).slice(1)).toEqual([
      'calls (1–10), late usage of 2027-03-10 to 2027-04-10: 100 x 5',
      'calls (1–10): 100 x 1',
      'calls (11 and up): 50 x 2',
    ]);
  });

  it('bills the last record of a period instead of their sum', async () => {
    const { sell, use, travel, lines, api, invoices } = await shop();
    const { uuid, account } = await sell({ seats: PRICE + LAST + usd(200) });
    await use(uuid, 'seats', '7', '<usage_timestamp>2027-03-10T00:00:00Z</usage_timestamp>');
    await travel('2027-03-20T00:00:00Z');
    await use(uuid, 'seats', '3');
    await use(uuid, 'seats', '9', '<usage_timestamp>2027-03-15T00:00:00Z</usage_timestamp>');
    await travel('2027-04-10T00:00:00Z');
    // The record of 20 March: 3 x 2.00
    expect((await lines(account)).slice(1)).toEqual(['seats: 200 x 3']);
    const path = `/v2/subscriptions/${uuid}/add_ons/seats/usage`;
    expect((await api('GET', `${path}?billing_status=unbilled`)).xml?.children).toEqual([]);
    const late = await api(
      'POST',
      path,
      '<usage><amount>1</amount><usage_timestamp>2027-03-25T00:00:00Z</usage_timestamp></usage>',
    );
    expect(findings(late.xml)).toEqual(['usage.usage_timestamp invalid']);
    await travel('2027-05-10T00:00:00Z');
    expect(totals(await invoices(account))).toEqual(['3000', '3600', '3000']);
  });

  it.each([
    [
      'steps of a percentage',
      PERCENTAGE + percentages('stairstep', [null, '1']),
      ['tier_type inclusion', 'percentage_tiers present'],
    ],
    ['tiers of a percentage without one', `${PERCENTAGE}<tier_type>tiered</tier_type>`, ['percentage_tiers empty']],
    [
      'percentages of which none is open',
      PERCENTAGE + percentages('volume', [1, '1'], [2, '2']),
      ['percentage_tiers[0].tiers[1].ending_amount_in_cents present'],
    ],
    [
      'percentages without a currency of the plan',
      PERCENTAGE + percentages('volume', [null, '1']).replace('USD', 'EUR'),
      ['percentage_tiers blank', 'percentage_tiers[0].currency inclusion'],
    ],
    [
      'more than a hundred percent',
      PERCENTAGE + percentages('volume', [null, '100.1']),
      ['percentage_tiers[0].tiers[0].usage_percentage less_than_or_equal_to'],
    ],
    ['percentages of a price', PRICE + percentages('tiered', [null, '1']), ['tiers empty', 'percentage_tiers present']],
    [
      'one percentage beside tiers',
      `${PERCENTAGE}${percentages('tiered', [null, '1'])}<usage_percentage>1</usage_percentage>`,
      ['usage_percentage present'],
    ],
    ['a term of volumes', PRICE + BY_TERM + tiers('volume', [null, 1]), ['usage_timeframe present']],
    [
      'a last record of percentages',
      `${PERCENTAGE}${LAST}<usage_percentage>1</usage_percentage>`,
      ['usage_calculation_type present'],
    ],
    [
      'a last record that is counted on',
      PRICE + BY_TERM + LAST + tiers('tiered', [null, 1]),
      ['usage_calculation_type invalid'],
    ],
  ])('refuses %s', async (_what, inner, issues) => {
    const { api, plan } = await shop();
    const unit = await api(
      'POST',
      '/v2/measured_units',
      `<measured_unit><name>${fresh('u')}</name><display_name>U</display_name></measured_unit>`,
    );
    const refused = await api(
      'POST',
      `/v2/plans/${await plan()}/add_ons`,
      `<add_on><add_on_code>wrong</add_on_code><name>Wrong</name><add_on_type>usage</add_on_type>` +
        `<measured_unit_id>${textOf(unit.xml, 'id')}</measured_unit_id>${inner}</add_on>`,
      NEWEST,
    );
    expect([refused.status, findings(refused.xml)]).toEqual([422, issues.map((issue) => `add_on.${issue}`)]);
  });

  it('can be replaced by other tiers for new sales, and keeps how it is counted', async () => {
    const { api, sell } = await shop();
    const { plan, uuid } = await sell({ calls: PRICE + tiers('tiered', [10, 100], [null, 50]), seats: PRICE + usd(1) });
    const put = (code: string, inner: string) =>
      api('PUT', `/v2/plans/${plan}/add_ons/${code}`, `<add_on>${inner}</add_on>`, NEWEST);
    const [calls, seats] =
      within((await api('GET', `/v2/subscriptions/${uuid}`, undefined, NEWEST)).xml, 'subscription_add_ons')
        ?.children ?? [];
    expect([textOf(calls, 'usage_timeframe'), within(seats, 'usage_timeframe')]).toEqual(['billing_period', undefined]);
    expect(findings((await put('calls', BY_TERM)).xml)).toEqual(['add_on.usage_timeframe immutable']);
    const changed = await put('seats', LAST);
    expect(textOf(changed.xml, 'usage_calculation_type')).toBe('last_in_period');
    expect(
      (await api('PUT', `/v2/plans/${plan}/add_ons/seats`, `<add_on>${LAST}</add_on>`, { 'X-Api-Version': '2.28' }))
        .status,
    ).toBe(400);
  });
});
