import { DAY, type Seconds } from '../../values/time.ts';
import type { DisputeClosed, DisputeOpened } from '../payments/gateway-notification.ts';
import type { SentEvidence } from './evidence.ts';

/**
 * `inquiry`: the bank asks, and nothing was withdrawn. `open`: the gateway has withdrawn the amount until it is
 * decided.
 */
export type DisputeState = 'inquiry' | 'open' | 'won' | 'lost';

/** A cardholder's dispute of a payment, as its gateway last reported it. */
export interface DisputeRecord {
  readonly id: string;
  readonly gateway_code: string;
  /** The gateway's. */
  readonly reference: string;
  readonly account_id: string | null;
  readonly transaction_uuid: string;
  readonly state: DisputeState;
  /** The disputed part of the payment. */
  readonly amount_in_cents: number;
  readonly currency: string;
  /** The gateway's code. */
  readonly reason: string;
  /**
   * Whether the ledger has it. A bank debit that was charged back before its gateway reported a dispute is booked
   * already, and a payment without an invoice never was.
   */
  readonly booked: boolean;
  /** Cents that the gateway has withdrawn until the dispute is decided. */
  readonly withdrawn_in_cents: number;
  /** Total fee that the gateway has charged for the dispute so far. */
  readonly fee_in_cents: number;
  /** Null where the gateway did not say. */
  readonly fee_currency: string | null;
  readonly evidence_due_at: Seconds | null;
  /** Time of the latest report at the gateway. */
  readonly reported_at: Seconds;
  readonly opened_at: Seconds;
  readonly closed_at: Seconds | null;
  /** The evidence that was sent last; null: none was. */
  readonly evidence: SentEvidence | null;
  /** Whether the evidence answers the dispute: that of an inquiry does not once the amount is withdrawn. */
  readonly answered: boolean;
  /** Time at which it was accepted at its gateway, which decides it then; null: it was not. */
  readonly accepted_at: Seconds | null;
}

/** The identity of a dispute that is reported for the first time. */
type NewDispute = Pick<
  DisputeRecord,
  'id' | 'gateway_code' | 'account_id' | 'transaction_uuid' | 'booked' | 'opened_at'
>;

export const isClosed = ({ state }: Pick<DisputeRecord, 'state'>): boolean => state === 'won' || state === 'lost';

/** Whether evidence can still be sent: the dispute is neither decided nor accepted. */
export const takesEvidence = (dispute: Pick<DisputeRecord, 'state' | 'accepted_at'>): boolean =>
  !isClosed(dispute) && dispute.accepted_at === null;

/** Returns the whole days that are left to answer, negative once it is too late; null if nothing has to be sent. */
export const daysToAnswer = (
  dispute: Pick<DisputeRecord, 'state' | 'answered' | 'accepted_at' | 'evidence_due_at'>,
  at: Seconds,
): number | null =>
  dispute.evidence_due_at === null || dispute.answered || !takesEvidence(dispute)
    ? null
    : Math.floor((dispute.evidence_due_at - at) / DAY);

/** Returns when an undecided dispute was answered; null if it is decided or accepted, or still to be answered. */
export const answeredAt = (
  dispute: Pick<DisputeRecord, 'state' | 'answered' | 'accepted_at' | 'evidence'>,
): Seconds | null => (dispute.answered && takesEvidence(dispute) ? (dispute.evidence?.sent_at ?? null) : null);

/**
 * Returns a dispute after a report of its gateway at a moment of the site's clock; undefined if the report is out of
 * date or says nothing new. Reports arrive late, repeatedly and in any order: the gateway's moment decides, and nothing
 * but another decision changes a decided dispute.
 */
export const disputeAfter = (
  before: DisputeRecord | NewDispute,
  report: DisputeOpened | DisputeClosed,
  at: Seconds,
): DisputeRecord | undefined => {
  const known = 'state' in before ? before : undefined;
  if (known && isOutdated(known, report)) return undefined;
  const { dispute: reference, amount_in_cents, currency, reason, fee } = report;
  const { id, gateway_code, account_id, transaction_uuid, booked, opened_at } = before;
  const next =
    report.kind === 'dispute_closed'
      ? {
          state: report.outcome,
          withdrawn_in_cents: 0,
          evidence_due_at: known?.evidence_due_at ?? null,
          closed_at: at,
        }
      : opened(known, report);
  const isEscalated = known?.state === 'inquiry' && next.state === 'open';
  return {
    id,
    gateway_code,
    reference,
    account_id,
    transaction_uuid,
    booked,
    opened_at,
    amount_in_cents,
    currency,
    reason,
    fee_in_cents: fee?.amount_in_cents ?? known?.fee_in_cents ?? 0,
    fee_currency: fee?.currency ?? known?.fee_currency ?? null,
    reported_at: report.at,
    evidence: known?.evidence ?? null,
    answered: (known?.answered ?? false) && !isEscalated,
    accepted_at: known?.accepted_at ?? null,
    ...next,
  };
};

/** Returns the state of an open dispute. A withdrawn amount stays withdrawn until the dispute is decided. */
const opened = (known: DisputeRecord | undefined, { withdrawn, amount_in_cents, evidence_due_at }: DisputeOpened) => {
  const isWithdrawn = withdrawn || (known?.withdrawn_in_cents ?? 0) > 0;
  return {
    state: isWithdrawn ? ('open' as const) : ('inquiry' as const),
    withdrawn_in_cents: isWithdrawn ? amount_in_cents : 0,
    evidence_due_at: evidence_due_at ?? known?.evidence_due_at ?? null,
    closed_at: null,
  };
};

const isOutdated = (known: DisputeRecord, report: DisputeOpened | DisputeClosed): boolean => {
  if (report.kind === 'dispute_opened') return isClosed(known) || report.at < known.reported_at;
  if (!isClosed(known)) return false;
  return report.outcome === known.state || report.at <= known.reported_at;
};
