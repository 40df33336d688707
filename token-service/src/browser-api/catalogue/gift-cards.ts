import type { GiftCardDocument } from '@service/billing/catalogue/browser.ts';
import { findRedeemableGiftCard } from '@service/billing/queries/gift-cards/find-redeemable-gift-card.ts';
import type { QueryDeps } from '@service/billing/queries/site-query.ts';
import type { Site } from '@service/billing/site.ts';
import type { Form } from '../form-body.ts';
import { Refusal } from '../refusal.ts';
import type { LookUpLimits } from '../within-limits.ts';
import { majorUnits } from './plan-document.ts';

/** A code is as good as money, so no customer looks up many of them. */
export const GIFT_CARD_LIMITS: LookUpLimits = { perAddress: 50, perKey: 5_000, seconds: 600 };

/**
 * The value of a gift card that can be redeemed, as JSON: nothing of who gave it to whom. Throws `unknown-gift-card`
 * for any other code, and does not say why.
 */
export const giftCards = (deps: QueryDeps) => {
  const find = findRedeemableGiftCard(deps);
  return async (site: Site, { code = '' }: Form): Promise<string> => {
    const found = await find({ site }, code);
    if (!found) throw new Refusal('unknown-gift-card');
    const { currency, unit_amount_in_cents } = found;
    const document: GiftCardDocument = {
      currency,
      unit_amount: majorUnits(unit_amount_in_cents, currency),
      unit_amount_in_cents,
    };
    return JSON.stringify(document);
  };
};
