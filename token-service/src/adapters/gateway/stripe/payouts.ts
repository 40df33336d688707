import type { PayoutLine } from '@service/billing/domain/payouts/payout.ts';
import { kindOfCategory } from '@service/billing/domain/payouts/reporting-categories.ts';
import type {
  ListedPayoutLines,
  ListedPayouts,
  ListRequest,
  PayoutLinesRequest,
} from '@service/billing/ports/gateway.ts';
import { isoDay } from '@service/billing/values/periods/day-in.ts';
import { DAY } from '@service/billing/values/time.ts';
import type Stripe from 'stripe';
import { fromStripe } from './amounts.ts';
import type { StripeParts } from './parts.ts';
import { idOf } from './references.ts';

const PAGE = 100;

/**
 * Lists the payouts of an account and their lines. Stripe tells which lines an automatic payout has; one that was
 * requested by hand takes an amount of the balance, and has none.
 */
export const stripePayouts = ({ stripe, begin }: StripeParts) => ({
  async listPayouts({ site, since, after }: ListRequest): Promise<ListedPayouts> {
    // Stripe dates by the clock of the world, of which a site's clock may be ahead.
    const arrival_date = { gte: Math.max(0, since - site.clock_offset) };
    const params = { limit: PAGE, status: 'paid', arrival_date, ...(after ? { starting_after: after } : {}) };
    const page = await begin()((options) => stripe.payouts.list(params, options));
    if ('problem' in page) return { outcome: 'unknown', reason: page.problem.message };
    const payouts = page.value.data.map((payout) => ({
      reference: payout.id,
      currency: payout.currency.toUpperCase(),
      amount_in_cents: fromStripe(payout.amount, payout.currency),
      // The arrival is the beginning of a day in UTC.
      arrived_on: isoDay(Math.floor((payout.arrival_date + site.clock_offset) / DAY)),
      itemized: payout.automatic,
    }));
    return { outcome: 'listed', payouts, next: nextOf(page.value) };
  },
  async listPayoutLines({ site, payout, after }: PayoutLinesRequest): Promise<ListedPayoutLines> {
    const params = { payout, limit: PAGE, expand: ['data.source'], ...(after ? { starting_after: after } : {}) };
    const page = await begin()((options) => stripe.balanceTransactions.list(params, options));
    if ('problem' in page) return { outcome: 'unknown', reason: page.problem.message };
    const lines = page.value.data
      .filter(({ reporting_category }) => reporting_category !== 'payout')
      .map((transaction) => lineOf(transaction, site.clock_offset));
    return { outcome: 'listed', lines, next: nextOf(page.value) };
  },
});

const nextOf = ({ data, has_more }: Stripe.ApiList<{ id: string }>): string | null =>
  has_more ? (data.at(-1)?.id ?? null) : null;

/** The members that charges, refunds and disputes have; other sources have only an id. */
interface Source {
  readonly id: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly payment_intent?: string | { readonly id: string } | null;
}

const lineOf = (transaction: Stripe.BalanceTransaction, clockOffset: number): PayoutLine => {
  const { id, amount, fee, net, currency, created, reporting_category } = transaction;
  const source = sourceOf(transaction);
  const kind = kindOfCategory(reporting_category);
  const payment = idOf(source?.payment_intent);
  const gross_in_cents = fromStripe(amount, currency);
  const isConverted = source?.currency !== undefined && source.currency !== currency && source.amount !== undefined;
  return {
    line: id,
    kind,
    reference: kind === 'charge' ? (payment ?? source?.id ?? null) : (source?.id ?? null),
    payment: kind === 'charge' ? (payment ?? source?.id ?? null) : payment,
    made_at: created + clockOffset,
    gross_in_cents,
    fee_in_cents: fromStripe(fee, currency),
    net_in_cents: fromStripe(net, currency),
    charged_in_cents: isConverted
      ? Math.sign(gross_in_cents) * fromStripe(source.amount ?? 0, source.currency ?? currency)
      : gross_in_cents,
    charged_currency: (isConverted ? (source.currency ?? currency) : currency).toUpperCase(),
  };
};

const sourceOf = ({ source }: Stripe.BalanceTransaction): Source | undefined =>
  typeof source === 'string' ? { id: source } : ((source as Source | null) ?? undefined);
