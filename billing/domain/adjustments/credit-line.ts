import { allocate } from '../../values/money/allocate.ts';
import { compare, type Fraction, fraction, plus, shareOf, times } from '../../values/money/fraction.ts';
import { fractionText, readFraction } from '../../values/money/fraction-text.ts';
import { plainDecimal } from '../../values/money/plain-decimal.ts';
import type { Credit, CreditableLine } from '../../values/price/credit.ts';
import type { Seconds } from '../../values/time.ts';
import type { LineComputation } from './computation.ts';
import { countedOf, priceOfUnit, remainingUnits, unitsLeft } from './counted-units.ts';
import { type AdjustmentRecord, adjustmentOf, type ShownAdjustment } from './record.ts';

/** A charge line, and how much of it earlier credits covered. */
export interface RefundableLine extends CreditableLine {
  readonly record: ShownAdjustment;
  /** Credits made against it. */
  readonly credits: readonly AdjustmentRecord[];
}

/** The part of one line that a refund covers. */
export interface LineRefund {
  readonly line: RefundableLine;
  readonly credit: Credit;
  /** Refunded units, as the line stores them; `NO_UNITS` where an amount is refunded regardless of units. */
  readonly units: Fraction;
  /**
   * The part of the line's price for a whole interval that it covers. Missing: a share of the line, whatever its price.
   */
  readonly computation?: LineComputation;
}

export const NO_UNITS = fraction(0);

const grossOf = ({ unit_amount_in_cents, quantity }: AdjustmentRecord): number => unit_amount_in_cents * quantity;

/** Returns the sum of what credits took, above 0: their amounts are stored below 0. */
const taken = (credits: readonly AdjustmentRecord[], of: (credit: AdjustmentRecord) => number): number =>
  credits.reduce((sum, credit) => sum - of(credit), 0);

export const refundableLine = (record: ShownAdjustment, credits: readonly AdjustmentRecord[]): RefundableLine => ({
  record,
  credits,
  inclusive: record.tax_inclusive,
  gross: grossOf(record),
  discount: record.discount_in_cents,
  tax: record.tax_in_cents,
  credited: {
    gross: taken(credits, grossOf),
    discount: taken(credits, (credit) => credit.discount_in_cents),
    tax: taken(credits, (credit) => credit.tax_in_cents),
  },
  share: record.credited_share === null ? fraction(0) : readFraction(record.credited_share),
});

/** Returns the cents of a line that can still be refunded: none of a credit, or of what was not paid for. */
export const refundableOf = (line: ShownAdjustment): number => {
  const { type, total_in_cents, credited_in_cents = 0, invoice_refundable_in_cents } = line;
  if (type === 'credit') return 0;
  return Math.min(total_in_cents + credited_in_cents, invoice_refundable_in_cents ?? 0);
};

/** Orders lines with equal claims to a cent by kind, code and position. */
export const byPlace = ({ record: a }: RefundableLine, { record: b }: RefundableLine): number =>
  compareTexts(a.origin, b.origin) ||
  compareTexts(a.product_code ?? '', b.product_code ?? '') ||
  a.position - b.position;

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the line of a credit invoice that credits a charge, all amounts below 0. */
export const creditLine = (uuid: string, at: Seconds, refund: LineRefund): AdjustmentRecord => {
  const { line, credit, computation } = refund;
  const charge = adjustmentOf(line.record);
  const { credits } = line;
  return {
    ...charge,
    uuid,
    invoice_id: null,
    type: 'credit',
    original_adjustment_uuid: charge.uuid,
    credit_reason_code: 'refund',
    custom_fields: [],
    ...creditedUnits(refund),
    credited_share: fractionText(plus(credit.share, times(line.share, fraction(-1)))),
    computation: computation ?? null,
    discount_in_cents: 0 - credit.discount,
    discount_tax_in_cents: 0 - discountTaxOf(line, credit),
    tax_in_cents: 0 - credit.tax,
    total_in_cents: 0 - credit.total,
    discounts: takenBack(charge.discounts, credit.discount, (n) =>
      taken(credits, (each) => each.discounts[n]?.amount ?? 0),
    ),
    taxes: takenBack(charge.taxes, credit.tax, (n) => taken(credits, (each) => each.taxes[n]?.amount ?? 0)),
    created_at: at,
    updated_at: at,
  };
};

type CreditedUnits = Pick<
  AdjustmentRecord,
  | 'unit_amount_in_cents'
  | 'quantity'
  | 'quantity_remaining'
  | 'quantity_decimal'
  | 'quantity_decimal_remaining'
  | 'price_of_unit_in_cents'
>;

/**
 * Returns quantity and price of a credit: those of whole units where they share the amount evenly, the exact quantity
 * of a fraction where the credit is its share of the line, and one unit of the amount otherwise.
 */
const creditedUnits = ({ line, credit, units }: LineRefund): CreditedUnits => {
  const { record } = line;
  const counted = countedOf(record, units);
  const whole = counted.denominator === 1n ? Number(counted.numerator) : 0;
  const quantity = whole > 0 && credit.gross % whole === 0 ? whole : 1;
  const isShare = compare(plus(line.share, times(units, fraction(1, record.quantity || 1))), credit.share) === 0;
  const exact = counted.denominator > 1n && isShare ? plainDecimal(counted) : null;
  const price = exact === null ? undefined : (priceOfUnit(record) ?? record.unit_amount_in_cents);
  return {
    unit_amount_in_cents: 0 - credit.gross / quantity,
    quantity,
    quantity_remaining: quantity,
    quantity_decimal: exact,
    quantity_decimal_remaining: null,
    price_of_unit_in_cents: price === undefined ? null : 0 - price,
  };
};

/** Returns the tax within the discount of a credit: the share of the line's, at most that discount. */
const discountTaxOf = ({ record, credits }: RefundableLine, { share, discount }: Credit): number => {
  const before = taken(credits, (each) => each.discount_tax_in_cents);
  const due = shareOf(record.discount_tax_in_cents, share) - before;
  return Math.max(0, Math.min(due, record.discount_tax_in_cents - before, discount));
};

/** Credits the parts of a line's discount or tax in proportion to what is left of each, in the order of the charge. */
const takenBack = <Part extends { readonly amount: number }>(
  parts: readonly Part[],
  amount: number,
  before: (place: number) => number,
): Part[] => {
  const left = parts.map((part, place) => ({ place, left: part.amount - before(place) }));
  const back = allocate(
    amount,
    left,
    (part) => part.left,
    (a, b) => a.place - b.place,
  );
  return parts.map((part, place) => ({ ...part, amount: 0 - back[place]! }));
};

/** The fields of a charge line that a refund changes. */
export type ChargeAfter = Pick<AdjustmentRecord, 'uuid' | 'quantity_remaining' | 'credited_share'> &
  // Missing in refunds that an earlier release began.
  Partial<Pick<AdjustmentRecord, 'quantity_decimal_remaining'>>;

export const chargeAfter = ({ line, credit, units }: LineRefund, whole: boolean): ChargeAfter => {
  const spent = whole || (units.numerator > 0n && compare(credit.share, fraction(1)) === 0);
  const left = spent ? NO_UNITS : plus(unitsLeft(line.record), times(units, fraction(-1)));
  return {
    uuid: line.record.uuid,
    ...remainingUnits(line.record, left),
    credited_share: fractionText(credit.share),
  };
};
