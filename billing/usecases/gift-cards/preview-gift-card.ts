import { deliveryHour, giftCardIssues } from '../../domain/gift-cards/gift-card.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import { filled } from '../../resources/apply.ts';
import { type GiftCardInput, giftCard } from '../../resources/gift-card.ts';
import type { ClientFields } from '../../resources/resource.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

/** A gift card before its purchase, without number and code. */
export interface GiftCardPreview extends ClientFields<typeof giftCard> {
  readonly id: null;
  readonly redemption_code: null;
  readonly balance_in_cents: null;
  /** Null for a new account. */
  readonly gifter_account_code: string | null;
  readonly checkout_cost: number;
  readonly created_at: Seconds;
  readonly updated_at: Seconds;
  readonly delivered_at: null;
  readonly redeemed_at: null;
  readonly canceled_at: null;
}

/** Returns the gift card that a purchase would create, with its price, and writes nothing. Throws `Invalid`. */
export const previewGiftCard =
  ({ storage }: { readonly storage: Storage }) =>
  async (caller: Caller, { value, issues }: Submitted<GiftCardInput>): Promise<GiftCardPreview> => {
    const at = caller.at;
    const gifter = await existing(storage.of(caller.site.id), value);
    const closed: Issue[] =
      gifter?.state === 'closed'
        ? [{ field: 'gift_card.gifter_account.account_code', symbol: 'invalid', reason: 'account_closed' }]
        : [];
    refuse([...issues, ...closed, ...giftCardIssues(caller.site, value, issues, at)]);
    const given = filled(giftCard, value);
    const { deliver_at } = given.delivery;
    return {
      ...given,
      delivery: { ...given.delivery, deliver_at: deliver_at === null ? null : deliveryHour(deliver_at) },
      id: null,
      redemption_code: null,
      balance_in_cents: null,
      gifter_account_code: gifter?.account_code ?? null,
      // Neither taxed nor discounted.
      checkout_cost: given.unit_amount_in_cents,
      created_at: at,
      updated_at: at,
      delivered_at: null,
      redeemed_at: null,
      canceled_at: null,
    };
  };

const existing = async ({ accounts }: Records, { gifter_account }: GiftCardInput) =>
  gifter_account?.account_code ? accounts.find(gifter_account.account_code) : undefined;
