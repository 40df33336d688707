import { siteTime } from '@service/billing/resources/site.ts';
import { addCampaign } from '@service/billing/usecases/dunning/add-campaign.ts';
import { assignCampaign } from '@service/billing/usecases/dunning/assign-campaign.ts';
import { changeCampaign } from '@service/billing/usecases/dunning/change-campaign.ts';
import { stopDunning } from '@service/billing/usecases/dunning/stop-dunning.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh } from '../service.ts';
import { FAILING, openDunningShop } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';

onBothEngines('dunning campaigns', (service) => {
  const open = async () => {
    const shop = await openDunningShop(service());
    const world = openWorld(service().clock);
    const deps = { storage: service().service.opened.storage, world };
    const caller = {
      site: shop.site,
      at: siteTime(shop.site, world.clock),
      actor: 'command line',
      correlation: 'test',
    };
    return { ...shop, deps, caller };
  };
  const schedule = (final_day: number) => ({ days: [0], final_day });

  it('of the account come before those of the plan, of the site and the default', async () => {
    const { failingRenewals, plan, travel, latest, deps, caller } = await open();
    const add = async (final_day: number) => {
      const code = fresh('campaign');
      await addCampaign(deps)(caller, code, { schedule: schedule(final_day) });
      return code;
    };
    const [site, planned, own] = [await add(3), await add(2), await add(1)];
    const gold = await plan();
    const byDefault = await failingRenewals(FAILING.soft);
    await travel('2027-03-01T00:00:00Z');
    await assignCampaign(deps)(caller, site, { kind: 'site' });
    await assignCampaign(deps)(caller, planned, { kind: 'plan', code: gold });
    const bySite = await failingRenewals(FAILING.soft);
    const byPlan = await failingRenewals(FAILING.soft, gold);
    const byAccount = await failingRenewals(FAILING.soft, gold);
    await assignCampaign(deps)(caller, own, { kind: 'account', code: byAccount.code });

    const states = async () =>
      (await Promise.all([byAccount, byPlan, bySite].map(({ code }) => latest(code, 'state')))).flat();
    await travel('2027-04-02T00:00:00Z');
    expect(await states()).toEqual(['failed', 'past_due', 'past_due']);
    await travel('2027-04-03T00:00:00Z');
    expect(await states()).toEqual(['failed', 'failed', 'past_due']);
    await travel('2027-04-04T00:00:00Z');
    expect(await states()).toEqual(['failed', 'failed', 'failed']);
    expect(await latest(byDefault.code, 'state')).toEqual(['failed']);
  });

  it('change for invoices that become past due later, not for those that are', async () => {
    const { failingRenewals, travel, latest, deps, caller, events } = await open();
    const first = await failingRenewals(FAILING.soft);
    await travel('2027-03-01T00:00:00Z');
    await changeCampaign(deps)(caller, 'default', { schedule: { days: [0, 1], final_day: 2 } });
    const second = await failingRenewals(FAILING.soft);
    await travel('2027-03-28T00:00:00Z');
    expect(await latest(first.code, 'state')).toEqual(['past_due']);
    await travel('2027-04-03T00:00:00Z');
    expect(await latest(first.code, 'state')).toEqual(['failed']);
    expect(await latest(second.code, 'state')).toEqual(['failed']);
    expect(await events(second.code, ['new_dunning_event'])).toEqual([
      '2027-04-01 new_dunning_event 1',
      '2027-04-02 new_dunning_event 2',
      '2027-04-03 new_dunning_event 3 final',
    ]);
  });

  it('can have a schedule of its own for the first invoice after a trial', async () => {
    const { plan, account, subscribe, travel, latest, show, deps, caller } = await open();
    await changeCampaign(deps)(caller, 'default', { schedule: {}, trial_schedule: schedule(1) });
    const trial = '<trial_interval_length>10</trial_interval_length><trial_interval_unit>days</trial_interval_unit>';
    const code = await account(cardInfo(FAILING.soft));
    const uuid = await subscribe(code, await plan(trial));
    await travel('2027-02-11T00:00:00Z');
    expect(await latest(code, 'state', 'origin')).toEqual(['past_due', 'renewal']);
    await travel('2027-02-12T00:00:00Z');
    expect(await latest(code, 'state')).toEqual(['failed']);
    expect(await show(uuid, 'state')).toEqual(['expired']);
  });

  it('can leave the invoice past due and the subscription running', async () => {
    const { failingRenewals, pays, travel, latest, show, deps, caller, events } = await open();
    const ends = { days: [0], final_day: 5, invoice: 'keep', subscription: 'keep' } as const;
    await changeCampaign(deps)(caller, 'default', { schedule: ends });
    const { code, uuid } = await failingRenewals(FAILING.soft);
    await travel('2027-03-30T00:00:00Z');
    expect(await latest(code, 'state', 'attempt_next_collection_at')).toEqual(['past_due', '']);
    expect(await show(uuid, 'state')).toEqual(['active']);
    expect(await events(code, ['new_dunning_event'])).toEqual([
      '2027-03-01 new_dunning_event 1',
      '2027-03-06 new_dunning_event 2 final',
    ]);
    await pays(code, '4111111111111111');
    expect(await latest(code, 'state', 'recovery_reason')).toEqual(['paid', 'billing_info_updated']);
  });

  it('are stopped for one invoice, which stays past due and is still collected with a new card', async () => {
    const { failingRenewals, pays, travel, latest, number, show, deps, caller, events, failures } = await open();
    const { code, uuid } = await failingRenewals(FAILING.soft);
    await travel('2027-03-05T00:00:00Z');
    await stopDunning(deps)(caller, await number(code));
    await travel('2027-03-31T00:00:00Z');
    expect(await events(code, ['new_dunning_event'])).toHaveLength(2);
    expect(await failures(code)).toEqual(['2027-03-01', '2027-03-04']);
    expect(await latest(code, 'state', 'attempt_next_collection_at')).toEqual(['past_due', '']);
    expect(await show(uuid, 'state')).toEqual(['active']);
    await expect(stopDunning(deps)(caller, await number(code))).rejects.toMatchObject({
      symbol: 'invoice_not_in_dunning',
    });
    await pays(code, '4111111111111111');
    expect(await latest(code, 'state')).toEqual(['paid']);
  });
});
