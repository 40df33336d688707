import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { PaymentAttempt } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { everyPage } from '../lists/every-page.ts';

export const ATTEMPT_COLUMNS: readonly ReportColumn[] = [
  { name: 'day', label: 'Day', kind: 'day' },
  { name: 'payment', label: 'Payment', kind: 'text', opens: 'payment' },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  // An authorization gets its invoice when it is captured.
  { name: 'invoice_number', label: 'Invoice', kind: 'text', opens: 'invoice', ofToday: true },
  { name: 'gateway', label: 'Gateway', kind: 'text', filters: true },
  { name: 'card_type', label: 'Brand', kind: 'text', filters: true },
  { name: 'country', label: 'Country', kind: 'text', filters: true },
  { name: 'initiator', label: 'Initiated by', kind: 'text', filters: true, values: ['customer', 'merchant'] },
  { name: 'attempt', label: 'Attempt', kind: 'text', filters: true },
  { name: 'result', label: 'Result', kind: 'text', filters: true, values: ['approved', 'declined'] },
  { name: 'decline_code', label: 'Decline code', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'amount', label: 'Asked for', kind: 'cents' },
];

/** An attempt with what the reports of payments group by. */
export interface ReportedAttempt
  extends Pick<PaymentAttempt, 'uuid' | 'created_at' | 'account_code' | 'invoice_number'> {
  readonly gateway: string | null;
  readonly card_type: string | null;
  readonly country: string | null;
  readonly initiator: 'customer' | 'merchant';
  readonly attempt: string;
  readonly currency: string;
  readonly amount_in_cents: number;
  /** The code of the decline; null for an attempt that was approved. */
  readonly decline_code: string | null;
}

/** Attempts that were taken, whatever became of the payment later. */
const APPROVED = ['success', 'void', 'processing', 'scheduled', 'pending'];

/** A debit that its bank returned days later was taken all the same. */
const isApproved = ({ status, error_code }: PaymentAttempt): boolean =>
  APPROVED.includes(status) || error_code === 'ach_return';

/** Attempts from this one on are one group. */
const MANY = 10;

/** Reads the attempts to take or reserve money in a period, the oldest first. */
export async function* attemptsIn(
  { reports }: Pick<Records, 'reports'>,
  period: ReportPeriod,
): AsyncGenerator<ReportedAttempt, void> {
  const attempts = everyPage<PaymentAttempt>((after, limit) => reports.attempts(period, after, limit));
  for await (const one of attempts) {
    yield {
      uuid: one.uuid,
      created_at: one.created_at,
      account_code: one.account_code,
      invoice_number: one.invoice_number,
      gateway: one.gateway_code,
      card_type: one.card_type,
      country: one.country,
      // The merchant initiates renewals and retries, and the customer all else.
      initiator: one.by_merchant ? 'merchant' : 'customer',
      attempt: one.attempt < MANY ? String(one.attempt) : `${MANY}+`,
      currency: one.currency,
      amount_in_cents: one.amount_in_cents,
      decline_code: isApproved(one) ? null : (one.error_code ?? 'unknown'),
    };
  }
}

/** Returns each attempt to pay, the oldest first. */
export async function* attemptRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  for await (const { uuid, created_at, amount_in_cents, ...attempt } of attemptsIn(records, period)) {
    yield {
      ...attempt,
      day: dayIn(site.time_zone, created_at),
      payment: uuid,
      result: attempt.decline_code === null ? 'approved' : 'declined',
      amount: amount_in_cents,
    };
  }
}
