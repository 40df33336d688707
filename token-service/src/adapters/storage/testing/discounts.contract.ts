import type { CouponFilter, RedemptionFilter } from '@service/billing/ports/coupons.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aCoupon, aGiftCard, anAccount, aRedemption, aUniqueCode, id, NOON } from './samples.ts';
import { aSubscription } from './selling-samples.ts';

const everything = { sort: 'created_at', order: 'asc', limit: 200 } as const;

/** Coupons, their unique codes, what accounts redeemed of them, and gift cards. */
export const discountsBehave = (ground: () => Ground): void => {
  describe('coupons', () => {
    // Site 2: one in each state.
    const now = NOON;
    const open = aCoupon(800, {
      redeemable_until: now,
      max_redemptions: 2,
      redemption_count: 1,
      discount_in_cents: { JPY: 5 },
    });
    const past = aCoupon(801, { redeemable_until: now - 1, max_redemptions: 1, redemption_count: 1 });
    const full = aCoupon(802, { max_redemptions: 3, redemption_count: 3, plan_codes: ['gold', 'silver'] });
    const gone = aCoupon(803, { deleted_at: now, max_redemptions: 3, redemption_count: 3 });
    beforeAll(async () => {
      for (const coupon of [open, past, full, gone]) await ground().of(2).coupons.add(coupon);
    });

    test('come back as they were put in, without regard to case, and as they were changed', async () => {
      const { coupons } = ground().of(2);
      for (const coupon of [open, past, full, gone]) {
        expect(await coupons.find(coupon.coupon_code.toUpperCase())).toEqual({ coupon, unique: null });
      }
      const changed = { ...open, name: 'Other', max_redemptions: 9, redeem_by_date: null };
      await coupons.save(changed);
      expect((await coupons.find(open.coupon_code))?.coupon).toEqual(changed);
      await coupons.save(open);
      expect(await coupons.find('unknown')).toBeUndefined();
    });

    test.each<[CouponFilter, number[]]>([
      [{ at: now }, [800, 801, 802, 803]],
      [{ at: now, state: 'redeemable' }, [800]],
      [{ at: now, state: 'expired' }, [801]],
      [{ at: now, state: 'maxed_out' }, [802]],
      [{ at: now, state: 'inactive' }, [803]],
      [{ at: now + 1, state: 'expired' }, [800, 801]],
    ])('by %j', async (filter, expected) => {
      const query = { ...everything, filter };
      const { records } = await ground().of(2).coupons.list(query);
      expect(records.map(({ key }) => key)).toEqual(expected.map(id));
      expect(await ground().of(2).coupons.count(query)).toBe(expected.length);
    });

    test('of one code the newest is found', async () => {
      const { coupons } = ground().of(1);
      await coupons.add(aCoupon(811, { folded_code: 'twice' }));
      await coupons.add(aCoupon(810, { folded_code: 'twice' }));
      expect((await coupons.find('Twice'))?.coupon.key).toBe(id(811));
    });

    test('for a plan are for it under its new code', async () => {
      const { coupons } = ground().of(1);
      const [named, other] = [
        aCoupon(815, { plan_codes: ['tide', 'tide_line', 'gold'] }),
        aCoupon(816, { plan_codes: ['tide'] }),
      ];
      for (const coupon of [named, other]) await coupons.add(coupon);
      await coupons.renamePlan('tide_line', 'tide-2', NOON + 1);
      expect(await coupons.byKey(named.key)).toEqual({
        ...named,
        plan_codes: ['tide', 'tide-2', 'gold'],
        updated_at: NOON + 1,
      });
      expect(await coupons.byKey(other.key)).toEqual(other);
    });

    test('for an item are for it under its new code', async () => {
      const { coupons } = ground().of(1);
      const named = aCoupon(817, { item_codes: ['mug', 'mug-2'] });
      await coupons.add(named);
      await coupons.renameItem('mug', 'cup', NOON + 1);
      expect(await coupons.byKey(named.key)).toEqual({ ...named, item_codes: ['cup', 'mug-2'], updated_at: NOON + 1 });
    });

    test('are counted up to their limit and no further, also concurrently', async () => {
      const { storage } = ground().open;
      const [limited, unlimited] = [aCoupon(812, { max_redemptions: 3 }), aCoupon(813)];
      for (const coupon of [limited, unlimited]) await ground().of(1).coupons.add(coupon);
      const counts = (key: string) =>
        Promise.all(
          Array.from({ length: 12 }, () =>
            storage.transaction(ground().siteId(1), ({ coupons }) => coupons.redeem(key)),
          ),
        );
      expect((await counts(limited.key)).filter(Boolean)).toHaveLength(3);
      expect((await counts(unlimited.key)).filter(Boolean)).toHaveLength(12);
      expect((await ground().of(1).coupons.find(limited.coupon_code))?.coupon.redemption_count).toBe(3);
      await ground().of(1).coupons.unredeem(limited.key);
      expect((await ground().of(1).coupons.find(limited.coupon_code))?.coupon.redemption_count).toBe(2);
    });
  });

  describe('unique codes', () => {
    const campaign = aCoupon(820, { coupon_type: 'bulk', unique_coupon_codes_count: 0 });
    const [one, two] = [aUniqueCode(821, campaign), aUniqueCode(822, campaign)];
    beforeAll(async () => {
      const { coupons } = ground().of(1);
      await coupons.add(campaign);
      await coupons.codes.add(campaign.key, [one, two]);
    });

    test('lead to their coupon, which counts them', async () => {
      const { coupons } = ground().of(1);
      const coupon = { ...campaign, unique_coupon_codes_count: 2 };
      expect(await coupons.find(one.coupon_code.toUpperCase())).toEqual({ coupon, unique: one });
      const query = { ...everything, filter: { coupon_key: campaign.key } };
      expect((await coupons.codes.list(query)).records).toEqual([one, two]);
      expect(await coupons.codes.count(query)).toBe(2);
    });

    test('are there once', async () => {
      const again = { ...aUniqueCode(823, campaign), folded_code: one.folded_code };
      await expect(ground().of(1).coupons.codes.add(campaign.key, [again])).rejects.toThrow();
      expect((await ground().of(1).coupons.find(campaign.coupon_code))?.coupon.unique_coupon_codes_count).toBe(2);
    });

    test('are redeemed once, and changed', async () => {
      const { codes, find } = ground().of(1).coupons;
      expect([await codes.redeem(two.key, NOON), await codes.redeem(two.key, NOON + 1)]).toEqual([true, false]);
      expect((await find(two.coupon_code))?.unique).toMatchObject({ redeemed_at: NOON, updated_at: NOON });
      await codes.unredeem(two.key);
      expect((await find(two.coupon_code))?.unique).toMatchObject({ redeemed_at: null });
      await codes.save({ ...one, deleted_at: NOON });
      expect((await find(one.coupon_code))?.unique).toEqual({ ...one, deleted_at: NOON });
    });

    test('are counted, and revoked at once while they are not redeemed', async () => {
      const { coupons } = ground().of(1);
      const given = aCoupon(824, { coupon_type: 'bulk', unique_coupon_codes_count: 0 });
      const [used, revoked, left, last] = [825, 826, 827, 828].map((n) => aUniqueCode(n, given));
      await coupons.add(given);
      expect(await coupons.codes.counts(given.key)).toEqual({ redeemed: 0, revoked: 0, unused: 0 });
      await coupons.codes.add(given.key, [used!, revoked!, left!, last!]);
      await coupons.codes.redeem(used!.key, NOON);
      await coupons.codes.save({ ...revoked!, deleted_at: NOON });
      expect(await coupons.codes.counts(given.key)).toEqual({ redeemed: 1, revoked: 1, unused: 2 });
      expect(
        await ground()
          .of(2)
          .coupons.codes.revokeUnused(given.key, NOON + 5),
      ).toBe(0);
      expect(await coupons.codes.revokeUnused(given.key, NOON + 5)).toBe(2);
      expect(await coupons.codes.counts(given.key)).toEqual({ redeemed: 1, revoked: 3, unused: 0 });
      expect((await coupons.find(left!.coupon_code))?.unique).toMatchObject({
        deleted_at: NOON + 5,
        updated_at: NOON + 5,
      });
      expect((await coupons.find(used!.coupon_code))?.unique).toMatchObject({ deleted_at: null });
      expect((await coupons.find(revoked!.coupon_code))?.unique).toMatchObject({ deleted_at: NOON });
    });
  });

  describe('redemptions', () => {
    const [owner, neighbour] = [anAccount(830), anAccount(831)];
    const [coupon, other] = [aCoupon(832), aCoupon(833, { coupon_type: 'bulk', unique_coupon_codes_count: 0 })];
    const code = aUniqueCode(834, other);
    const [live, expired] = [aSubscription(835, owner), aSubscription(836, owner, { state: 'expired' })];
    const kept = [
      aRedemption(840, owner, coupon),
      aRedemption(841, owner, other, { unique_code_key: code.key, active_until: NOON + 1000 }),
      aRedemption(842, owner, coupon, { ended_at: NOON }),
      aRedemption(843, owner, coupon, { subscription_id: live.uuid, single_use: true }),
      aRedemption(844, owner, coupon, { subscription_id: expired.uuid, subscription_expired: true }),
      aRedemption(845, neighbour, coupon, { total_discounted_in_cents: 77 }),
    ];
    beforeAll(async () => {
      const { accounts, coupons, subscriptions, redemptions } = ground().of(1);
      for (const account of [owner, neighbour]) await accounts.add(account);
      for (const one of [coupon, other]) await coupons.add(one);
      await coupons.codes.add(other.key, [code]);
      for (const one of [live, expired]) await subscriptions.add(one);
      for (const one of kept) await redemptions.add(one);
    });

    test('come back as they were put in, and as they were changed', async () => {
      const { redemptions } = ground().of(1);
      for (const one of kept) expect(await redemptions.find(one.account_id, one.uuid)).toEqual(one);
      expect(await redemptions.find(neighbour.id, id(840))).toBeUndefined();
      const changed = { ...kept[5]!, total_discounted_in_cents: 99, ended_at: NOON, updated_at: NOON };
      await redemptions.save(changed);
      expect(await redemptions.find(neighbour.id, id(845))).toEqual(changed);
    });

    test.each<[number, number[]]>([
      [NOON, [840, 841, 843]],
      [NOON + 999, [840, 841, 843]],
      [NOON + 1000, [840, 843]],
    ])('in force at %i', async (now, expected) => {
      const active = await ground().of(1).redemptions.active(owner.id, now);
      expect(active.map(({ uuid }) => uuid)).toEqual(expected.map(id));
    });

    test.each<[RedemptionFilter, number[]]>([
      [{ account_id: owner.id }, [840, 841, 842, 843, 844]],
      [{ coupon_key: coupon.key }, [840, 842, 843, 844, 845]],
      [{ coupon_key: other.key, unique_code_key: code.key }, [841]],
      [{ subscription_id: live.uuid }, [843]],
    ])('by %j', async (filter, expected) => {
      const query = { ...everything, filter };
      const { records } = await ground().of(1).redemptions.list(query);
      expect(records.map(({ uuid }) => uuid)).toEqual(expected.map(id));
      expect(await ground().of(1).redemptions.count(query)).toBe(expected.length);
    });

    test('are counted by account and coupon, those that ended too', async () => {
      const { redemptions } = ground().of(1);
      expect(await redemptions.countOf(owner.id, coupon.key)).toBe(4);
      expect(await redemptions.countOf(neighbour.id, other.key)).toBe(0);
    });
  });

  describe('gift cards', () => {
    const [gifter, recipient] = [anAccount(850), anAccount(851)];
    const [fresh, spent] = [
      aGiftCard(852, gifter),
      aGiftCard(853, gifter, {
        recipient_account_id: recipient.id,
        recipient_account_code: recipient.account_code,
        redeemed_at: NOON,
        balance_in_cents: 150,
      }),
    ];
    beforeAll(async () => {
      for (const account of [gifter, recipient]) await ground().of(1).accounts.add(account);
      for (const card of [fresh, spent]) await ground().of(1).giftCards.add(card);
    });

    test('are found by number, and by code without regard to case', async () => {
      const { giftCards } = ground().of(1);
      for (const card of [fresh, spent]) {
        expect(await giftCards.find(card.id)).toEqual(card);
        expect(await giftCards.byCode(card.redemption_code.toLowerCase())).toEqual(card);
      }
      expect(await giftCards.find(1)).toBeUndefined();
      expect(await giftCards.byCode('unknown')).toBeUndefined();
    });

    test('are redeemed once, until that is released', async () => {
      const { giftCards } = ground().of(1);
      const card = aGiftCard(854, recipient);
      await giftCards.add(card);
      expect([await giftCards.redeem(card.key, NOON), await giftCards.redeem(card.key, NOON + 1)]).toEqual([
        true,
        false,
      ]);
      expect(await giftCards.find(card.id)).toEqual({ ...card, redeemed_at: NOON, updated_at: NOON });
      await giftCards.unredeem(card.key);
      expect(await giftCards.redeem(card.key, NOON + 2)).toBe(true);
      await giftCards.save({ ...card, canceled_at: NOON + 3, redeemed_at: null });
      expect(await giftCards.redeem(card.key, NOON + 4)).toBe(false);
    });

    test('are changed, and listed by who gave and who has them', async () => {
      const { giftCards } = ground().of(1);
      await giftCards.save({ ...fresh, delivered_at: NOON });
      expect(await giftCards.find(fresh.id)).toEqual({ ...fresh, delivered_at: NOON });
      const of = async (filter: Parameters<typeof giftCards.list>[0]['filter']) =>
        (await giftCards.list({ ...everything, filter })).records.map(({ id }) => id);
      expect(await of({ gifter_account_code: gifter.account_code })).toEqual([852, 853]);
      expect(await of({ recipient_account_code: recipient.account_code })).toEqual([853]);
      expect(await of({ gifter_account_code: 'unknown' })).toEqual([]);
      expect(await giftCards.count({ ...everything, filter: { gifter_account_code: 'unknown' } })).toBe(0);
    });
  });

  describe('of another site', () => {
    const owner = anAccount(860);
    const campaign = aCoupon(861, { coupon_type: 'bulk', unique_coupon_codes_count: 0 });
    const code = aUniqueCode(862, campaign);
    const redemption = aRedemption(863, owner, campaign, { unique_code_key: code.key });
    const card = aGiftCard(864, owner);
    beforeAll(async () => {
      const { accounts, coupons, redemptions, giftCards } = ground().of(1);
      await accounts.add(owner);
      await coupons.add(campaign);
      await coupons.codes.add(campaign.key, [code]);
      await redemptions.add(redemption);
      await giftCards.add(card);
    });

    test.each<[string, (records: Records) => Promise<unknown>, unknown]>([
      ['no coupon is found', ({ coupons }) => coupons.find(campaign.coupon_code), undefined],
      ['no unique code', ({ coupons }) => coupons.find(code.coupon_code), undefined],
      ['no coupon is counted', ({ coupons }) => coupons.count({ ...everything, filter: { at: NOON } }), 0],
      ['no redemption is counted in', ({ coupons }) => coupons.redeem(campaign.key), false],
      ['no code is used', ({ coupons }) => coupons.codes.redeem(code.key, NOON), false],
      [
        'no code is listed',
        ({ coupons }) => coupons.codes.list({ ...everything, filter: { coupon_key: campaign.key } }),
        { records: [], more: false },
      ],
      ['no redemption is found', ({ redemptions }) => redemptions.find(owner.id, redemption.uuid), undefined],
      ['none is in force', ({ redemptions }) => redemptions.active(owner.id, NOON), []],
      ['none is remembered', ({ redemptions }) => redemptions.countOf(owner.id, campaign.key), 0],
      [
        'none is listed',
        ({ redemptions }) => redemptions.list({ ...everything, filter: { coupon_key: campaign.key } }),
        { records: [], more: false },
      ],
      ['no gift card is found', ({ giftCards }) => giftCards.find(card.id), undefined],
      ['nor by its code', ({ giftCards }) => giftCards.byCode(card.redemption_code), undefined],
      [
        'none is counted',
        ({ giftCards }) => giftCards.count({ ...everything, filter: { gifter_account_code: owner.account_code } }),
        0,
      ],
    ])('%s', async (_, ask, nothing) => {
      expect(await ask(ground().of(3))).toEqual(nothing);
    });

    test('nothing is changed or added to', async () => {
      const { coupons, redemptions, giftCards } = ground().of(3);
      await coupons.save({ ...campaign, name: 'Mine' });
      await coupons.codes.save({ ...code, deleted_at: NOON });
      await redemptions.save({ ...redemption, ended_at: NOON });
      await giftCards.save({ ...card, redeemed_at: NOON });
      await expect(coupons.codes.add(campaign.key, [aUniqueCode(865, campaign)])).rejects.toThrow();
      await expect(redemptions.add(aRedemption(866, owner, campaign))).rejects.toThrow();
      await expect(giftCards.add(aGiftCard(867, owner))).rejects.toThrow();

      const own = ground().of(1);
      const coupon = { ...campaign, unique_coupon_codes_count: 1 };
      expect(await own.coupons.find(code.coupon_code)).toEqual({ coupon, unique: code });
      expect(await own.redemptions.find(owner.id, redemption.uuid)).toEqual(redemption);
      expect(await own.giftCards.find(card.id)).toEqual(card);
    });
  });
};
