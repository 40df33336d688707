import type { NamedGrants } from '@service/billing/queries/accounts/entitlements.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { changePermission } from '@service/billing/usecases/permissions/change-permission.ts';
import { createPermission } from '@service/billing/usecases/permissions/create-permission.ts';
import { removePermission } from '@service/billing/usecases/permissions/remove-permission.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const NEWEST = { 'X-Api-Version': '2.29' };

onBothEngines('entitlements', (service) => {
  const open = async () => {
    const shop = await openShop(service());
    const world = openWorld(service().clock);
    const deps = { storage: service().service.opened.storage, world };
    const site = shop.site;
    const caller = () => ({ site, at: siteTime(site, world.clock), actor: 'command line', correlation: 'test' });
    await shop.travel('2027-01-01T00:00:00Z');
    const read = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      shop.api('GET', path, undefined, { ...NEWEST, ...headers });
    return {
      ...shop,
      read,
      create: (code: string, ...plans: string[]) => createPermission(deps)(caller(), code, { plans }),
      grantBy: (code: string, named: NamedGrants) => changePermission(deps)(caller(), code, named),
      change: (code: string, ...plans: string[]) => changePermission(deps)(caller(), code, { plans }),
      remove: (code: string) => removePermission(deps)(caller(), code),
      async codes(account: string, query = '') {
        const { xml, text } = await read(`/v2/accounts/${account}/entitlements${query}`);
        expect(xml?.name, text).toBe('entitlements');
        return xml?.children.map((one) => textOf(one, 'customer_permission', 'code'));
      },
      async held(account: string) {
        const { xml } = await read(`/v2/accounts/${account}/permissions`);
        return within(xml, 'codes')?.children.map(({ text }) => text);
      },
    };
  };

  it('are granted by the plans of active and canceled subscriptions, each once', async () => {
    const { plan, account, subscribe, create, read, codes, held, api, travel } = await open();
    const [gold, silver] = [await plan(), await plan()];
    await create('hd-video', gold, silver);
    await create('downloads', gold);
    const ada = await account();
    expect(await codes(ada)).toEqual([]);
    expect(await held(ada)).toEqual([]);
    const first = await subscribe(ada, gold);
    const second = await subscribe(ada, silver);
    expect(await held(ada)).toEqual(['downloads', 'hd-video']);

    const { xml } = await read(`/v2/accounts/${ada}/entitlements`);
    const video = xml?.children.find((one) => textOf(one, 'customer_permission', 'code') === 'hd-video');
    const links = within(video, 'granted_by')?.children.map((one) => `${one.name} ${one.attributes.get('href')}`);
    expect(links).toEqual(
      [first, second].map((uuid) => expect.stringMatching(`subscription .*/v2/subscriptions/${uuid}`)),
    );
    expect(video?.children.map(({ name }) => name)).toEqual([
      'customer_permission',
      'granted_by',
      'created_at',
      'updated_at',
    ]);
    expect(textOf(video, 'customer_permission', 'id')).toMatch(/^[0-9a-z]{12}$/);
    expect(textOf(video, 'created_at')).toBe('2027-01-01T00:00:00Z');

    await api('PUT', `/v2/subscriptions/${first}/cancel`);
    expect(await codes(ada)).toHaveLength(2);
    expect(await codes(ada, '?state=canceled')).toHaveLength(2);
    expect(await codes(ada, '?state=active')).toEqual(['hd-video']);
    await travel('2027-02-02T00:00:00Z');
    expect(await held(ada)).toEqual(['hd-video']);
    expect(await codes(ada, '?state=expired')).toEqual(expect.arrayContaining(['downloads', 'hd-video']));
    expect((await read(`/v2/accounts/${ada}/entitlements?state=odd`)).status).toBe(400);
  });

  it('begin with a trial, wait for a start, rest in a pause, and follow changes of the permission at once', async () => {
    const { plan, account, subscribe, create, change, remove, codes, held, api, travel } = await open();
    const trial = '<trial_interval_length>10</trial_interval_length><trial_interval_unit>days</trial_interval_unit>';
    const [tried, later] = [await plan(trial), await plan()];
    await create('trial-perk', tried);
    await create('later-perk', later);
    const ada = await account();
    await subscribe(ada, tried);
    await subscribe(ada, later, '<starts_at>2027-03-01T00:00:00Z</starts_at>');
    expect(await held(ada)).toEqual(['trial-perk']);
    expect(await codes(ada, '?state=future')).toEqual(['later-perk']);

    const bob = await account();
    const paused = await subscribe(bob, later);
    const pause = '<subscription><remaining_pause_cycles>1</remaining_pause_cycles></subscription>';
    expect((await api('PUT', `/v2/subscriptions/${paused}/pause`, pause)).status).toBe(200);
    expect(await held(bob)).toEqual(['later-perk']);
    await travel('2027-02-02T00:00:00Z');
    expect(await held(bob)).toEqual([]);
    await travel('2027-03-02T00:00:00Z');
    expect(await held(bob)).toEqual(['later-perk']);

    await change('trial-perk', later);
    expect(await held(bob)).toEqual(['later-perk', 'trial-perk']);
    await remove('later-perk');
    expect(await held(bob)).toEqual(['trial-perk']);
  });

  it('are granted by items that a subscription has as add-ons, of its plan or of the catalogue', async () => {
    const { plan, account, subscribe, create, grantBy, held, api } = await open();
    const send = async (method: string, path: string, body: string) => {
      const answer = await api(method, path, body, NEWEST);
      expect([200, 201], answer.text).toContain(answer.status);
      return answer;
    };
    const gold = await plan();
    for (const code of ['atlas', 'compass'])
      await send('POST', '/v2/items', `<item><item_code>${code}</item_code><name>${code}</name></item>`);
    const allowed = '<allow_any_item_on_subscriptions>true</allow_any_item_on_subscriptions>';
    await send('PUT', `/v2/plans/${gold}`, `<plan>${allowed}</plan>`);
    const price = '<unit_amount_in_cents><USD>100</USD></unit_amount_in_cents>';
    await send('POST', `/v2/plans/${gold}/add_ons`, `<add_on><item_code>atlas</item_code>${price}</add_on>`);
    await create('maps');
    await create('bearings');
    await grantBy('maps', { items: ['atlas'] });
    await grantBy('bearings', { items: ['compass', 'compass'], plans: [] });

    const ada = await account();
    const addOns = (...inner: string[]) =>
      `<subscription_add_ons>${inner.map((one) => `<subscription_add_on>${one}</subscription_add_on>`).join('')}</subscription_add_ons>`;
    const atlas = '<add_on_code>atlas</add_on_code>';
    const uuid = await subscribe(ada, gold, addOns(atlas));
    expect(await held(ada)).toEqual(['maps']);
    const compass =
      '<add_on_code>compass</add_on_code><add_on_source>item</add_on_source><unit_amount_in_cents>500</unit_amount_in_cents>';
    await send('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${addOns(atlas, compass)}</subscription>`);
    expect(await held(ada)).toEqual(['bearings', 'maps']);

    // An item grants under another code, inactive too, until the subscription has it no more.
    await send('PUT', '/v2/items/atlas', '<item><item_code>chart</item_code></item>');
    await api('DELETE', '/v2/items/chart', undefined, NEWEST);
    expect(await held(ada)).toEqual(['bearings', 'maps']);
    const laterOn = `<subscription><timeframe>bill_date</timeframe>${addOns()}</subscription>`;
    await send('PUT', `/v2/subscriptions/${uuid}`, laterOn);
    expect(await held(ada)).toEqual(['bearings', 'maps']);
    await send('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${addOns(compass)}</subscription>`);
    expect(await held(ada)).toEqual(['bearings']);
    await grantBy('bearings', { items: [] });
    expect(await held(ada)).toEqual([]);

    const unknown = { issues: [{ field: 'permission.items', symbol: 'not_found' }] };
    await expect(grantBy('maps', { items: ['unknown'] })).rejects.toMatchObject(unknown);
  });

  it('are read in one request that says when nothing has changed', async () => {
    const { plan, account, subscribe, create, read } = await open();
    const gold = await plan();
    await create('hd-video', gold);
    const ada = await account();
    await subscribe(ada, gold);
    const path = `/v2/accounts/${ada}/permissions`;
    const first = await read(path);
    const tag = first.headers.get('ETag') ?? '';
    // Node's `fetch` would add `no-cache` to a conditional request.
    const again = await read(path, { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' });
    expect([again.status, again.text]).toEqual([304, '']);
    await create('downloads', gold);
    expect((await read(path, { 'If-None-Match': tag })).status).toBe(200);
  });

  it('survive the deletion of the plan, and belong to one site', async () => {
    const { plan, account, subscribe, create, held, api, read } = await open();
    const gold = await plan();
    await create('hd-video', gold);
    const ada = await account();
    await subscribe(ada, gold);
    await api('DELETE', `/v2/plans/${gold}`);
    expect(await held(ada)).toEqual(['hd-video']);
    const other = await open();
    expect((await other.read(`/v2/accounts/${ada}/permissions`)).status).toBe(404);
    expect((await read('/v2/accounts/unknown/entitlements')).status).toBe(404);
    const older = await api('GET', `/v2/accounts/${ada}/entitlements`, undefined, { 'X-Api-Version': '2.28' });
    expect([older.status, textOf(older.xml, 'symbol')]).toEqual([400, 'unavailable_in_api_version']);
    const shown = await read(`/v2/accounts/${ada}`);
    expect(within(shown.xml, 'entitlements')?.attributes.get('href')).toContain(`/v2/accounts/${ada}/entitlements`);
  });

  it('are refused with an unknown plan, a code that is taken or has blanks', async () => {
    const { plan, create, change } = await open();
    await create('hd-video', await plan());
    const refused = { issues: [{ field: 'permission.plans', symbol: 'invalid' }] };
    await expect(change('hd-video', 'unknown')).rejects.toMatchObject(refused);
    await expect(create('hd-video')).rejects.toMatchObject({ issues: [{ field: 'permission.code', symbol: 'taken' }] });
    await expect(create('HD video')).rejects.toMatchObject({ issues: [{ symbol: 'invalid' }] });
  });
});
