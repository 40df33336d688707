import { findRedeemableGiftCard } from '@service/billing/queries/catalogue/gift-cards.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { GiftCardDocument } from '@service/billing/values/catalogue/browser.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { Refusal } from '../refusal.ts';
import type { LookUpLimits } from '../within-limits.ts';
import { majorUnits } from './plan-document.ts';

/** A code is worth money, so look-ups are strictly limited. */
export const GIFT_CARD_LIMITS: LookUpLimits = { perAddress: 50, perKey: 5_000, seconds: 600 };

/**
 * Returns the value of a redeemable gift card, as JSON, without gifter and recipient. Throws `unknown-gift-card` for
 * any other code, without a reason.
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
