import type { LineComputation } from '../../adjustments/computation.ts';
import { type LineRefund, type RefundableLine, refundableLine } from '../../adjustments/credit-line.ts';
import type { ShownAdjustment } from '../../adjustments/record.ts';
import { fraction } from '../../money/fraction.ts';
import { fractionText, readFraction } from '../../money/fraction-text.ts';
import type { Records } from '../../ports/storage.ts';
import { type ChangeableCharge, creditCharges, creditLeft } from '../../price/change.ts';
import { refundRest } from '../../price/refund.ts';
import { currentPeriod } from '../../subscriptions/periods.ts';
import { productPrice } from '../../subscriptions/products.ts';
import type { ShownSubscription, SubscriptionRecord } from '../../subscriptions/record.ts';
import type {
  ProductCredit,
  ProductKey,
  SubscriptionCredit,
  TerminationCredit,
} from '../../subscriptions/transition.ts';

type Credited = Pick<Records, 'adjustments' | 'invoices'>;

/** A charge line of a product for a period, as far as it can still be credited. */
type PeriodLine = RefundableLine & ChangeableCharge;

/**
 * Returns the lines that the credits of a transition are made against, newest first, with the amount of each.
 *
 * @param before the subscription as it was charged, before the transition
 */
export const readCredits = async (
  records: Credited,
  before: ShownSubscription,
  credits: readonly SubscriptionCredit[],
): Promise<readonly LineRefund[]> => {
  const products = credits.filter((credit) => credit.kind === 'product');
  const last = credits.find((credit) => credit.kind === 'last_invoice');
  return [
    ...(products.length > 0 ? await creditsOfProducts(records, before, products) : []),
    ...(last ? await creditsOfLastInvoice(records, before, last) : []),
  ];
};

const creditsOfProducts = async (
  records: Credited,
  before: SubscriptionRecord,
  credits: readonly ProductCredit[],
): Promise<LineRefund[]> => {
  const charges = await records.adjustments.chargesSince(before.uuid, currentPeriod(before).startedAt);
  const charged = await withoutFailed(records, charges);
  const refunds: LineRefund[] = [];
  for (const credit of credits) {
    const lines = await periodLines(
      records,
      charged.filter((line) => isOf(line, credit.product)),
    );
    refunds.push(...creditsOfProduct(before, credit, lines));
  }
  return refunds;
};

/** What nothing was charged for, such as a change that was billed from the next period on, is not credited either. */
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
    if (credit.gross === 0) return [];
    const computation: LineComputation = {
      proration: fractionText(proration),
      whole_in_cents: taken,
      interval_unit: before.interval_unit,
      interval_length: before.interval_length,
      anchor_at: before.anchor_at,
    };
    return [{ line, credit, quantity: 0, computation }];
  });
};

const creditsOfLastInvoice = async (
  records: Credited,
  before: ShownSubscription,
  { proration }: TerminationCredit,
): Promise<LineRefund[]> => {
  const invoice = before.invoice === null ? undefined : await records.invoices.find(before.invoice);
  const inTerm = invoice && invoice.created_at >= (before.current_term_started_at ?? 0);
  if (!inTerm || invoice.type !== 'charge' || invoice.state !== 'paid') return [];
  const lines = await records.adjustments.onInvoice(invoice.uuid);
  const own = lines.filter(({ subscription_id, type }) => subscription_id === before.uuid && type === 'charge');
  const refunds: LineRefund[] = [];
  if (proration === null) {
    for (const line of await refundableLines(records, own)) {
      refunds.push({ line, credit: refundRest(line), quantity: line.record.quantity_remaining });
    }
  } else {
    for (const line of await periodLines(records, own.filter(isAdvance))) {
      refunds.push({ line, credit: creditLeft(line, line.open, proration), quantity: 0 });
    }
  }
  return refunds.filter(({ credit }) => credit.gross > 0);
};

/** A plan or add-on that was billed in advance. */
const isAdvance = ({ origin, computation }: ShownAdjustment): boolean =>
  (origin === 'plan' || origin === 'add_on') && !isUsage(computation);

const isUsage = (computation: LineComputation | null): boolean => computation !== null && 'usage' in computation;

/** A subscription has one plan at a time, so a credit of the plan is made against each plan of the period. */
const isOf = (line: ShownAdjustment, { kind, code }: ProductKey): boolean =>
  isAdvance(line) && line.origin === kind && (kind === 'plan' || line.product_code === code);

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

const refundableLines = async (
  { adjustments }: Pick<Records, 'adjustments'>,
  lines: readonly ShownAdjustment[],
): Promise<RefundableLine[]> => {
  const found: RefundableLine[] = [];
  for (const line of lines) {
    found.push(refundableLine(line, line.credited_share === null ? [] : await adjustments.creditsOf(line.uuid)));
  }
  return found;
};

/** Lines that cost nothing for a whole interval have nothing to credit. */
const periodLines = async (
  records: Pick<Records, 'adjustments'>,
  lines: readonly ShownAdjustment[],
): Promise<PeriodLine[]> =>
  (await refundableLines(records, lines))
    .map(asCharged)
    .filter(({ whole, covered }) => whole > 0 && covered.numerator > 0n);

/** Changes before have taken from a line what their credits say; refunds leave the price of its interval as it is. */
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
