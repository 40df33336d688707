import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';
import { NEWEST, tiers } from './usage-shop.ts';

const TIERS_KNOWN = { 'X-Api-Version': '2.26' };

/** Tiers of a subscription: the last unit of each, and its price in cents. */
const own = (...all: readonly (readonly [number | null, number])[]) =>
  `<tiers type="array">${all
    .map(([ending, cents]) => {
      const end = ending === null ? '' : `<ending_quantity>${ending}</ending_quantity>`;
      return `<tier>${end}<unit_amount_in_cents>${cents}</unit_amount_in_cents></tier>`;
    })
    .join('')}</tiers>`;

const taken = (inner: string) =>
  `<subscription_add_ons><subscription_add_on><add_on_code>seats</add_on_code>${inner}</subscription_add_on></subscription_add_ons>`;

onBothEngines('the tiers of a subscription', (service) => {
  /** Opens a shop at 1 March 2027 whose plan of 30.00 a month has an add-on with these tiers in USD. */
  const open = async (price = tiers('tiered', [5, 500], [null, 400])) => {
    const shop = await openShop(service());
    await shop.travel('2027-03-01T00:00:00Z');
    const plan = await shop.plan('', fresh('gold'));
    const offered = `<add_on><add_on_code>seats</add_on_code><name>Seats</name>${price}</add_on>`;
    const made = await shop.api('POST', `/v2/plans/${plan}/add_ons`, offered, NEWEST);
    expect(made.status, made.text).toBe(201);
    const account = await shop.account();
    const send = (path: string, inner: string, headers = TIERS_KNOWN, method = 'POST') =>
      shop.api(method, path, `<subscription>${inner}</subscription>`, headers);
    const sale = (inner: string) =>
      `<plan_code>${plan}</plan_code><currency>USD</currency><account><account_code>${account}</account_code></account>${taken(inner)}`;
    return { ...shop, plan, account, send, sale };
  };
  type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['send']>>;
  const shown = ({ xml }: Answer) => {
    const [addOn] = within(xml, 'subscription_add_ons')?.children ?? [];
    return [
      textOf(addOn, 'tier_type'),
      ...(within(addOn, 'tiers')?.children ?? []).map(
        (tier) => `${textOf(tier, 'ending_quantity')}: ${textOf(tier, 'unit_amount_in_cents')}`,
      ),
    ];
  };

  it('take precedence over those of the plan, in previews, sales and renewals', async () => {
    const { account, send, sale, travel, latestLines, invoices } = await open();
    const inner = `<quantity>12</quantity>${own([null, 200], [10, 300])}`;
    const previewed = await send('/v2/subscriptions/preview', sale(inner));
    expect(previewed.status, previewed.text).toBe(200);
    const sold = await send('/v2/subscriptions', sale(inner));
    expect(sold.status, sold.text).toBe(201);
    for (const answer of [previewed, sold]) {
      expect(shown(answer)).toEqual(['tiered', '10: 300', '999999999: 200']);
    }
    // 10 x 3.00 and 2 x 2.00
    expect(await latestLines(account)).toEqual(['plan 3000 x 1', 'add_on 300 x 10', 'add_on 200 x 2']);
    await travel('2027-04-01T00:00:00Z');
    expect((await invoices(account)).map((one) => one.split(' ').at(-1))).toEqual(['6400', '6400']);
  });

  it('are those of the plan unless the subscription has its own, and are hidden before 2.26', async () => {
    const { send, sale, api } = await open();
    const sold = await send('/v2/subscriptions', sale('<quantity>6</quantity>'));
    expect(shown(sold)).toEqual(['tiered', '5: 500', '999999999: 400']);
    const path = `/v2/subscriptions/${textOf(sold.xml, 'uuid')}`;
    const older = await api('GET', path, undefined, { 'X-Api-Version': '2.25' });
    expect(shown(older)).toEqual([undefined]);
    const [addOn] = within(older.xml, 'subscription_add_ons')?.children ?? [];
    expect(textOf(addOn, 'name')).toBe('Seats');
    const refused = await send(path, taken(own([null, 1])), { 'X-Api-Version': '2.25' }, 'PUT');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('X-Api-Version 2.26')]);
  });

  it('change at once, prorated, and an amount replaces them', async () => {
    const { account, send, sale, travel, latestLines, show, api } = await open();
    const sold = await send('/v2/subscriptions', sale('<quantity>6</quantity>'));
    const path = `/v2/subscriptions/${textOf(sold.xml, 'uuid')}`;
    // Sent back as it was read, nothing changes: 5 x 5.00 + 4.00 is 29.00.
    const same = await send(path, taken(own([5, 500], [null, 400])), TIERS_KNOWN, 'PUT');
    expect([same.status, (await latestLines(account)).at(-1)]).toEqual([200, 'add_on 400 x 1']);
    await travel('2027-03-17T12:00:00Z');
    // 6 x 9.00 is 54.00, so 25.00 more; 14.5 of 31 days are left: 25.00 x 29/62 = 11.69
    const dearer = taken(own([999_999_999, 900]));
    const preview = await send(`${path}/preview`, dearer, TIERS_KNOWN);
    expect(preview.status, preview.text).toBe(200);
    const changed = await send(path, dearer, TIERS_KNOWN, 'PUT');
    expect(changed.status, changed.text).toBe(200);
    expect(shown(changed)).toEqual(['tiered', '999999999: 900']);
    expect(await latestLines(account)).toEqual(['add_on 1169 x 1']);
    const flat = await send(path, taken('<unit_amount_in_cents>100</unit_amount_in_cents>'), TIERS_KNOWN, 'PUT');
    expect(shown(flat)).toEqual(['flat']);
    // The plan says how the tiers of the add-on count.
    const again = await send(path, taken(own([3, 7], [null, 6])), TIERS_KNOWN, 'PUT');
    expect(shown(again)).toEqual(['tiered', '3: 7', '999999999: 6']);
    expect(await show(textOf(sold.xml, 'uuid') ?? '', 'state')).toEqual(['active']);
    expect((await api('GET', path)).status).toBe(200);
  });

  it('wait for the renewal with a change that does, and are sold in a purchase', async () => {
    const { account, send, sale, travel, latestLines, plan, api } = await open(
      tiers('stairstep', [10, 2000], [null, 3000]),
    );
    const sold = await send('/v2/subscriptions', sale('<quantity>11</quantity>'));
    const path = `/v2/subscriptions/${textOf(sold.xml, 'uuid')}`;
    const later = `<timeframe>bill_date</timeframe>${taken(own([20, 2500], [null, 9900]))}`;
    const scheduled = await send(path, later, TIERS_KNOWN, 'PUT');
    expect(scheduled.status, scheduled.text).toBe(200);
    const pending = within(scheduled.xml, 'pending_subscription');
    expect(textOf(within(within(pending, 'subscription_add_ons'), 'subscription_add_on'), 'tier_type')).toBe(
      'stairstep',
    );
    await travel('2027-04-01T00:00:00Z');
    expect(await latestLines(account)).toEqual(['plan 3000 x 1', 'add_on 2500 x 1']);
    const bought = await api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${account}</account_code></account><currency>USD</currency><subscriptions>` +
        `<subscription><plan_code>${plan}</plan_code>${taken(own([null, 50]))}</subscription></subscriptions></purchase>`,
      TIERS_KNOWN,
    );
    expect(bought.status, bought.text).toBe(200);
    expect(await latestLines(account)).toEqual(['plan 3000 x 1', 'add_on 50 x 1']);
  });

  it.each([
    ['of which none is open', own([5, 1]), ['tiers[0].ending_quantity equal_to']],
    ['that end at the same quantity', own([5, 1], [5, 1], [null, 1]), ['tiers[1].ending_quantity taken']],
    [
      'beside an amount',
      `${own([null, 1])}<unit_amount_in_cents>1</unit_amount_in_cents>`,
      ['unit_amount_in_cents present'],
    ],
    ['without a price', '<tiers><tier/></tiers>', ['tiers[0].unit_amount_in_cents blank']],
  ])('are refused %s', async (_what, inner, issues) => {
    const { send, sale } = await open();
    const named = issues.map((issue) => `subscription.subscription_add_ons[add_on_code=seats].${issue}`);
    const refused = await send('/v2/subscriptions', sale(inner));
    expect([refused.status, findings(refused.xml)]).toEqual([422, named]);
    const sold = await send('/v2/subscriptions', sale(''));
    const path = `/v2/subscriptions/${textOf(sold.xml, 'uuid')}`;
    expect(findings((await send(path, taken(inner), TIERS_KNOWN, 'PUT')).xml)).toEqual(named);
  });

  it('are refused of an add-on with a flat price', async () => {
    const { send, sale } = await open('<unit_amount_in_cents><USD>100</USD></unit_amount_in_cents>');
    expect(findings((await send('/v2/subscriptions', sale(own([null, 1])))).xml)).toEqual([
      'subscription.subscription_add_ons[add_on_code=seats].tiers present',
    ]);
  });
});
