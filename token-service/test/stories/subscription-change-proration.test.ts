import { expect, it } from 'vitest';
import { within } from '../service.ts';
import { openChangingShop, plan, quantity, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';

const price = (cents: number) => usd('unit_amount_in_cents', cents);

/** The charges for changes of 16 June, half way through a period of 30.00. */
onBothEngines('a site', (service) => {
  const open = async (changes: object, of = price(3000)) => {
    const shop = await openChangingShop(service(), changes);
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(of));
    await shop.travel('2027-06-16T00:00:00Z');
    return { ...shop, account, uuid, billed: async () => (await shop.invoices(account)).slice(1).toSorted() };
  };

  it('bills the difference of an upgrade in full', async () => {
    const shop = await open({ upgrade_proration: 'full' });
    await shop.changed(shop.uuid, plan(await shop.plan(price(5000))));
    expect(await shop.billed()).toEqual([
      '2027-06-16T00:00:00Z immediate_change closed -3000',
      '2027-06-16T00:00:00Z immediate_change paid 5000',
    ]);
  });

  it('bills nothing for an upgrade until the renewal, and credits nothing of it later', async () => {
    const shop = await open({ upgrade_proration: 'none' });
    await shop.changed(shop.uuid, plan(await shop.plan(price(5000))));
    expect(await shop.billed()).toEqual([]);
    await shop.travel('2027-06-21T00:00:00Z');
    // 30.00 were charged for the period: of the 20.00 less, nothing was.
    await shop.changed(shop.uuid, unit(3000));
    expect(await shop.billed()).toEqual([]);
    // 20.00 less than was charged, for a third of the period.
    await shop.changed(shop.uuid, unit(1000));
    expect(await shop.balance(shop.account)).toBe(-667);
    await shop.travel('2027-07-01T00:00:00Z');
    expect((await shop.billed()).at(-1)).toBe('2027-07-01T00:00:00Z renewal paid 1000');
  });

  it('lets upgrades wait for the renewal, and downgrades take place at once', async () => {
    const shop = await open({ upgrade_proration: 'at_renewal' });
    const answer = await shop.changed(shop.uuid, quantity(2));
    expect(within(answer, 'pending_subscription')).toBeDefined();
    await shop.changed(shop.uuid, unit(2000));
    // 10.00 less for half a period; the upgrade is discarded.
    expect(await shop.billed()).toEqual(['2027-06-16T00:00:00Z immediate_change open -500']);
    await shop.travel('2027-07-01T00:00:00Z');
    expect((await shop.billed()).at(-1)).toBe('2027-07-01T00:00:00Z renewal paid 2000');
  });

  it('credits a downgrade in full, but never more than was charged', async () => {
    const shop = await open({ downgrade_proration: 'full' });
    await shop.changed(shop.uuid, quantity(3));
    // 60.00 more for half a period were 30.00. Of 90.00, the 60.00 that were charged are credited.
    await shop.changed(shop.uuid, unit(2000) + quantity(1));
    expect(await shop.linesOf(shop.account, 'credit')).toEqual(['plan -3000', 'plan -3000']);
    expect(await shop.linesOf(shop.account, 'charge')).toEqual(['plan 2000']);
    expect(await shop.balance(shop.account)).toBe(-4000);
  });

  it('credits nothing for a downgrade', async () => {
    const shop = await open({ downgrade_proration: 'none' });
    await shop.changed(shop.uuid, unit(1000));
    expect(await shop.billed()).toEqual([]);
    await shop.travel('2027-07-01T00:00:00Z');
    expect(await shop.billed()).toEqual(['2027-07-01T00:00:00Z renewal paid 1000']);
  });

  it('lets downgrades wait, also to a plan of a shorter interval', async () => {
    const yearly = `${price(30_000)}<plan_interval_length>12</plan_interval_length>`;
    const shop = await open({ downgrade_proration: 'at_renewal' }, yearly);
    await shop.changed(shop.uuid, plan(await shop.plan(price(3000))));
    await shop.travel('2028-06-01T00:00:00Z');
    expect(await shop.billed()).toEqual(['2028-06-01T00:00:00Z renewal paid 3000']);
  });

  it('changes trials and future subscriptions at once, whatever it bills', async () => {
    const trial = '<trial_interval_length>30</trial_interval_length><trial_interval_unit>days</trial_interval_unit>';
    const shop = await open({ upgrade_proration: 'at_renewal' }, price(3000) + trial);
    await shop.changed(shop.uuid, quantity(2));
    expect(await shop.show(shop.uuid, 'quantity')).toEqual(['2']);
  });
});
