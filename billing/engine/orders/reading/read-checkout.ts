import { itemsOf, type SoldBesidesPlans } from '../../../domain/coupons/coupon.ts';
import { cardObstacle } from '../../../domain/gift-cards/gift-card.ts';
import type { GiftCardRecord } from '../../../domain/gift-cards/record.ts';
import type { RequestedTerms } from '../../../domain/invoices/requested-terms.ts';
import { lineCount } from '../../../domain/subscriptions/lines.ts';
import type { RequestedSubscription } from '../../../domain/subscriptions/requested.ts';
import type { Records } from '../../../ports/storage.ts';
import { MOST_LINES } from '../../../resources/invoice.ts';
import type { PurchasedCharge, PurchasedShippingFee } from '../../../resources/purchase.ts';
import { Failure, type Issue } from '../../../values/failure.ts';
import type { Order } from '../drafting/order.ts';
import { readAddedSubscriptions } from './read-added-subscriptions.ts';
import type { Basis, ReadItems } from './read-basis.ts';
import { codesOf, readCharges, readPendingCharges } from './read-charges.ts';
import { couponsOfOthers, readCoupons } from './read-coupons.ts';
import { findPlans } from './read-plans.ts';
import { readPurchaseFees } from './read-purchase-fees.ts';
import type { At } from './request.ts';

/** The items of a purchase or of a new subscription. */
export interface CheckoutItems {
  readonly subscriptions: readonly At<RequestedSubscription>[];
  readonly charges: readonly At<PurchasedCharge>[];
  readonly fees: readonly At<PurchasedShippingFee>[];
  readonly coupons: readonly { readonly code: string; readonly path: string }[];
  readonly giftCard: { readonly code: string; readonly path: string } | undefined;
  readonly texts: Pick<RequestedTerms, 'terms_and_conditions' | 'customer_notes' | 'vat_reverse_charge_notes'>;
}

/** Seconds within which a second subscription to the same plan counts as a duplicate. */
const DUPLICATE = 60;

/**
 * Reads the items of a purchase or of a new subscription. Pending charges and credits of the account are invoiced with
 * them, and its coupons and credit apply.
 */
export const readCheckout = async (basis: Basis, items: CheckoutItems): Promise<ReadItems> => {
  const { site, path, records, world, setting, existing, payer } = basis;
  const { at, account_id, currency } = setting;
  const catalogue = { ids: world.ids, turn: world.turn, site, at, currency, path };
  const { found: plans, issues: planIssues } = await findPlans(records, catalogue, items.subscriptions);
  const pending = existing ? await records.adjustments.pending(existing, currency, MOST_LINES) : [];
  const own = pending.filter((line) => line.type === 'charge' && line.account_id === account_id);
  const { issues: couponIssues, ...coupons } = await readCoupons(world, records, {
    site,
    at,
    currency,
    account_id,
    existing,
    requested: items.coupons,
    subscriptions: plans.map(({ uuid, plan, unit, quantity }) => ({
      uuid,
      plan_code: plan.plan_code,
      price: unit * quantity,
    })),
    besides: {
      ...soldCharges([...items.charges, ...own]),
      addOnItems: itemsOf(plans.flatMap(({ add_ons }) => add_ons)),
    },
  });
  const giftCard = await findGiftCard(records, items);
  const requested = await readCharges(basis, items.charges);
  const added = await readAddedSubscriptions(basis, plans, coupons, items.texts);

  const shipped = await readPurchaseFees(basis, items.fees);

  const billed = added.subscriptions.flatMap(({ subscription, charges }) =>
    charges.map((charge) => lineCount({ subscription, charge })),
  );
  const credits = requested.charges.filter(({ line }) => line.type === 'credit').length;
  const fees = [...shipped.fees, ...added.subscriptions.flatMap(({ fees }) => fees)].length;
  const lines = billed.reduce((sum, count) => sum + count, requested.charges.length - credits) + fees;
  const waiting = await readPendingCharges(basis, pending, MOST_LINES - lines - credits);
  const issues = [...planIssues, ...couponIssues, ...giftCardIssues(items, giftCard, currency)];
  const lineIssues = [
    ...requested.issues,
    ...added.issues,
    ...shipped.issues,
    ...tooManyLines(path, items, Math.max(lines, credits)),
  ];
  return {
    charges: [...waiting, ...requested.charges],
    subscriptions: added.subscriptions,
    fees: shipped.fees,
    coupons: { ...coupons, active: [...coupons.active, ...(await couponsOfOthers(records, pending, account_id, at))] },
    accountCodes: codesOf(pending),
    credit: payer ? await records.invoices.openCredits(payer.id, currency) : [],
    giftCard,
    soldGiftCard: undefined,
    needsMethod: added.needsMethod,
    issues,
    lineIssues,
  };
};

const soldCharges = (
  charges: readonly Pick<PurchasedCharge, 'item_code'>[],
): Pick<SoldBesidesPlans, 'items' | 'others'> => ({
  items: itemsOf(charges),
  others: charges.some(({ item_code }) => !item_code),
});

/** Reports too many lines for one invoice, at the part of the request that adds most of them. */
export const tooManyLines = (
  path: string,
  { charges, subscriptions }: Pick<CheckoutItems, 'charges' | 'subscriptions'>,
  lines: number,
): Issue[] => {
  if (lines <= MOST_LINES) return [];
  const [only, another] = subscriptions;
  const field =
    charges.length > 0
      ? `${path}.adjustments`
      : another
        ? `${path}.subscriptions`
        : `${only?.path ?? path}.subscription_add_ons`;
  return [{ field, symbol: 'too_many', count: MOST_LINES }];
};

/** Throws `duplicate_subscription` when the account has just subscribed to one of the plans. */
export const refuseDuplicates = async (records: Records, { at, account, subscriptions }: Order): Promise<void> => {
  if (!account.existing) return;
  for (const { subscription } of subscriptions) {
    const last = await records.subscriptions.lastCreated(account.existing.id, subscription.plan_id);
    if (last !== undefined && at - last < DUPLICATE) {
      throw new Failure('duplicate_subscription', { value: subscription.plan_code, seconds: DUPLICATE });
    }
  }
};

const findGiftCard = async (
  { giftCards }: Records,
  { giftCard }: CheckoutItems,
): Promise<GiftCardRecord | undefined> => {
  const code = giftCard?.code.trim();
  return code ? giftCards.byCode(code) : undefined;
};

const giftCardIssues = ({ giftCard }: CheckoutItems, found: GiftCardRecord | undefined, currency: string): Issue[] => {
  if (!giftCard) return [];
  const field = `${giftCard.path}.redemption_code`;
  if (!found) return giftCard.code.trim() ? [{ field, symbol: 'not_found' }] : [];
  const reason = cardObstacle(found);
  if (reason) return [{ field, symbol: 'invalid', reason }];
  return found.currency === currency ? [] : [{ field, symbol: 'invalid_currency' }];
};
