import { describe, expect, it } from 'vitest';
import { findings, textOf, within } from '../service.ts';
import { openChangingShop, plan, quantity, timeframe, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';

const price = (cents: number) => usd('unit_amount_in_cents', cents);

/** The charges for changes of 16 June, half way through a period of 30.00. */
onBothEngines('a site', (service) => {
  const open = async (changes: object, of = price(3000), version?: string) => {
    const shop = await openChangingShop(service(), changes, version);
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

  describe('the proration settings of a request', () => {
    const settings = (charge: string, credit: string) =>
      `<proration_settings><charge>${charge}</charge><credit>${credit}</credit></proration_settings>`;
    const openNewest = (changes: object) => open(changes, price(3000), '2.29');

    it('bill what they say, whatever the site would do, in the preview and the change alike', async () => {
      const shop = await openNewest({ upgrade_proration: 'at_renewal' });
      const sent = plan(await shop.plan(price(5000))) + settings('full_amount', 'none');
      const { xml } = await shop.preview(shop.uuid, sent);
      expect(textOf(within(xml, 'invoice_collection', 'charge_invoice'), 'total_in_cents')).toBe('5000');
      const changed = await shop.changed(shop.uuid, sent);
      expect(textOf(changed, 'total_amount_in_cents')).toBe('5000');
      expect(await shop.billed()).toEqual(['2027-06-16T00:00:00Z immediate_change paid 5000']);
    });

    it('bill nothing until the renewal', async () => {
      const shop = await openNewest({});
      await shop.changed(shop.uuid, quantity(3) + settings('none', 'none'));
      expect(await shop.billed()).toEqual([]);
      await shop.travel('2027-07-01T00:00:00Z');
      expect(await shop.billed()).toEqual(['2027-07-01T00:00:00Z renewal paid 9000']);
    });

    it('credit the whole period, but never more than is left of what was charged', async () => {
      const shop = await openNewest({});
      // Of 30.00, 15.00 are credited for half of the period: 10.00 less × 1/2 is 5.00.
      await shop.changed(shop.uuid, unit(2000));
      expect(await shop.balance(shop.account)).toBe(-500);
      // The 20.00 that are still charged for the period are credited in full; nothing is charged for the new price.
      await shop.changed(shop.uuid, plan(await shop.plan(price(1000))) + settings('none', 'full_amount'));
      expect(await shop.linesOf(shop.account, 'credit')).toEqual(['plan -2000']);
      expect(await shop.balance(shop.account)).toBe(-2500);
    });

    it('prorate what they leave out', async () => {
      const shop = await openNewest({ upgrade_proration: 'full' });
      await shop.changed(
        shop.uuid,
        `${plan(await shop.plan(price(5000)))}<proration_settings><charge>full_amount</charge></proration_settings>`,
      );
      // The credit is for half of 30.00.
      expect(await shop.billed()).toEqual([
        '2027-06-16T00:00:00Z immediate_change closed -1500',
        '2027-06-16T00:00:00Z immediate_change paid 5000',
      ]);
    });

    it('are refused for a later change, in older versions and with other values, and change nothing', async () => {
      const shop = await openNewest({});
      const later = await shop.change(shop.uuid, quantity(2) + timeframe('bill_date') + settings('none', 'none'));
      expect([later.status, findings(later.xml)]).toEqual([422, ['subscription.proration_settings invalid']]);
      const wrong = await shop.change(shop.uuid, quantity(2) + settings('half', 'none'));
      expect(findings(wrong.xml)).toEqual(['subscription.proration_settings.charge inclusion']);
      const older = await shop.change(shop.uuid, quantity(2) + settings('none', 'none'), { 'X-Api-Version': '2.28' });
      expect([older.status, textOf(older.xml, 'symbol')]).toEqual([400, 'invalid_xml']);
      expect(await shop.show(shop.uuid, 'quantity')).toEqual(['1']);
    });
  });
});
