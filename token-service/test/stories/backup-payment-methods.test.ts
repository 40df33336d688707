import { beforeAll, expect, it } from 'vitest';
import { textOf } from '../service.ts';
import { FAILING } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';
import { BACKUP, CARDS, openWalletShop, type WalletShop } from './wallet-shop.ts';

/** A card with the number of another one that is declined softly, and its own expiry. */
const OTHER_SOFT = `${FAILING.soft} of 2041`;

onBothEngines('the backup payment method', (service) => {
  let shop: WalletShop;
  beforeAll(async () => {
    shop = await openWalletShop(service());
  });
  /** The month after those of the tests before. */
  let month = 2;
  const dayOf = (day: number) =>
    `${2027 + Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const onDay = (day: number) => shop.travel(`${dayOf(day)}T00:00:00Z`);

  /** Sells a subscription whose renewals are declined, and moves the clock to the first renewal. */
  const renewal = async (card: string, backup?: string) => {
    const code = await shop.account();
    month += 1;
    await onDay(1);
    const uuid = await shop.subscribe(code, await shop.plan());
    expect((await shop.api('PUT', `/v2/accounts/${code}/billing_info`, cardInfo(card))).status).toBe(200);
    const backupUuid = backup ? await shop.add(code, backup, BACKUP) : '';
    month += 1;
    await onDay(1);
    return { code, uuid, backupUuid, latest: async () => (await shop.charged(code)).at(-1) };
  };

  it('is charged at once after a decline: the invoice is paid, and no dunning begins', async () => {
    const { code, latest } = await renewal(FAILING.soft, CARDS.mastercard);
    expect(await latest()).toBe('renewal paid 0341 declined, 4444 B');
    for (const type of ['new_dunning_event', 'past_due_charge_invoice'])
      expect(await shop.events(code, type)).toEqual([]);
    expect(await shop.events(code, 'failed_payment')).toHaveLength(1);
    // The refund goes back to the backup, and is no attempt with it.
    const number = await shop.latestNumber(code);
    const refund = `<invoice><amount_in_cents>1000</amount_in_cents></invoice>`;
    const refunded = await shop.api('POST', `/v2/invoices/${number}/refund`, refund);
    expect(refunded.status, refunded.text).toBe(201);
    const { xml } = await shop.api('GET', `/v2/accounts/${code}/transactions?type=refund`);
    const back = xml?.children[0];
    expect(textOf(back, 'details', 'account', 'billing_info', 'last_four')).toBe('4444');
    expect(textOf(back, 'backup_payment_method_used')).toBe('false');
  });

  it('is tried in turns when both are declined', async () => {
    const { code, latest } = await renewal(FAILING.soft, FAILING.soft);
    // The same card twice is no backup.
    expect(await latest()).toBe('renewal past_due 0341 declined');
    const other = await renewal(FAILING.soft, OTHER_SOFT);
    expect(await other.latest()).toBe('renewal past_due 0341 declined, 0341 B declined');
    expect(await shop.events(other.code, 'new_dunning_event')).toHaveLength(1);
    // Both attempts of the first day are one step: the next ones follow 3, 5 and 7 days later.
    await onDay(4);
    await onDay(9);
    await onDay(16);
    expect(await other.latest()).toBe(
      'renewal past_due 0341 declined, 0341 B declined, 0341 declined, 0341 B declined, 0341 declined',
    );
    expect(code).not.toBe(other.code);
  });

  it('goes on alone once the method is permanently declined, and the method without it', async () => {
    const hard = await renewal(FAILING.hard, FAILING.soft);
    await onDay(9);
    expect(await hard.latest()).toBe(
      'renewal past_due 9979 declined, 0341 B declined, 0341 B declined, 0341 B declined',
    );
    const hardBackup = await renewal(FAILING.soft, FAILING.hard);
    await onDay(9);
    expect(await hardBackup.latest()).toBe(
      'renewal past_due 0341 declined, 9979 B declined, 0341 declined, 0341 declined',
    );
  });

  it('is not charged after a communication error', async () => {
    const { latest } = await renewal(FAILING.trouble, CARDS.mastercard);
    expect(await latest()).toMatch(/^renewal pending 5126 declined/);
    expect(await latest()).not.toContain('4444');
  });

  it('is used from the next retry when it is named during dunning, also if no retry was left', async () => {
    const { code, latest } = await renewal(FAILING.soft);
    expect(await latest()).toBe('renewal past_due 0341 declined');
    await onDay(2);
    await shop.add(code, CARDS.mastercard, BACKUP);
    await service().dueWork();
    expect(await latest()).toBe('renewal past_due 0341 declined');
    await onDay(4);
    expect(await latest()).toBe('renewal paid 0341 declined, 4444 B');

    const stranded = await renewal(FAILING.hard);
    expect(await stranded.latest()).toBe('renewal past_due 9979 declined');
    await onDay(2);
    await shop.add(stranded.code, CARDS.discover, BACKUP);
    await service().dueWork();
    expect(await stranded.latest()).toBe('renewal paid 9979 declined, 1117 B');
  });

  it('is no longer used once it is deleted, and not for what the customer buys', async () => {
    const { code, backupUuid, latest } = await renewal(FAILING.soft, OTHER_SOFT);
    expect((await shop.api('DELETE', `/v2/accounts/${code}/billing_infos/${backupUuid}`)).status).toBe(204);
    await onDay(9);
    expect(await latest()).toBe('renewal past_due 0341 declined, 0341 B declined, 0341 declined, 0341 declined');
    await shop.add(code, CARDS.mastercard, BACKUP);
    const refused = await shop.api(
      'POST',
      '/v2/purchases',
      `<purchase><collection_method>automatic</collection_method><currency>USD</currency><account><account_code>${code}</account_code></account><adjustments><adjustment><unit_amount_in_cents>500</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    );
    expect(refused.status).toBe(422);
  });
});
