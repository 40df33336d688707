import { expect, it } from 'vitest';
import { textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop, type SubscriptionShop } from './subscription-shop.ts';

onBothEngines('subscriptions that expire', (service) => {
  const sold = async (inner = '', plan = '') => {
    const shop = await openShop(service());
    await shop.travel('2027-01-10T00:00:00Z');
    const code = await shop.account();
    return { shop, code, uuid: await shop.subscribe(code, await shop.plan(plan), inner) };
  };
  const put = async ({ api }: SubscriptionShop, uuid: string, action: string) => {
    const answer = await api('PUT', `/v2/subscriptions/${uuid}/${action}`);
    return answer.status === 200 ? textOf(answer.xml, 'state') : textOf(answer.xml, 'symbol');
  };
  const eventsSince = async ({ records }: SubscriptionShop, operation: () => Promise<unknown>) => {
    const all = async () => (await records().events.after(undefined, 10_000)) ?? [];
    const before = (await all()).length;
    await operation();
    return (await all()).slice(before).map(({ type }) => type);
  };

  it('after a cancellation do so at its date, and cannot be reactivated from then on', async () => {
    const { shop, code, uuid } = await sold();
    await shop.travel('2027-01-25T00:00:00Z');
    expect(await put(shop, uuid, 'cancel')).toBe('canceled');
    await shop.travel('2027-02-09T23:59:59Z');
    expect(await put(shop, uuid, 'reactivate')).toBe('active');
    expect(await put(shop, uuid, 'cancel')).toBe('canceled');
    expect(await eventsSince(shop, () => shop.travel('2027-02-10T00:00:00Z'))).toEqual(['expired_subscription']);
    expect(await shop.show(uuid, 'state', 'expires_at', 'canceled_at')).toEqual([
      'expired',
      '2027-02-10T00:00:00Z',
      '2027-02-09T23:59:59Z',
    ]);
    expect(await put(shop, uuid, 'reactivate')).toBe('subscription_not_reactivatable');
    await shop.travel('2027-06-01T00:00:00Z');
    expect(await shop.invoices(code)).toEqual(['2027-01-10T00:00:00Z purchase paid 3000']);
    const account = (await shop.api('GET', `/v2/accounts/${code}`)).xml;
    expect(textOf(account, 'has_live_subscription')).toBe('false');
  });

  it('at the end of their term are billed until then', async () => {
    const { shop, code, uuid } = await sold('', '<total_billing_cycles>3</total_billing_cycles>');
    expect(await put(shop, uuid, 'cancel?timeframe=term_end')).toBe('canceled');
    await shop.travel('2027-06-01T00:00:00Z');
    expect(await shop.invoices(code)).toEqual([
      '2027-01-10T00:00:00Z purchase paid 3000',
      '2027-02-10T00:00:00Z renewal paid 3000',
      '2027-03-10T00:00:00Z renewal paid 3000',
    ]);
    expect(await shop.show(uuid, 'state', 'expires_at')).toEqual(['expired', '2027-04-10T00:00:00Z']);
  });

  it('in their trial bill nothing', async () => {
    const { shop, code, uuid } = await sold('<trial_ends_at>2027-01-24T00:00:00Z</trial_ends_at>');
    expect(await put(shop, uuid, 'cancel')).toBe('canceled');
    await shop.travel('2027-03-01T00:00:00Z');
    expect(await shop.invoices(code)).toEqual(['2027-01-10T00:00:00Z purchase paid 0']);
    expect(await shop.show(uuid, 'state', 'expires_at')).toEqual(['expired', '2027-01-24T00:00:00Z']);
  });

  it('after their account is closed stay usable until the end of the period', async () => {
    const { shop, code, uuid } = await sold();
    const events = await eventsSince(shop, async () => {
      expect((await shop.api('DELETE', `/v2/accounts/${code}`)).status).toBe(204);
    });
    expect(events).toEqual(['canceled_subscription', 'canceled_account']);
    expect(await shop.show(uuid, 'state', 'expires_at')).toEqual(['canceled', '2027-02-10T00:00:00Z']);
    expect(await eventsSince(shop, () => shop.travel('2027-03-01T00:00:00Z'))).toEqual(['expired_subscription']);
    expect(await shop.invoices(code)).toHaveLength(1);
  });

  it.each([
    ['later', '2027-04-15T00:00:00Z', ['2027-04-15T00:00:00Z', '2027-05-15T00:00:00Z']],
    ['earlier', '2027-01-20T00:00:00Z', ['2027-01-20T00:00:00Z', '2027-02-20T00:00:00Z', '2027-03-20T00:00:00Z']],
  ])('not, but are postponed to an %s date, are billed from then on', async (_, date, boundaries) => {
    const { shop, code, uuid } = await sold();
    expect(await put(shop, uuid, `postpone?next_bill_date=${date}`)).toBe('active');
    await shop.travel(boundaries.at(-1) ?? '');
    expect((await shop.invoices(code)).slice(1)).toEqual(boundaries.map((at) => `${at} renewal paid 3000`));
  });
});
