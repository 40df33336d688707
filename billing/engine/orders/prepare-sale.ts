import type { AccountRecord } from '../../accounts/record.ts';
import { shippedTo } from '../../adjustments/adjustment.ts';
import type { LineSetting } from '../../adjustments/line.ts';
import type { BillingInfoRecord } from '../../billing-info/record.ts';
import type { Caller } from '../../caller.ts';
import { Failure, Invalid, type Issue, refuse } from '../../failure.ts';
import { boughtCard, isRedeemableCard } from '../../gift-cards/gift-card.ts';
import type { GiftCardRecord } from '../../gift-cards/record.ts';
import { billedTo } from '../../invoices/draft-invoice.ts';
import type { ShownInvoice } from '../../invoices/record.ts';
import { settledTerms, termsIssues } from '../../invoices/terms.ts';
import type { PlanRecord } from '../../plans/record.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records } from '../../ports/storage.ts';
import type { TaxProvider } from '../../ports/tax.ts';
import type { World } from '../../ports/world.ts';
import { MOST_LINES } from '../../resources/invoice.ts';
import type { SubscriptionRecord } from '../../subscriptions/record.ts';
import { accountIssues, resultingAccount, withoutAddresses } from '../accounts/account-writer.ts';
import { gatewayIssues } from '../payments/gateway-issues.ts';
import { draftLines, refuseTooManyLines } from './draft-lines.ts';
import { shippingDesk } from './find-shipping.ts';
import { taxOffice } from './find-taxes.ts';
import { priceSale } from './price-sale.ts';
import { readCoupons } from './read-coupons.ts';
import type { PaymentMethod } from './read-payment-method.ts';
import { type FoundPlan, findPlans } from './read-subscriptions.ts';
import type { Sale, SaleRequest } from './sale.ts';

export interface PrepareDeps {
  readonly gateways: Pick<Gateways, 'knows'>;
  readonly world: World;
  readonly tax: TaxProvider;
}

/** What a sale stands on: the account as it is, what is on file, and how it would be paid. */
export interface SaleGround {
  readonly records: Records;
  readonly existing: AccountRecord | undefined;
  /** How much had moved on the account before anything else was read of it. */
  readonly moved: number;
  readonly held: BillingInfoRecord | undefined;
  readonly method: PaymentMethod;
}

/** Seconds within which a second subscription to the same plan is taken for a slip. */
const DOUBLE = 60;

/**
 * Prices a sale (DESIGN section 6, step 1): finds what is wanted in the catalogue, judges all of it, and drafts every record that the sale would
 * write. Writes nothing: a preview is this and no more. Throws `Invalid` with everything that is wrong, `duplicate_subscription`.
 */
export const prepareSale =
  ({ gateways, world, tax }: PrepareDeps) =>
  async (caller: Caller, request: SaleRequest, ground: SaleGround): Promise<Sale> => {
    const { site } = caller;
    const { records, existing, held, method } = ground;
    const { path } = request;
    refuseTooManyLines(request);
    const at = caller.at;
    const currency = request.currency ?? '';
    const account_id = existing?.id ?? world.ids.uuid();
    const setting: LineSetting = { uuid: world.ids.uuid, at, account_id, currency };
    const terms = settledTerms(site, request.terms);
    const account = resultingAccount(existing, request.account);

    const desk = shippingDesk(records, world, at, account_id, existing);
    const shipping = await desk.ofSale(request, path);
    const { found, issues: planIssues } = await findPlans(
      records,
      { site, now: at, currency, path },
      request.subscriptions,
    );
    const plans = found.map((plan) => ({ ...plan, uuid: world.ids.uuid() }));
    const sweeping = request.sweeps ? existing : undefined;
    const pending = sweeping ? await records.adjustments.pending(sweeping.id, currency, MOST_LINES) : [];
    const coupons = await readCoupons(world)(records, {
      site,
      at,
      currency,
      account_id,
      existing: sweeping,
      wished: request.coupons,
      subscriptions: plans.map(({ uuid, plan, unit, quantity }) => ({
        uuid,
        plan_code: plan.plan_code,
        price: unit * quantity,
      })),
      hasCharges: request.charges.length > 0 || pending.some(({ type }) => type === 'charge'),
    });
    const giftCard = await namedGiftCard(records, request);
    const office = taxOffice(tax, {
      site,
      collection: terms.collection_method,
      addresses: { billing: method.info, account: account.address },
      vat_number: method.info?.vat_number || account.vat_number || null,
      exemption_certificate: account.exemption_certificate,
      entity_use_code: account.entity_use_code,
    });
    const drafted = await draftLines({
      site,
      setting,
      terms,
      account,
      request,
      plans,
      pending,
      coupons,
      desk,
      shipping,
      office,
    });
    const taxed = office.findings();

    refuse([
      ...request.issues,
      ...(await accountIssues(records, site, request.account.account_code ?? '', existing, request.account)).map(
        (issue) => ({ ...issue, field: `${path}.${issue.field}` }),
      ),
      ...currencyIssues(request, site.currencies),
      ...termsIssues(site, path, request.terms),
      ...gatewayIssues(gateways, site, `${path}.gateway_code`, request.terms.gateway_code),
      ...gatewayIssues(
        gateways,
        site,
        `${path}.account.billing_info.gateway_code`,
        request.offered?.input.gateway_code,
      ),
      ...planIssues,
      ...coupons.issues,
      ...giftCardIssues(request, giftCard, currency),
      ...methodIssues(request, method),
      ...desk.issues,
      ...drafted.issues,
      ...(taxed.refused ? [{ field: `${path}.base`, symbol: 'invalid' as const }] : []),
    ]);
    if (existing && !request.bulk) await refuseDoubles(records, existing, plans, at);

    const open = await usableCredit(records, request, existing, currency);
    return pricedOrRefused(path, () =>
      priceSale({
        site,
        setting,
        terms,
        account_code: request.account.account_code ?? '',
        account: withoutAddresses(request.account),
        existing: existing !== undefined,
        drafted,
        bought: request.bought ? boughtCard(world, request.bought, account_id, at) : null,
        swept: drafted.swept,
        needsMethod: plans.some(({ uuid, plan }) =>
          needsMethod(
            plan,
            drafted.subscriptions.find((one) => one.uuid === uuid),
          ),
        ),
        coupons,
        hasMethod: method.info !== undefined,
        giftCard,
        openCredits: open,
        addresses: desk.added,
        heading: {
          address: billedTo(account, method.info ?? held),
          vat_number: method.info?.vat_number || account.vat_number || null,
          reverseCharge: taxed.reverseCharge,
          shipping_address: shipping ? shippedTo(shipping) : null,
        },
      }),
    );
  };

