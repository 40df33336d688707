import type { PayoutLineRecord } from './payout.ts';

/**
 * The results of comparing the lines of payouts with the books. `only_gateway`: the books have no such payment, refund
 * or dispute. `only_here`: no payout has it. `fee`: a fee of the gateway. `returned`: a payment that the gateway took
 * and returned, and that the books do not have. `accepted`: a difference that an operator has accepted.
 */
export const PAYOUT_MATCHES = [
  'matched',
  'fee',
  'returned',
  'accepted',
  'amount_differs',
  'only_gateway',
  'only_here',
] as const;

export type PayoutMatch = (typeof PAYOUT_MATCHES)[number];

/** The results that need a person. */
export const OPEN_MATCHES: ReadonlySet<PayoutMatch> = new Set(['amount_differs', 'only_gateway', 'only_here']);

/** The amount of a payment, refund or dispute in the books. */
export interface BookedAmount {
  readonly amount_in_cents: number;
  readonly currency: string;
}

/** A payment or refund in the books. */
export interface BookedPayment extends BookedAmount {
  readonly status: string;
}

/** The records of the books that a line may be about. */
export interface LineInBooks {
  /** The payment or refund with the reference of the line. */
  readonly transaction: BookedPayment | undefined;
  /** The payment that the line is about. */
  readonly payment: BookedPayment | undefined;
  /** The dispute with the reference of the line. */
  readonly dispute: BookedAmount | undefined;
  /** The earlier payout that came back. */
  readonly payout: BookedAmount | undefined;
  /** The sum of all lines about the same payment, in cents; null where the line names none. */
  readonly left_in_cents: number | null;
  /** The sum of the differences that operators have accepted. */
  readonly accepted_in_cents: number;
}

export interface MatchedLine {
  readonly result: PayoutMatch;
  /** The amount in the books, with the sign of the line; null where they have none. */
  readonly booked_in_cents: number | null;
  /** The cents that the payout took from the cash of the books, beyond what these have; 0 where both agree. */
  readonly difference_in_cents: number;
}

/** Statuses of a payment that took no money. */
const NOT_TAKEN: readonly string[] = ['failed', 'declined'];

/**
 * Compares a line with the books. A payment that was voided after it was captured is a refund at the gateway, so a
 * refund without a record of its own is that of its voided payment. A chargeback without a dispute is that of a bank
 * debit, whose payment is void.
 */
export const matchLine = (line: PayoutLineRecord, books: LineInBooks): MatchedLine =>
  lessAccepted(compared(line, books), books.accepted_in_cents);

const compared = (line: PayoutLineRecord, books: LineInBooks): MatchedLine => {
  const found = bookedOf(line, books);
  if (found) {
    const isSame = found.currency === line.charged_currency;
    const booked_in_cents = isSame ? Math.sign(line.charged_in_cents) * found.amount_in_cents : 0;
    const difference_in_cents = line.charged_in_cents - booked_in_cents;
    return { result: difference_in_cents === 0 ? 'matched' : 'amount_differs', booked_in_cents, difference_in_cents };
  }
  const none = { booked_in_cents: null, difference_in_cents: 0 };
  if (isFee(line)) return { ...none, result: 'fee' };
  if (line.payment !== null && books.left_in_cents === 0) return { ...none, result: 'returned' };
  return { ...none, result: 'only_gateway', difference_in_cents: takenBy(line) };
};

/**
 * Takes off what operators have accepted of a difference. What is left is open, also after the books have changed.
 */
export const lessAccepted = (matched: MatchedLine, accepted_in_cents: number): MatchedLine => {
  const { result, difference_in_cents: before } = matched;
  const difference_in_cents = before - accepted_in_cents;
  if (difference_in_cents !== 0)
    return { ...matched, difference_in_cents, result: before === 0 ? 'amount_differs' : result };
  return { ...matched, difference_in_cents, result: before === 0 ? result : 'accepted' };
};

/** Returns what a line that is only at the gateway took from cash: all of it, but for the fee that was posted. */
const takenBy = ({ charged_in_cents, fee_in_cents, posted_fee_in_cents }: PayoutLineRecord): number =>
  charged_in_cents - (fee_in_cents - posted_fee_in_cents);

/** Whether all of a line is a fee: either it has no gross amount, or its gross amount is the fee. */
export const isFee = ({ kind, gross_in_cents }: Pick<PayoutLineRecord, 'kind' | 'gross_in_cents'>): boolean =>
  kind === 'fee' || (kind === 'adjustment' && gross_in_cents === 0);

const bookedOf = (
  { kind }: Pick<PayoutLineRecord, 'kind'>,
  { transaction, payment, dispute, payout }: LineInBooks,
): BookedAmount | undefined => {
  const voided = payment?.status === 'void' ? payment : undefined;
  switch (kind) {
    case 'charge':
      return transaction && !NOT_TAKEN.includes(transaction.status) ? transaction : undefined;
    case 'refund':
      return transaction && transaction.status !== 'declined' ? transaction : voided;
    case 'chargeback':
      return dispute ?? voided;
    case 'payout':
      return payout;
    case 'adjustment':
    case 'fee':
      return undefined;
  }
};
