import type { AccountRecord, ShippingAddressRecord } from '../../accounts/record.ts';
import { adjustmentIssues, shippedTo } from '../../adjustments/adjustment.ts';
import { boughtCardLine, chargeLine, sweptLine } from '../../adjustments/charge-lines.ts';
import type { DraftLine, LineSetting } from '../../adjustments/line.ts';
import type { AdjustmentRecord, ShownAdjustment } from '../../adjustments/record.ts';
import { type CouponsOfSale, freeTrial } from '../../coupons/discounts.ts';
import { type Issue, refuse } from '../../failure.ts';
import type { Terms } from '../../invoices/terms.ts';
import { MOST_LINES } from '../../resources/invoice.ts';
import type { Site } from '../../site.ts';
import { startDates } from '../../subscriptions/dates.ts';
import { linesOfSubscription } from '../../subscriptions/lines.ts';
import { newSubscription } from '../../subscriptions/new-subscription.ts';
import type { SubscriptionRecord } from '../../subscriptions/record.ts';
import { isExempt } from '../../tax/exemption.ts';
import type { ShippingDesk } from './find-shipping.ts';
import type { TaxOffice } from './find-taxes.ts';
import type { FoundPlan } from './read-subscriptions.ts';
import type { SaleRequest } from './sale.ts';

export interface Drafting {
  readonly site: Site;
  readonly setting: LineSetting;
  readonly terms: Terms;
  /** As it will be. */
  readonly account: Pick<AccountRecord, 'tax_exempt'>;
  readonly request: SaleRequest;
  readonly plans: readonly (FoundPlan & { readonly uuid: string })[];
  readonly pending: readonly ShownAdjustment[];
  readonly coupons: CouponsOfSale;
  readonly desk: ShippingDesk;
  /** Where everything goes that names no address of its own. */
  readonly shipping: ShippingAddressRecord | undefined;
  readonly office: TaxOffice;
}

export interface Drafted {
  /** Pending charges first, then the charges of the request, then each subscription. */
  readonly lines: readonly DraftLine[];
  readonly credits: readonly AdjustmentRecord[];
  readonly subscriptions: readonly SubscriptionRecord[];
  /** Ids of the pending adjustments among them. */
  readonly swept: readonly string[];
  readonly issues: readonly Issue[];
}

/**
 * Drafts the lines and subscriptions of a sale, with the taxes that apply to them, before they are priced. Pending adjustments come along, oldest
 * first, as far as an invoice has room for them; the others wait for the next invoice.
 */
export const draftLines = async (drafting: Drafting): Promise<Drafted> => {
  const own = await ownLines(drafting);
  const room = Math.max(0, MOST_LINES - own.lines.length - own.credits.length);
  const swept = drafting.pending.slice(0, room).map(sweptLine);
  const charges = swept.filter(({ type }) => type === 'charge');
  const credits = swept.filter(({ type }) => type === 'credit');

  const lines: DraftLine[] = [];
  for (const charge of charges) lines.push(await chargeDraft(drafting, charge, lines.length));
  for (const { record, line } of own.lines) lines.push({ record, line: { ...line, position: lines.length } });
  return {
    lines,
    credits: [...credits, ...own.credits],
    subscriptions: own.subscriptions,
    swept: swept.map(({ uuid }) => uuid),
    issues: [...own.issues, ...lineIssues(drafting.request, Math.max(own.lines.length, own.credits.length))],
  };
};

/** Refuses charges and credits that no invoice can hold, before time is spent on drafting them. */
export const refuseTooManyLines = (request: SaleRequest): void => {
  const credits = request.charges.filter(({ unit_amount_in_cents }) => (unit_amount_in_cents ?? 0) < 0).length;
  refuse(lineIssues(request, Math.max(credits, request.charges.length - credits)));
};

/** What is wrong with a request whose invoice would have so many lines, at the part of the request that makes most of them. */
const lineIssues = ({ path, charges, subscriptions }: SaleRequest, lines: number): Issue[] => {
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

/** What the request itself asks for. */
const ownLines = async (drafting: Drafting): Promise<Omit<Drafted, 'swept'>> => {
  const { setting, request, plans, desk, shipping } = drafting;
  const lines: DraftLine[] = [];
  const credits: AdjustmentRecord[] = [];
  const subscriptions: SubscriptionRecord[] = [];
  const issues: Issue[] = [];

  for (const wish of request.charges) {
    issues.push(...adjustmentIssues(wish.path, wish, setting.at));
    const to = (await desk.address(wish, wish.path)) ?? shipping;
    const record = chargeLine(setting, wish, to ? shippedTo(to) : null);
    if (record.type === 'credit') credits.push(record);
    else lines.push(await chargeDraft(drafting, record, lines.length));
  }
  if (request.bought) {
    const record = boughtCardLine(setting, request.bought);
    const line = {
      kind: 'undiscounted',
      code: '',
      position: lines.length,
      gross: record.total_in_cents,
      rates: [],
    } as const;
    lines.push({ record, line });
  }
  for (const plan of plans) {
    const drafted = await subscriptionDraft(drafting, plan, lines.length);
    if ('symbol' in drafted) {
      issues.push({ ...drafted, field: `${plan.wish.path}.${drafted.field}` });
      continue;
    }
    subscriptions.push(drafted.record);
    lines.push(...drafted.lines);
    if (drafted.record.imported_trial && drafted.record.trial_ends_at === null) {
      issues.push({ field: `${plan.wish.path}.imported_trial`, symbol: 'invalid' });
    }
  }
  return { lines, credits, subscriptions, issues };
};

const chargeDraft = async (
  { site, account, office }: Drafting,
  record: AdjustmentRecord,
  position: number,
): Promise<DraftLine> => {
  const exempt = isExempt(site, account, { kind: 'charge', tax_exempt: record.tax_exempt || null });
  const rates = await office.rates({ shipping: record.shipping_address, tax_code: record.tax_code, exempt });
  const gross = record.unit_amount_in_cents * record.quantity;
  return { record, line: { kind: 'charge', code: record.product_code ?? '', position, gross, rates } };
};

const subscriptionDraft = async (
  { site, account, request, office, setting, terms, coupons, desk, shipping: general }: Drafting,
  { uuid, wish, plan, unit, quantity, add_ons }: Drafting['plans'][number],
  position: number,
) => {
  const to = (await desk.address(wish, wish.path)) ?? general;
  const { at, account_id, currency } = setting;
  const added = coupons.added.map(({ coupon }) => coupon);
  const dates = startDates({ at, plan, wish, freeTrial: freeTrial(added, plan.plan_code) });
  if ('symbol' in dates) return dates;
  const { subscription: record, charges } = newSubscription({
    uuid,
    account_id,
    at,
    plan,
    wish,
    unit,
    quantity,
    currency,
    add_ons,
    dates,
    terms,
    texts: request.terms,
    shipping_address_key: to?.key ?? null,
  });
  const exempt = isExempt(site, account, { kind: 'plan', tax_exempt: plan.tax_exempt });
  const rates = await office.rates({ shipping: to, tax_code: plan.tax_code, exempt });
  const shipping = to ? shippedTo(to) : null;
  const billed = { subscription: record, plan, rates, shipping };
  const periods = charges.filter((charge) => charge.kind === 'period');
  return { record, lines: periods.flatMap((charge) => linesOfSubscription(setting, { ...billed, charge }, position)) };
};
