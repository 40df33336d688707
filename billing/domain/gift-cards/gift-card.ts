import type { GiftCardInput } from '../../resources/gift-card.ts';
import type { GiftCardOffer } from '../../resources/setting.ts';
import type { Site } from '../../resources/site.ts';
import type { Issue } from '../../values/failure.ts';
import type { Ids } from '../../values/ids.ts';
import { DAY, HOUR, type Seconds } from '../../values/time.ts';
import type { BoughtGiftCard, GiftCardRecord, GiftCardRow } from './record.ts';

/** Letters and digits of a redemption code. */
const CODE_LENGTH = 16;

/** Returns a newly bought gift card. Its number and its invoice are set when the sale is recorded. */
export const purchasedGiftCard = (
  { ids }: { readonly ids: Ids },
  bought: BoughtGiftCard,
  gifter_account_id: string,
  at: Seconds,
): GiftCardRow => ({
  ...bought,
  key: ids.uuid(),
  id: 0,
  redemption_code: ids.secret(CODE_LENGTH).toUpperCase(),
  balance_in_cents: null,
  gifter_account_id,
  recipient_account_id: null,
  purchase_invoice_id: null,
  redemption_invoice_id: null,
  created_at: at,
  updated_at: at,
  delivery_due_at: null,
  delivered_at: null,
  redeemed_at: null,
  canceled_at: null,
  breakage_at: null,
});

/** Whether its value was neither taken nor withdrawn. */
export const isOpenCard = ({ redeemed_at, canceled_at }: Pick<GiftCardRow, 'redeemed_at' | 'canceled_at'>): boolean =>
  redeemed_at === null && canceled_at === null;

export type CardObstacle = 'gift_card_canceled' | 'gift_card_already_redeemed' | 'gift_card_not_paid';

/** Returns why the value of a card cannot be taken; undefined if it can. */
export const cardObstacle = ({
  redeemed_at,
  canceled_at,
  paid,
}: Pick<GiftCardRecord, 'redeemed_at' | 'canceled_at' | 'paid'>): CardObstacle | undefined => {
  if (canceled_at !== null) return 'gift_card_canceled';
  if (redeemed_at !== null) return 'gift_card_already_redeemed';
  return paid ? undefined : 'gift_card_not_paid';
};

export const isRedeemableCard = (card: Parameters<typeof cardObstacle>[0]): boolean => cardObstacle(card) === undefined;

const YEAR = 365 * DAY;

/** E-mails leave on the hour. */
export const deliveryHour = (at: Seconds): Seconds => at - (at % HOUR);

/** Returns the issues of a new gift card that its table does not check. */
export const giftCardIssues = (site: Site, input: GiftCardInput, found: readonly Issue[], now: Seconds): Issue[] => {
  const unread = new Set(found.map(({ field }) => field));
  return [...offerIssues(site, input), ...deliveryIssues(input.delivery, now)].filter(
    ({ field }) => !unread.has(field),
  );
};

/** Requires a product, currency and amount that the site offers in combination. */
const offerIssues = (
  { gift_card_offers }: Site,
  { product_code, currency, unit_amount_in_cents }: GiftCardInput,
): Issue[] => {
  const requested = { product_code, currency, unit_amount_in_cents };
  let offers: readonly GiftCardOffer[] = gift_card_offers;
  for (const name of ['product_code', 'currency', 'unit_amount_in_cents'] as const) {
    const choices = [...new Set(offers.map((offer) => String(offer[name])))];
    offers = offers.filter((offer) => offer[name] === requested[name]);
    const field = `gift_card.${name}`;
    if (offers.length === 0)
      return [requested[name] ? { field, symbol: 'inclusion', choices } : { field, symbol: 'blank' }];
  }
  return [];
};

const deliveryIssues = (delivery: GiftCardInput['delivery'], now: Seconds): Issue[] => {
  if (!delivery) return [];
  const { method, email_address, address, deliver_at } = delivery;
  const field = (name: string): string => `gift_card.delivery.${name}`;
  return [
    ...(method === 'email' && !email_address ? [{ field: field('email_address'), symbol: 'blank' as const }] : []),
    ...(method === 'post' && !address ? [{ field: field('address'), symbol: 'blank' as const }] : []),
    ...(deliver_at && deliver_at < now + HOUR
      ? [{ field: field('deliver_at'), symbol: 'in_past' as const, count: 1 }]
      : []),
    ...(deliver_at && deliver_at > now + YEAR
      ? [{ field: field('deliver_at'), symbol: 'invalid', reason: 'too_far_ahead' } as const]
      : []),
  ];
};
