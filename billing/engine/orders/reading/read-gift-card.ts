import { purchasedGiftCardLine } from '../../../domain/adjustments/charge-lines.ts';
import { deliveryHour, giftCardIssues, purchasedGiftCard } from '../../../domain/gift-cards/gift-card.ts';
import type { Caller } from '../../../ports/caller.ts';
import { filled } from '../../../resources/apply.ts';
import { type GiftCardInput, giftCard } from '../../../resources/gift-card.ts';
import type { Site } from '../../../resources/site.ts';
import { type Basis, type ReaderDeps, type ReadItems, readOrder } from './read-basis.ts';
import { readLabels } from './read-labels.ts';
import type { BuyerRequest, OrderRequest } from './request.ts';

export interface GiftCardRequest extends BuyerRequest {
  readonly giftCard: Omit<GiftCardInput, 'gifter_account'>;
}

/**
 * Reads the order of a gift card: neither taxed nor discounted, and not paid with credit, which may come from another
 * gift card.
 */
export const giftCardOrder = (deps: ReaderDeps, caller: Caller, request: GiftCardRequest): OrderRequest => {
  const path = 'gift_card';
  const { giftCard: input } = request;
  const found = giftCardIssues(caller.site, input, request.issues, caller.at);
  const buyer = { ...request, issues: [...request.issues, ...found] };
  return {
    path,
    buyer,
    redeems: false,
    read: (state) =>
      readOrder(deps, caller, state, { path, buyer, currency: input.currency, terms: {} }, 'purchase', (basis) =>
        readItems(basis, caller.site, input),
      ),
  };
};

const readItems = async (basis: Basis, site: Site, input: GiftCardRequest['giftCard']): Promise<ReadItems> => {
  const { records, payer, setting, world } = basis;
  const { product_code, unit_amount_in_cents, currency, delivery } = filled(giftCard, input);
  const { deliver_at = null } = delivery ?? {};
  const card = {
    product_code,
    unit_amount_in_cents: unit_amount_in_cents ?? 0,
    currency,
    delivery: { ...delivery, deliver_at: deliver_at === null ? null : deliveryHour(deliver_at) },
    before_settlement: site.gift_cards_before_settlement,
    liability_gl_account_id: site.gift_card_liability_gl_account_id,
    revenue_gl_account_id: site.gift_card_revenue_gl_account_id,
    performance_obligation_id: site.gift_card_performance_obligation_id,
  };
  const line = { ...purchasedGiftCardLine(setting, card), ...(await readLabels(records, card)) };
  const credit = payer ? await records.invoices.openCredits(payer.id, setting.currency) : [];
  return {
    charges: [{ line, pending: false, discountable: false, rates: [] }],
    subscriptions: [],
    fees: [],
    coupons: { active: [], replaced: [], redeemed: [] },
    credit: credit.filter(({ origin }) => origin !== 'gift_card'),
    giftCard: undefined,
    soldGiftCard: purchasedGiftCard(world, card, setting.account_id, setting.at),
    needsMethod: false,
    issues: [],
    lineIssues: [],
  };
};
