import { failedWork } from '@service/billing/queries/work/due.ts';
import { retryFailedWork } from '@service/billing/usecases/due/retry-failed-work.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { findings } from '../service.ts';
import { onSqlite } from './engines.ts';
import { openUsageShop, usd } from './usage-shop.ts';

/** An invoice can be 10¹⁵ cents, a unit 10⁷ cents, and one record of usage 10⁷ units. */
onSqlite('usage beyond the limit of an invoice', (service) => {
  it('is refused when it is recorded or changed', async () => {
    const shop = await openUsageShop(service());
    const { uuid } = await shop.sell({ turbines: `<usage_type>price</usage_type>${usd(10_000_000)}` });
    // Ten records of 10⁷ units at 10⁷ cents are 10¹⁵ cents.
    let last = '';
    for (let record = 0; record < 10; record += 1) last = await shop.use(uuid, 'turbines', '10000000');
    const more = await shop.api(
      'POST',
      `/v2/subscriptions/${uuid}/add_ons/turbines/usage`,
      '<usage><amount>1</amount></usage>',
    );
    expect([more.status, findings(more.xml)]).toEqual([422, ['usage.amount invalid']]);
    expect(more.text).toContain('exceeds the limit of an invoice, 1000000000000000 cents');
    const change = (amount: number) => shop.api('PUT', last, `<usage><amount>${amount}</amount></usage>`);
    expect((await change(9_999_999)).status).toBe(200);
    await shop.use(uuid, 'turbines', '1');
    expect(findings((await change(10_000_000)).xml)).toEqual(['usage.amount invalid']);
  });

  it('of all add-ons together leaves the renewal to an operator, names them, and is billed once it is less', async () => {
    const shop = await openUsageShop(service());
    const price = `<usage_type>price</usage_type>${usd(10_000_000)}`;
    const { uuid, account } = await shop.sell({ rotors: price, turbines: price });
    let last = '';
    for (let record = 0; record < 10; record += 1) last = await shop.use(uuid, 'turbines', '10000000');
    await shop.use(uuid, 'rotors', '1');
    await shop.travel('2027-04-10T00:00:00Z');
    const { storage } = service().service.opened;
    const [failed] = await failedWork({ storage })(shop.site);
    expect([failed?.kind, failed?.error]).toEqual([
      'subscription_boundary',
      'The invoice would exceed its limit: subscription.subscription_add_ons.rotors, subscription.subscription_add_ons.turbines',
    ]);
    expect(await shop.invoices(account)).toHaveLength(1);

    expect((await shop.api('DELETE', last)).status).toBe(204);
    const caller = { site: shop.site, at: failed?.at ?? 0, actor: 'command line', correlation: 'test' };
    await retryFailedWork({ storage, world: openWorld(service().clock) })(caller, 'subscription_boundary', uuid);
    await service().dueWork();
    expect(await shop.invoices(account)).toHaveLength(2);
  });
});
