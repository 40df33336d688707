import type { BookedAmount, BookedPayment, LineInBooks } from '../domain/payouts/match-line.ts';
import type { PayoutAcceptance, PayoutLineRecord, PayoutRecord } from '../domain/payouts/payout.ts';
import type { PayoutFetch } from '../domain/payouts/payout-fetch.ts';
import type { ReportPeriod } from '../domain/reports/report.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';

/** A line of a payout, with what the books have about it. */
export interface ComparedLine extends PayoutLineRecord {
  readonly books: LineInBooks;
  /** The gateway's reference of its payout, and the day on which that arrived. */
  readonly payout_reference: string;
  readonly arrived_on: string;
  readonly booked_at: Seconds;
  /** The currency of the payout. */
  readonly currency: string;
  /** The number of the invoice with its prefix, and the code of the account; null where the books have none. */
  readonly invoice_number: string | null;
  readonly account_code: string | null;
  /** The reason of the latest difference that was accepted or withdrawn. */
  readonly accepted_reason: string | null;
}

/** A payment or refund that its gateway has paid out with no payout, although it has paid out later ones. */
export interface UnpaidTransaction extends BookedPayment {
  readonly uuid: string;
  readonly gateway_code: string;
  readonly reference: string;
  readonly action: 'purchase' | 'refund';
  readonly created_at: Seconds;
  readonly invoice_number: string | null;
  readonly account_code: string | null;
  readonly accepted_in_cents: number;
  /** The reason of the latest difference that was accepted or withdrawn. */
  readonly accepted_reason: string | null;
}

/** A payout with the sums of its lines, in its currency. */
export interface PayoutSums extends PayoutRecord {
  readonly lines: number;
  readonly charges_in_cents: number;
  readonly refunds_in_cents: number;
  readonly chargebacks_in_cents: number;
  /** Adjustments, and earlier payouts that came back. */
  readonly others_in_cents: number;
  /** The fees that it posted, and those that are posted with disputes. */
  readonly fees_in_cents: number;
  readonly dispute_fees_in_cents: number;
}

export interface PayoutRecords {
  add(payout: PayoutRecord, lines: readonly PayoutLineRecord[]): Promise<void>;
  find(gatewayCode: string, reference: string): Promise<PayoutRecord | undefined>;
  /** Returns the lines of a payout in their order. */
  linesOf(payoutId: string): Promise<readonly PayoutLineRecord[]>;
  /** Returns which of these ids of lines the books have at a gateway account, with the references of their payouts. */
  known(gatewayCode: string, lines: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whether the books have payouts of any gateway account. */
  hasAny(): Promise<boolean>;
  /** Returns the payouts that are dated in a period, the oldest first. */
  dated(
    period: ReportPeriod,
    after: Pick<PayoutRecord, 'booked_at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly PayoutSums[]>;
  /** Returns the lines of the payouts that are dated in a period, the oldest first. */
  compared(
    period: ReportPeriod,
    after: Pick<ComparedLine, 'booked_at' | 'payout_id' | 'position'> | undefined,
    limit: number,
  ): Promise<readonly ComparedLine[]>;
  /** Returns the line with this id at a gateway account. */
  comparedLine(gatewayCode: string, line: string): Promise<ComparedLine | undefined>;
  /**
   * Returns payments and refunds of a period that no payout has, although those of the gateway account have charges in
   * the same currency from before them, and from `grace` seconds after them; the oldest first.
   */
  unpaid(
    period: ReportPeriod,
    grace: Seconds,
    after: Pick<UnpaidTransaction, 'created_at' | 'uuid'> | undefined,
    limit: number,
  ): Promise<readonly UnpaidTransaction[]>;
  /** Returns the payment or refund with a reference that no payout of the gateway account has. */
  unpaidTransaction(gatewayCode: string, reference: string): Promise<UnpaidTransaction | undefined>;
  accept(acceptance: PayoutAcceptance): Promise<void>;
  /** Returns what differences were accepted or withdrawn of since a moment: each line or reference once. */
  acceptedSince(at: Seconds): Promise<readonly Pick<PayoutAcceptance, 'gateway_code' | 'item'>[]>;
  /** Returns the gateway accounts whose payouts are fetched every night, by their codes. */
  fetches(): Promise<readonly PayoutFetch[]>;
  findFetch(gatewayCode: string): Promise<PayoutFetch | undefined>;
  saveFetch(fetch: PayoutFetch): Promise<void>;
  removeFetch(gatewayCode: string): Promise<void>;
  readonly due: DueQuery;
  /** Returns the dispute and the earlier payout that lines may be about, by their references. */
  about(
    gatewayCode: string,
    references: readonly string[],
  ): Promise<{ readonly disputes: ReadonlyMap<string, BookedDispute>; readonly payouts: ReadonlySet<string> }>;
}

/** A dispute in the books, and whether the ledger has its fee. */
export interface BookedDispute extends BookedAmount {
  readonly has_fee: boolean;
}
