import type { CampaignInput } from '@service/billing/domain/dunning/configure.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { addCampaign } from '@service/billing/usecases/dunning/add-campaign.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { FAILING, openDunningShop } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';

const NEWEST = { 'X-Api-Version': '2.29' };

onBothEngines('dunning campaigns in the API', (service) => {
  const open = async () => {
    const shop = await openDunningShop(service());
    const world = openWorld(service().clock);
    const caller = {
      site: shop.site,
      at: siteTime(shop.site, world.clock),
      actor: 'command line',
      correlation: 'test',
    };
    const add = (code: string, final_day: number, named: Pick<CampaignInput, 'name' | 'description'> = {}) =>
      addCampaign({ storage: service().service.opened.storage, world })(caller, code, {
        ...named,
        schedule: { days: [0, 2], final_day, invoice: 'keep' },
        trial_schedule: { days: [], final_day: 5 },
      });
    const api = (method: string, path: string, body?: string, headers = NEWEST) =>
      shop.api(method, path, body, headers);
    const idOf = async (path: string) => textOf((await api('GET', path)).xml, 'dunning_campaign_id');
    const update = (path: string, root: string, id: string) =>
      api('PUT', path, `<${root}><dunning_campaign_id>${id}</dunning_campaign_id></${root}>`);
    return { ...shop, api, add, idOf, update };
  };

  it('are listed with the built-in default, each with its cycles', async () => {
    const { api, add } = await open();
    const { public_id } = await add('patient', 20, { name: 'Patient', description: 'Reminds seldom' });
    const listed = ((await api('GET', '/v2/dunning_campaigns')).xml?.children ?? []).toSorted((one, other) =>
      (textOf(one, 'code') ?? '').localeCompare(textOf(other, 'code') ?? ''),
    );
    const members = ['id', 'code', 'name', 'description', 'default_campaign'];
    expect(listed.map((one) => members.map((name) => textOf(one, name)))).toEqual([
      ['default', 'default', 'default', '', 'true'],
      [public_id, 'patient', 'Patient', 'Reminds seldom', 'false'],
    ]);
    const { xml } = await api('GET', `/v2/dunning_campaigns/${public_id}`);
    expect(xml?.attributes.has('href')).toBe(false);
    expect(xml?.children.find(({ name }) => name === 'a')?.attributes.get('name')).toBe('bulk_update');
    const cycles = within(xml, 'dunning_cycles')?.children ?? [];
    expect(cycles.map((cycle) => textOf(cycle, 'type'))).toEqual(['automatic', 'manual', 'trial']);
    const [automatic, , trial] = cycles;
    const shown = (cycle: typeof automatic) => [
      ...['first_communication_interval', 'total_dunning_days', 'total_recycling_days', 'fail_invoice', 'version'].map(
        (name) => textOf(cycle, name),
      ),
      (within(cycle, 'intervals')?.children ?? []).map((step) => textOf(step, 'days')),
    ];
    // Mails on the days 0 and 2, the end on day 20; after a trial nothing but the end on day 5.
    expect(shown(automatic)).toEqual(['0', '20', '20', 'false', '1', ['2', '18']]);
    expect(shown(trial)).toEqual(['5', '0', '5', 'false', '1', []]);
    expect((await api('HEAD', '/v2/dunning_campaigns')).headers.get('x-records')).toBe('2');
    expect((await api('GET', '/v2/dunning_campaigns/unknown')).status).toBe(404);
    const early = await api('GET', '/v2/dunning_campaigns', undefined, { 'X-Api-Version': '2.28' });
    expect([early.status, textOf(early.xml, 'symbol')]).toEqual([400, 'unavailable_in_api_version']);
  });

  it('are assigned to accounts and plans, and taken away again', async () => {
    const { api, add, idOf, update, plan, account } = await open();
    const { public_id } = await add('patient', 20);
    const [code, buyer] = [await plan(), await account()];
    const [atPlan, atAccount] = [`/v2/plans/${code}`, `/v2/accounts/${buyer}`];
    expect(await idOf(atPlan)).toBe('');
    expect(within((await api('GET', atAccount)).xml, 'dunning_campaign_id')).toBeUndefined();
    expect(textOf((await update(atPlan, 'plan', public_id)).xml, 'dunning_campaign_id')).toBe(public_id);
    expect(textOf((await update(atAccount, 'account', 'default')).xml, 'dunning_campaign_id')).toBe('default');
    for (const [path, root] of [
      [atPlan, 'plan'],
      [atAccount, 'account'],
    ] as const) {
      const refused = await update(path, root, 'unknown');
      expect([refused.status, findings(refused.xml)]).toEqual([422, [`${root}.dunning_campaign_id not_found`]]);
      await update(path, root, '');
    }
    expect([await idOf(atPlan), await idOf(atAccount)]).toEqual(['', undefined]);
    const made = await api(
      'POST',
      '/v2/plans',
      `<plan><plan_code>${fresh('own')}</plan_code><name>Own</name><unit_amount_in_cents><USD>100</USD></unit_amount_in_cents><dunning_campaign_id>${public_id}</dunning_campaign_id></plan>`,
    );
    expect([made.status, textOf(made.xml, 'dunning_campaign_id')]).toEqual([201, public_id]);
  });

  it('are assigned to several plans at once, to all of them or to none', async () => {
    const { api, add, idOf, plan } = await open();
    const { public_id } = await add('patient', 20);
    const plans = [await plan(), await plan(), await plan()];
    const bulk = (...codes: readonly (string | undefined)[]) =>
      api(
        'PUT',
        `/v2/dunning_campaigns/${public_id}/bulk_update`,
        `<dunning_campaign><plan_codes>${codes.map((code) => `<plan_code>${code}</plan_code>`).join('')}</plan_codes></dunning_campaign>`,
      );
    const refused = await bulk(plans[0], 'nowhere');
    expect([refused.status, findings(refused.xml)]).toEqual([422, ['dunning_campaign.plan_codes[1] not_found']]);
    const ids = () => Promise.all(plans.map((code) => idOf(`/v2/plans/${code}`)));
    expect(await ids()).toEqual(['', '', '']);
    expect((await bulk(plans[0], plans[1])).status).toBe(204);
    expect(await ids()).toEqual([public_id, public_id, '']);
    const unknown = await api(
      'PUT',
      '/v2/dunning_campaigns/unknown/bulk_update',
      '<dunning_campaign><plan_codes><plan_code>a</plan_code></plan_codes></dunning_campaign>',
    );
    expect(unknown.status).toBe(404);
  });

  it('of a sale belong to its account, which comes before the plan, and its invoices name them', async () => {
    const { api, add, update, plan, travel, failingRenewals } = await open();
    const [ofPlan, ofAccount] = [await add('planned', 20), await add('own', 25)];
    const code = await plan();
    await update(`/v2/plans/${code}`, 'plan', ofPlan.public_id);
    const buyer = fresh('buyer');
    const bought = await api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${buyer}</account_code><dunning_campaign_id>${ofAccount.public_id}</dunning_campaign_id></account><currency>USD</currency><collection_method>manual</collection_method><net_terms>0</net_terms><adjustments><adjustment><unit_amount_in_cents>500</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    );
    expect(bought.status, bought.text).toBe(200);
    expect(textOf((await api('GET', `/v2/accounts/${buyer}`)).xml, 'dunning_campaign_id')).toBe(ofAccount.public_id);
    const byPlan = await failingRenewals(FAILING.soft, code);
    const byAccount = await failingRenewals(FAILING.soft, code);
    await update(`/v2/accounts/${byAccount.code}`, 'account', ofAccount.public_id);
    const latest = async (account: string) => {
      const [one] = (await api('GET', `/v2/accounts/${account}/invoices?sort=created_at`)).xml?.children ?? [];
      return ['dunning_campaign_id', 'dunning_events_count', 'final_dunning_event'].map((name) => textOf(one, name));
    };
    expect(await latest(byPlan.code)).toEqual(['', undefined, undefined]);
    await travel('2027-03-02T00:00:00Z');
    expect(await latest(byPlan.code)).toEqual([ofPlan.public_id, '1', 'false']);
    expect(await latest(byAccount.code)).toEqual([ofAccount.public_id, '1', 'false']);
    // Its 25 days were over, the invoice of 1 February was due at once.
    expect(await latest(buyer)).toEqual([ofAccount.public_id, '3', 'true']);
  });
});
