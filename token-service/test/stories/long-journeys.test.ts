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
