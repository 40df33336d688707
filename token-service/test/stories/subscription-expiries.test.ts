import { expect, it } from 'vitest';
import { textOf } from '../service.ts';
import { cycles, type EndingShop, openEndingShop } from './ending-shop.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('subscriptions that expire', (service) => {
  /** A shop on the tenth of January. */
  const open = async () => {
    const shop = await openEndingShop(service());
    await shop.travel('2027-01-10T00:00:00Z');
    return shop;
  };
  /** Acts, and returns the state that is answered, or the symbol of the refusal. */
  const state = async ({ act }: EndingShop, uuid: string, action: string) => {
    const answer = await act(uuid, action);
    return textOf(answer.xml, answer.status === 200 ? 'state' : 'symbol');
  };

  it('after a cancellation do so at its date, and cannot be reactivated from then on', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    await shop.travel('2027-01-25T00:00:00Z');
    expect(await state(shop, uuid, 'cancel')).toBe('canceled');
    await shop.travel('2027-02-09T23:59:59Z');
    expect(await state(shop, uuid, 'reactivate')).toBe('active');
    expect(await state(shop, uuid, 'cancel')).toBe('canceled');
    expect(await shop.announced(() => shop.travel('2027-02-10T00:00:00Z'))).toEqual(['expired_subscription']);
    expect(await shop.show(uuid, 'state', 'expires_at', 'canceled_at')).toEqual([
      'expired',
      '2027-02-10T00:00:00Z',
      '2027-02-09T23:59:59Z',
    ]);
    expect(await state(shop, uuid, 'reactivate')).toBe('subscription_not_reactivatable');
    await shop.travel('2027-06-01T00:00:00Z');
    expect(await shop.invoices(code)).toEqual(['2027-01-10T00:00:00Z purchase paid 3000']);
    const account = (await shop.api('GET', `/v2/accounts/${code}`)).xml;
    expect(textOf(account, 'has_live_subscription')).toBe('false');
  });

  it('at the end of their term are billed until then', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell('', cycles(3));
    expect(await state(shop, uuid, 'cancel?timeframe=term_end')).toBe('canceled');
    await shop.travel('2027-06-01T00:00:00Z');
    expect(await shop.invoices(code)).toEqual([
      '2027-01-10T00:00:00Z purchase paid 3000',
      '2027-02-10T00:00:00Z renewal paid 3000',
      '2027-03-10T00:00:00Z renewal paid 3000',
    ]);
    expect(await shop.show(uuid, 'state', 'expires_at')).toEqual(['expired', '2027-04-10T00:00:00Z']);
  });

  it('in their trial bill nothing', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell('<trial_ends_at>2027-01-24T00:00:00Z</trial_ends_at>');
    expect(await state(shop, uuid, 'cancel')).toBe('canceled');
    await shop.travel('2027-03-01T00:00:00Z');
    expect(await shop.invoices(code)).toEqual(['2027-01-10T00:00:00Z purchase paid 0']);
    expect(await shop.show(uuid, 'state', 'expires_at')).toEqual(['expired', '2027-01-24T00:00:00Z']);
  });

  it('after their account is closed stay usable until the end of the period', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    const events = await shop.announced(async () => {
      expect((await shop.api('DELETE', `/v2/accounts/${code}`)).status).toBe(204);
    });
    expect(events).toEqual(['canceled_subscription', 'canceled_account']);
    expect(await shop.show(uuid, 'state', 'expires_at')).toEqual(['canceled', '2027-02-10T00:00:00Z']);
    expect(await shop.announced(() => shop.travel('2027-03-01T00:00:00Z'))).toEqual(['expired_subscription']);
    expect(await shop.invoices(code)).toHaveLength(1);
  });

  it('can be reactivated only once their closed account is open again', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    await shop.api('DELETE', `/v2/accounts/${code}`);
    expect(await shop.refused(uuid, 'reactivate')).toEqual([422, 'account_closed']);
    const changed = await shop.api(
      'PUT',
      `/v2/subscriptions/${uuid}`,
      '<subscription><quantity>2</quantity></subscription>',
    );
    expect([changed.status, textOf(changed.xml, 'symbol')]).toEqual([422, 'account_closed']);
    expect(await shop.show(uuid, 'state')).toEqual(['canceled']);
    await shop.api('PUT', `/v2/accounts/${code}/reopen`);
    expect(await state(shop, uuid, 'reactivate')).toBe('active');
  });
});
