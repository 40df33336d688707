import { MOST_RENEWALS } from '@service/billing/usecases/sites/travel-clock.ts';
import { expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

onBothEngines('a year in one jump', (service) => {
  it('runs the work of every account in order, each item at its own moment, and says how much it was', async () => {
    const shop = await openShop(service());
    await shop.travel('2027-01-31T09:00:00Z');
    const monthly = await shop.plan();
    const fourWeekly = await shop.plan(
      '<plan_interval_unit>days</plan_interval_unit><plan_interval_length>28</plan_interval_length>',
    );
    const accounts = [await shop.account(), await shop.account()];
    for (const account of accounts) await shop.subscribe(account, monthly);
    await shop.subscribe(accounts[0]!, fourWeekly);
    await shop.travel('2028-01-31T09:00:00Z');

    const dates: string[][] = [];
    for (const account of accounts) dates.push((await shop.invoices(account)).map((line) => line.split(' ')[0]!));
    // The purchases, 13 times four weeks, and 12 months.
    expect(dates.map(({ length }) => length)).toEqual([2 + 13 + 12, 1 + 12]);
    for (const list of dates) expect(list).toEqual(list.toSorted());
    expect(dates[1]!.slice(0, 4)).toEqual([
      '2027-01-31T09:00:00Z',
      '2027-02-28T09:00:00Z',
      '2027-03-31T09:00:00Z',
      '2027-04-30T09:00:00Z',
    ]);

    // Documents of the whole site are numbered by date, to within a day.
    const { xml } = await shop.api('GET', '/v2/invoices?sort=created_at&order=asc&per_page=200');
    const numbered = (xml?.children ?? [])
      .map((one) => [Number(textOf(one, 'invoice_number')), Date.parse(textOf(one, 'created_at') ?? '')] as const)
      .toSorted(([a], [b]) => a - b);
    for (const [index, [, at]] of numbered.entries()) {
      expect(at).toBeGreaterThanOrEqual(
        Math.max(...numbered.slice(0, index).map(([, before]) => before), 0) - 86_400_000,
      );
    }

    const clock = (await shop.api('GET', '/v2/sandbox/clock')).xml;
    expect([textOf(clock, 'reached_at'), Number(textOf(clock, 'items')) >= 37]).toEqual(['2028-01-31T09:00:00Z', true]);
  });

  it('is at most ten years long, and several follow one another', async () => {
    const shop = await openShop(service());
    await shop.travel('2027-01-31T09:00:00Z');
    const move = (to: string) => shop.api('PUT', '/v2/sandbox/clock', `<clock><now>${to}</now></clock>`);
    expect((await move('2038-01-01T00:00:00Z')).status).toBe(200);
    await shop.account();
    const refused = await move('9999-12-31T23:59:59Z');
    expect([refused.status, refused.text]).toEqual([412, expect.stringContaining('at most ten years')]);
    const far = await shop.api(
      'PUT',
      '/v2/sandbox/clock',
      '<clock><advance_in_seconds>400000000</advance_in_seconds></clock>',
    );
    expect(far.status).toBe(412);
    expect((await move('2048-01-01T00:00:00Z')).status).toBe(200);
    expect((await move('2058-01-01T00:00:00Z')).status).toBe(200);
  });

  it('is refused where more than a million renewals would be due on the way', async () => {
    const shop = await openShop(service());
    await shop.travel('2027-01-31T09:00:00Z');
    const plan = await shop.plan(
      '<plan_interval_unit>days</plan_interval_unit><plan_interval_length>1</plan_interval_length>',
    );
    await shop.subscribe(await shop.account(), plan);
    const { subscriptions } = shop.records();
    const year = 365 * 86_400;
    const now = Date.parse('2027-01-31T09:00:00Z') / 1000;
    expect(await subscriptions.boundariesUntil(now + year)).toBe(365);
    expect(await subscriptions.boundariesUntil(now + 60)).toBe(0);
    expect(await subscriptions.boundariesUntil(now + year * 3000)).toBeGreaterThan(MOST_RENEWALS);
  });

  it('is cancelled where it has come, also while work of it is under way', async () => {
    const shop = await openShop(service());
    await shop.travel('2027-01-31T09:00:00Z');
    const account = await shop.account();
    await shop.subscribe(account, await shop.plan());
    const clock = async () => textOf((await shop.api('GET', '/v2/sandbox/clock')).xml, 'now');
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    service().whileAsked(() => {
      asked.resolve();
      return answered.promise;
    });
    const travelling = shop.api('PUT', '/v2/sandbox/clock', '<clock><now>2029-01-31T09:00:00Z</now></clock>');
    await asked.promise;
    expect(await clock()).toBe('2029-01-31T09:00:00Z');
    const cancelling = shop.api('PUT', '/v2/sandbox/clock/cancel');
    while ((await clock()) === '2029-01-31T09:00:00Z');
    answered.resolve();
    service().whileAsked(async () => {});
    expect((await cancelling).status).toBe(200);
    // The request that began the move says where it has ended.
    expect(textOf((await travelling).xml, 'now')).toMatch(/^2027-0[23]-/);
    await service().dueWork();
    // The first renewal was under way on 28 February; the clock stops within a day of it.
    expect((await shop.invoices(account)).length).toBe(2);
    expect((await clock()) ?? '').toMatch(/^2027-0[23]-/);
    const again = await shop.api('PUT', '/v2/sandbox/clock/cancel');
    expect([again.status, again.text]).toEqual([412, expect.stringContaining('there is nothing to cancel')]);
    await shop.travel('2027-05-01T09:00:00Z');
    expect((await shop.invoices(account)).length).toBe(4);
  });

  it('delivers a gift card by e-mail in the hour that its buyer named', async () => {
    const shop = await openShop(service(), {
      gift_card_offers: [{ product_code: 'tide', currency: 'USD', unit_amount_in_cents: 2000 }],
    });
    await shop.travel('2027-01-31T09:00:00Z');
    const buyer = await shop.account();
    const buy = async (deliver: string): Promise<string> => {
      const card =
        '<gift_card><product_code>tide</product_code><unit_amount_in_cents>2000</unit_amount_in_cents><currency>USD</currency>' +
        `<delivery><method>email</method><email_address>${fresh('bob')}@example.com</email_address><first_name>Bob</first_name><last_name>Roy</last_name>${deliver}</delivery>` +
        `<gifter_account><account_code>${buyer}</account_code></gifter_account></gift_card>`;
      const bought = await shop.api('POST', '/v2/gift_cards', card);
      expect(bought.status, bought.text).toBe(201);
      return textOf(bought.xml, 'id') ?? '';
    };
    const delivered = async (id: string) => textOf((await shop.api('GET', `/v2/gift_cards/${id}`)).xml, 'delivered_at');
    const now = await buy('');
    const later = await buy('<deliver_at>2027-06-01T12:30:00Z</deliver_at>');
    expect([await delivered(now), await delivered(later)]).toEqual(['2027-01-31T09:00:00Z', '']);
    await shop.travel('2027-06-01T11:59:59Z');
    expect(await delivered(later)).toBe('');
    await shop.travel('2028-01-01T00:00:00Z');
    expect(await delivered(later)).toBe('2027-06-01T12:00:00Z');
  });
});
