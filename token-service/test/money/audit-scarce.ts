import type { Books } from './read-books.ts';
import { cents, tally } from './sums.ts';

/**
 * Checks everything with limited uses: coupons, unique codes, gift cards. Open authorizations have reserved their
 * share.
 */
export const scarce = ({ coupons, redemptions, giftCards, invoices, intents }: Books): string[] => {
  const reserved = intents.flatMap(({ reserved }) => (reserved ? [JSON.parse(String(reserved))] : []));
  const waiting = (kind: string) =>
    tally(
      reserved.flatMap((one) => one[kind] as string[]),
      String,
      () => 1,
    );
  const redeemed = tally(
    redemptions,
    ({ coupon_key }) => String(coupon_key),
    () => 1,
  );
  const codes = tally(
    redemptions.filter(({ unique_code_key }) => unique_code_key !== null),
    ({ unique_code_key }) => String(unique_code_key),
    () => 1,
  );
  const credits = tally(
    invoices.filter(({ type, gift_card_id }) => type === 'credit' && gift_card_id !== null),
    ({ gift_card_id }) => String(gift_card_id),
    () => 1,
  );
  return [
    ...coupons.flatMap((coupon) => {
      const [counted, key] = [cents(coupon, 'redemption_count'), String(coupon.key)];
      const made = (redeemed.get(key) ?? 0) + (waiting('coupons').get(key) ?? 0);
      const most = coupon.max_redemptions === null ? Number.POSITIVE_INFINITY : cents(coupon, 'max_redemptions');
      return [
        ...(counted === made ? [] : [`${coupon.coupon_code} counts ${counted} redemptions, and there are ${made}`]),
        ...(made > most ? [`${coupon.coupon_code} was redeemed ${made} times of ${most}`] : []),
      ];
    }),
    ...[...codes]
      .filter(([, times]) => times > 1)
      .map(([key, times]) => `The unique code ${key} was used ${times} times`),
    ...giftCards.flatMap((card) => {
      const used = (credits.get(String(card.id)) ?? 0) + (waiting('gift_cards').get(String(card.key)) ?? 0);
      const wanted = card.redeemed_at === null ? 0 : 1;
      return used === wanted ? [] : [`${card.redemption_code} was redeemed ${wanted} times, and used ${used} times`];
    }),
  ];
};

/** Checks that no intents are open except authorizations. */
export const openIntents = ({ intents }: Books): string[] =>
  intents
    .filter(({ kind }) => kind !== 'authorization')
    .map(({ kind, subject }) => `The ${kind} of ${subject} is open`);
