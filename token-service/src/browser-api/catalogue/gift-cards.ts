import type { GiftCardDocument } from '@service/billing/catalogue/browser.ts';
import { isRedeemableCard } from '@service/billing/gift-cards/gift-card.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
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
export const giftCards =
  ({ of }: Pick<Storage, 'of'>) =>
  async (site: Site, { code = '' }: Form): Promise<string> => {
    const found = await of(site.id).giftCards.byCode(code.trim());
    if (!found || !isRedeemableCard(found)) throw new Refusal('unknown-gift-card');
    const { currency, unit_amount_in_cents } = found;
    const document: GiftCardDocument = {
      currency,
      unit_amount: majorUnits(unit_amount_in_cents, currency),
      unit_amount_in_cents,
    };
    return JSON.stringify(document);
  };
