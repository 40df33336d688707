import type { MrrMovement } from '../../domain/revenue/movement.ts';
import type { ComparedLine, PayoutSums, UnpaidTransaction } from '../../ports/payouts.ts';
import type {
  DunnedInvoice,
  LedgerTurnover,
  OwedInvoice,
  PaymentAttempt,
  ReportedPosting,
  RevenueLine,
} from '../../ports/reports.ts';
import type { EndedTrial } from '../../ports/revenue.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';

const about = { account_code: 'ada', currency: 'USD', invoice_number: '1001' } as const;

const line = (at: Seconds): RevenueLine => ({
  ...about,
  ...{ uuid: 'line', position: 0, invoice_id: 'invoice', invoice_type: 'charge', invoice_origin: 'renewal' },
  ...{ invoiced_at: at, customer: 'Ada', country: 'DE', state: null, seller_country: 'DE', vat_number: null },
  ...{ billing_country: 'DE', ip_country: null, method_country: 'DE', delivered: false },
  ...{ reverse_charge: false, description: null, plan_code: 'gold', origin: 'plan', accounting_code: null },
  ...{
    revenue_gl_account_code: null,
    liability_gl_account_code: null,
    performance_obligation_id: null,
    revenue_schedule_type: 'evenly',
    start_date: at,
    end_date: at + 86_400,
  },
  ...{
    tax_exempt: false,
    gift_card: false,
    original_invoiced_at: null,
    original_invoice_number: null,
    tax_in_cents: 19,
    total_in_cents: 119,
  },
  taxes: [{ type: 'vat', region: 'DE', rate: '0.19', amount: 19 }],
  ended_at: null,
  credits: [],
});

const posting = (at: Seconds): ReportedPosting => ({
  ...about,
  ...{ movement_id: 'movement', line: 0, at, kind: 'invoice.posted', account: 'receivable', amount_in_cents: 119 },
});

const attempt = (at: Seconds): PaymentAttempt => ({
  ...about,
  ...{ uuid: 'attempt', created_at: at, gateway_code: 'test', card_type: 'Visa', country: 'DE', by_merchant: true },
  ...{ status: 'success', error_code: null, attempt: 1, amount_in_cents: 119 },
});

const dunned = (at: Seconds): DunnedInvoice => ({
  ...about,
  ...{ uuid: 'invoice', created_at: at, campaign: 'default', events_count: 1, started_at: at, state: 'past_due' },
  ...{ recovery_reason: null, balance_in_cents: 119, paid_in_cents: 0, paid_by_backup_in_cents: 0 },
  written_off_in_cents: 0,
});

const movement = (at: Seconds): MrrMovement => ({
  ...{ id: 'movement', subscription_id: 'subscription', account_id: 'account', plan_code: 'gold', currency: 'USD' },
  ...{
    at,
    kind: 'churn_voluntary',
    amount_in_cents: 1,
    past_due_in_cents: 0,
    mrr_in_cents: 1,
    reason: null,
    country: null,
  },
});

const trial = (at: Seconds): EndedTrial => ({
  ...{ subscription_id: 'subscription', account_code: 'ada', plan_code: 'gold', currency: 'USD' },
  ...{ ended_at: at, converted: true },
});

const payout = (at: Seconds): PayoutSums => ({
  ...{ id: 'payout', gateway_code: 'test', reference: 'po', currency: 'USD', amount_in_cents: 119 },
  ...{ arrived_on: '2026-11-02', booked_at: at, recorded_at: at, recorded_by: 'worker', lines: 1 },
  ...{ charges_in_cents: 119, refunds_in_cents: 0, chargebacks_in_cents: 0, others_in_cents: 0 },
  ...{ fees_in_cents: 0, dispute_fees_in_cents: 0 },
});

const comparedLine = (at: Seconds): ComparedLine => ({
  ...about,
  ...{ payout_id: 'payout', gateway_code: 'test', position: 1, line: 'line', kind: 'fee', reference: null },
  ...{ payment: null, made_at: at, gross_in_cents: 0, fee_in_cents: 1, net_in_cents: -1, charged_in_cents: 0 },
  ...{ charged_currency: 'USD', posted_fee_in_cents: 1, payout_reference: 'po', arrived_on: '2026-11-02' },
  ...{ booked_at: at, accepted_reason: null },
  books: {
    ...{ transaction: undefined, payment: undefined, dispute: undefined, payout: undefined },
    ...{ left_in_cents: null, accepted_in_cents: 0 },
  },
});

const unpaid = (at: Seconds): UnpaidTransaction => ({
  ...about,
  ...{ uuid: 'payment', gateway_code: 'test', reference: 'pi', action: 'purchase', created_at: at },
  ...{ amount_in_cents: 119, status: 'success', accepted_in_cents: 0, accepted_reason: null },
});

const turnover: LedgerTurnover = {
  ...{ account: 'receivable', currency: 'USD', kind: 'invoice.posted', debits_in_cents: 1, credits_in_cents: 0 },
};

const owed: OwedInvoice = { ...about, customer: 'Ada', due_on: 0, owed_in_cents: 119 };

/**
 * Returns records whose pages are always full, so that no report about them ends: each record is of the moment `at`.
 * `read` runs before each page.
 */
export const endlessRecords = (records: Records, at: Seconds, read: () => Promise<void> = async () => {}): Records => {
  const page =
    <T>(of: (at: Seconds) => T) =>
    async (...asked: readonly unknown[]): Promise<readonly T[]> => {
      await read();
      return Array<T>(Number(asked.at(-1))).fill(of(at));
    };
  const { payouts, reports, revenue } = records;
  return {
    ...records,
    performanceObligations: { ...records.performanceObligations, all: async () => [] },
    reports: {
      ...reports,
      lines: page(line),
      revenueLines: page(line),
      postings: page(posting),
      attempts: page(attempt),
      dunnedInvoices: page(dunned),
      async turnover({ from }, limit) {
        await read();
        return { turnovers: [turnover], records: limit, until: from + 1 };
      },
      async owed(_before, _after, limit) {
        await read();
        return { invoices: [owed], movements: limit, last: 'account' };
      },
      async open(_before, _after, limit) {
        await read();
        return { invoices: [owed], movements: limit, last: { created_at: at, uuid: 'invoice' } };
      },
    },
    revenue: { ...revenue, movements: page(movement), endedTrials: page(trial) },
    payouts: { ...payouts, dated: page(payout), compared: page(comparedLine), unpaid: page(unpaid) },
  };
};
