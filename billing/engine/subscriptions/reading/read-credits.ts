import type { LineComputation } from '../../../domain/adjustments/computation.ts';
import { unitsLeft } from '../../../domain/adjustments/counted-units.ts';
import {
  type LineRefund,
  NO_UNITS,
  type RefundableLine,
  refundableLine,
} from '../../../domain/adjustments/credit-line.ts';
import type { ShownAdjustment } from '../../../domain/adjustments/record.ts';
import { isItem } from '../../../domain/subscriptions/agreement.ts';
import { currentPeriod } from '../../../domain/subscriptions/periods.ts';
import { productPrice } from '../../../domain/subscriptions/products.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { ProductCredit, ProductKey, SubscriptionCredit } from '../../../domain/subscriptions/transition.ts';
import type { Records } from '../../../ports/storage.ts';
import { fraction } from '../../../values/money/fraction.ts';
import { fractionText, readFraction } from '../../../values/money/fraction-text.ts';
import { type ChangeableCharge, creditCharges } from '../../../values/price/change.ts';
import { isEmpty } from '../../../values/price/credit.ts';
import { refundRest } from '../../../values/price/refund.ts';

type Credited = Pick<Records, 'adjustments' | 'invoices'>;

/** A charge line of a product for a period, with the part that changes can still credit. */
type PeriodLine = RefundableLine & ChangeableCharge;

/**
 * Returns the lines that the credits of a change are made against, newest first, with the amount of each.
 *
 * @param before the subscription as it was charged, before the change
 */
export const readCredits = async (
  records: Credited,
  before: SubscriptionRecord,
  credits: readonly SubscriptionCredit[],
): Promise<readonly LineRefund[]> => {
  const products = credits.filter((credit) => credit.kind === 'product');
  const isFeeCredited = credits.some(({ kind }) => kind === 'shipping_fee');
  if (products.length === 0 && !isFeeCredited) return [];
  const charges = await records.adjustments.chargesSince(before.uuid, currentPeriod(before).startedAt);
  const charged = await withoutFailed(records, charges);
  const refunds: LineRefund[] = [];
  for (const credit of products) {
    const lines = charged.filter((line) => isOf(line, credit.product));
    refunds.push(...creditsOfProduct(before, credit, await periodLines(records, lines)));
  }
  if (isFeeCredited) refunds.push(...(await creditsOfFee(records, charged)));
  return refunds;
};

/** A price that was not charged, such as that of a change billed from the next period on, is not credited either. */
const creditsOfProduct = (
  before: SubscriptionRecord,
  { product, amount, proration }: ProductCredit,
  lines: readonly PeriodLine[],
): LineRefund[] => {
  const open = lines.reduce((sum, line) => sum + line.open, 0);
  const uncharged = Math.max(0, productPrice(before, product) - open);
  const credits = creditCharges(lines, Math.max(0, amount - uncharged), proration);
  return lines.flatMap((line, at) => {
    const { taken, ...credit } = credits[at]!;
    if (isEmpty(credit)) return [];
    const computation: LineComputation = {
      proration: fractionText(proration),
      whole_in_cents: taken,
      interval_unit: before.interval_unit,
      interval_length: before.interval_length,
      anchor_at: before.anchor_at,
    };
    return [{ line, credit, units: NO_UNITS, computation }];
  });
};

/** Credits all that is left of the shipping fees of the period. */
const creditsOfFee = async (
  { adjustments }: Pick<Records, 'adjustments'>,
  charged: readonly ShownAdjustment[],
): Promise<LineRefund[]> => {
  const refunds: LineRefund[] = [];
  for (const line of charged.filter(({ origin }) => origin === 'shipping_fee')) {
    const credits = line.credited_share === null ? [] : await adjustments.creditsOf(line.uuid);
    const fee = refundableLine(line, credits);
    const credit = refundRest(fee);
    if (!isEmpty(credit)) refunds.push({ line: fee, credit, units: unitsLeft(line) });
  }
  return refunds;
};

/** A subscription has one plan at a time, so its credits are made against whichever plan the period was charged for. */
const isOf = (line: ShownAdjustment, { kind, code, source }: ProductKey): boolean => {
  if (!isInAdvance(line) || line.origin !== kind) return false;
  return kind === 'plan' || (line.product_code === code && isItem(line) === (source === 'item'));
};

/** Usage is billed when its period is over. */
const isInAdvance = ({ end_date, created_at }: ShownAdjustment): boolean => end_date !== null && end_date > created_at;

/** An invoice that was written off was not paid, so nothing of it is credited. */
const withoutFailed = async (
  { invoices }: Pick<Records, 'invoices'>,
  lines: readonly ShownAdjustment[],
): Promise<ShownAdjustment[]> => {
  const failed = new Set<string>();
  for (const id of new Set(lines.flatMap(({ invoice_id }) => invoice_id ?? []))) {
    if ((await invoices.find(id))?.state === 'failed') failed.add(id);
  }
  return lines.filter(({ invoice_id }) => invoice_id !== null && !failed.has(invoice_id));
};

/** Lines that are free for a whole interval have nothing to credit. */
const periodLines = async (
  { adjustments }: Pick<Records, 'adjustments'>,
  lines: readonly ShownAdjustment[],
): Promise<PeriodLine[]> => {
  const found: PeriodLine[] = [];
  for (const line of lines) {
    const credits = line.credited_share === null ? [] : await adjustments.creditsOf(line.uuid);
    found.push(asCharged(refundableLine(line, credits)));
  }
  return found.filter(({ whole, covered }) => whole > 0 && covered.numerator > 0n);
};

/** Earlier changes reduced a line by their credits; refunds leave the price of its interval as it is. */
const asCharged = (line: RefundableLine): PeriodLine => {
  const { computation } = line.record;
  const whole = computation?.whole_in_cents ?? line.gross;
  const taken = line.credits.reduce((sum, credit) => sum + (credit.computation?.whole_in_cents ?? 0), 0);
  return {
    ...line,
    whole,
    open: Math.max(0, whole - taken),
    covered: computation ? readFraction(computation.proration) : fraction(1),
  };
};