/** A trial may ask for a payment method although nothing is due; what starts later will be due then. */
const needsMethod = (
  { trial_requires_billing_info }: PlanRecord,
  subscription: SubscriptionRecord | undefined,
): boolean => {
  if (!subscription) return false;
  return subscription.trial_ends_at === null ? subscription.state === 'future' : trial_requires_billing_info;
};

/** Billing info that could not be read is not missing as well. */
const methodIssues = ({ path, issues }: SaleRequest, { info, issues: found }: PaymentMethod): readonly Issue[] => {
  const unread = issues.some(({ field }) => field.startsWith(`${path}.account.billing_info.`));
  return unread && !info ? [] : found;
};

const currencyIssues = ({ currency, path }: SaleRequest, offered: readonly string[]): Issue[] =>
  currency && !offered.includes(currency) ? [{ field: `${path}.currency`, symbol: 'inclusion' }] : [];

/** A gift card is not bought with another one (reference "pricing", section 5). */
const usableCredit = async (
  { invoices }: Records,
  { sweeps, bought }: SaleRequest,
  existing: AccountRecord | undefined,
  currency: string,
): Promise<readonly ShownInvoice[]> => {
  if (!existing || !(sweeps || bought)) return [];
  const open = await invoices.openCredits(existing.id, currency);
  return bought ? open.filter(({ origin }) => origin !== 'gift_card') : open;
};

const namedGiftCard = async (
  { giftCards }: Records,
  { gift_card }: SaleRequest,
): Promise<GiftCardRecord | undefined> => {
  const code = gift_card?.code.trim();
  return code ? giftCards.byCode(code) : undefined;
};

/** Reference "errors", section 3.3. */
const giftCardIssues = ({ gift_card }: SaleRequest, found: GiftCardRecord | undefined, currency: string): Issue[] => {
  if (!gift_card) return [];
  const field = `${gift_card.path}.redemption_code`;
  if (!found) return gift_card.code.trim() ? [{ field, symbol: 'not_found' }] : [];
  if (!isRedeemableCard(found)) return [{ field, symbol: 'invalid' }];
  return found.currency === currency ? [] : [{ field, symbol: 'invalid_currency' }];
};

const refuseDoubles = async (
  records: Records,
  { id }: AccountRecord,
  plans: readonly FoundPlan[],
  at: number,
): Promise<void> => {
  for (const { plan } of plans) {
    const last = await records.subscriptions.lastCreated(id, plan.id);
    if (last !== undefined && at - last < DOUBLE) {
      throw new Failure('duplicate_subscription', { value: plan.plan_code, seconds: DOUBLE });
    }
  }
};

/** A sum that no invoice can hold is the request's fault. */
const pricedOrRefused = (path: string, price: () => Sale): Sale => {
  try {
    return price();
  } catch (error) {
    if (error instanceof RangeError) throw new Invalid([{ field: `${path}.base`, symbol: 'invalid' }]);
    throw error;
  }
};
