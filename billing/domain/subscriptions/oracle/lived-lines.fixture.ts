/** The lines that transitions bill and credit, as the service stores them. */

import { Failure } from '../../../values/failure.ts';
import { fraction, times } from '../../../values/money/fraction.ts';
import { readFraction } from '../../../values/money/fraction-text.ts';
import type { Period } from '../../../values/periods/period.ts';
import { type ChangeableCharge, creditCharges } from '../../../values/price/change.ts';
import { type Credit, creditableTotal } from '../../../values/price/credit.ts';
import { refundRest } from '../../../values/price/refund.ts';
import type { Seconds } from '../../../values/time.ts';
import { chargeAfter, type RefundableLine } from '../../adjustments/credit-line.ts';
import { blankLine } from '../../adjustments/line.ts';
import type { AdjustmentRecord } from '../../adjustments/record.ts';
import { NO_LABELS } from '../../general-ledger/labels.ts';
import { refundLines } from '../../refunds/refund-lines.ts';
import { terminationLines } from '../../refunds/termination-lines.ts';
import { isItem } from '../agreement.ts';
import { linesOfSubscription } from '../lines.ts';
import { productPrice } from '../products.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from '../record.ts';
import { feeLine, feePeriod, shippingFeeOf } from '../shipping-fee.ts';
import type { PeriodCharge, ProductCharge, ProductCredit, TerminationCredit, Transition } from '../transition.ts';
import { isCountedByTerm, isLastCounted, termWindow } from '../usage-counter.ts';
import { type BilledUsage, usageLinesOf } from '../usage-lines.ts';
import { priced, pricedFee } from './charges.ts';
import type { BilledLine, CreditedLine, History, Operation } from './history.ts';

/** A charge line as it is stored, newest last. */
interface StoredLine extends ChangeableCharge {
  readonly what: string;
  readonly from: Seconds;
  readonly record: AdjustmentRecord;
}

export interface Stored {
  readonly lines: StoredLine[];
  /** The last invoice: when it was made, and the places of its lines; one of credits alone has none. */
  last: { readonly at: Seconds; readonly lines: readonly [first: number, end: number] } | undefined;
}

const UNCREDITED = {
  open: 0,
  covered: fraction(1),
  credited: { gross: 0, discount: 0, tax: 0 },
  share: fraction(0),
};
const SETTING = { uuid: () => '', at: 0, account_id: '', currency: 'USD' };

export interface RecordedUsage {
  readonly code: string;
  readonly at: Seconds;
  readonly amount: number;
  isBilled: boolean;
}

const sumOf = (used: readonly RecordedUsage[]): string => String(used.reduce((sum, { amount }) => sum + amount, 0));

/** Bills the unbilled usage of a period, and returns its amounts: one for each tier used. */
const billUsage = (
  addOn: SubscriptionAddOnRecord,
  period: Period,
  before: SubscriptionRecord,
  all: RecordedUsage[],
) => {
  const own = all.filter(({ code }) => code === addOn.add_on_code);
  const unbilled = own.filter(({ at, isBilled }) => !isBilled && at >= period.startedAt);
  const term = termWindow(before, period.startedAt);
  const counted = own.filter(({ at, isBilled }) => isBilled && at >= term.startedAt && at < term.endsAt);
  const usage: BilledUsage = {
    addOn,
    period,
    selection: { subscription_id: '', add_on_code: addOn.add_on_code, late: false, ...period },
    total: { count: unbilled.length, last: 0, amount: sumOf(unbilled) },
    before: isCountedByTerm(addOn) ? sumOf(counted) : '0',
    ...(isLastCounted(addOn) ? { counted: String(unbilled.at(-1)?.amount ?? 0) } : {}),
  };
  const item = { before, usage: [usage], showsUnused: true, rates: [], shipping: null };
  for (const one of unbilled) one.isBilled = true;
  return usageLinesOf(SETTING, item, 0).charges.map(({ line }) => line.gross);
};

export const chargesOf = (
  history: History,
  { subscription, charges }: Transition,
  { at, before }: { readonly at: Seconds; readonly before: SubscriptionRecord | null },
  lines: StoredLine[],
  used: RecordedUsage[],
): BilledLine[] => [
  ...charges.flatMap((charge) =>
    charge.kind === 'usage'
      ? charge.addOns.flatMap((sold) =>
          billUsage(sold, charge.period, before!, used).map((gross) => {
            const { startedAt: from, endsAt: to } = charge.period;
            const line = { what: `usage ${sold.add_on_code}`, from, ...priced(gross, history) };
            const { inclusive } = history;
            if (gross > 0) lines.push({ ...line, ...UNCREDITED, inclusive, whole: 0, record: usageRecord(to) });
            return { ...line, to };
          }),
        )
      : charge.kind === 'shipping_fee'
        ? []
        : linesOf(history, subscription!, charge, at, lines),
  ),
  ...feeLines(history, subscription!, charges, at, lines),
];

/** The shipping fee that charges bill, as an invoice has it after all other lines. */
const feeLines = (
  history: History,
  subscription: SubscriptionRecord,
  charges: Transition['charges'],
  at: Seconds,
  stored: StoredLine[],
): BilledLine[] => {
  const period = feePeriod(charges);
  const amount_in_cents = shippingFeeOf(subscription);
  if (!period || amount_in_cents === 0) return [];
  const code = subscription.shipping_method_code ?? '';
  const method = { code, name: code, accounting_code: null, tax_code: null };
  const fee = { method, labels: NO_LABELS, amount_in_cents, period, rates: [], shipping: null, subscription };
  const { record } = feeLine({ ...SETTING, at }, fee, 0);
  const line = { what: `shipping_fee ${code}`, from: period.startedAt, ...pricedFee(amount_in_cents, history) };
  stored.push({ ...line, ...UNCREDITED, inclusive: history.inclusive, whole: 0, record });
  return [{ ...line, to: period.endsAt }];
};

/** Returns the fields of a usage line that a termination reads. */
const usageRecord = (end_date: Seconds): AdjustmentRecord => ({
  ...blankLine(SETTING),
  end_date,
  computation: {
    proration: '1/1',
    whole_in_cents: 0,
    interval_unit: 'months',
    interval_length: 1,
    anchor_at: 0,
    usage: { amount: '1', unit: 1, percentage: null, measured_unit_id: null },
  },
});

const linesOf = (
  history: History,
  subscription: SubscriptionRecord,
  charge: PeriodCharge | ProductCharge,
  at: Seconds,
  stored: StoredLine[],
): BilledLine[] => {
  const plan = { accounting_code: null, setup_fee_accounting_code: null, setup_fee_revenue_schedule_type: null };
  const drafts = linesOfSubscription({ ...SETTING, at }, { subscription, plan, charge, rates: [], shipping: null }, 0);
  return drafts.flatMap(({ record }) => {
    const amounts = priced(record.unit_amount_in_cents * record.quantity, history);
    const kind = isItem(record) ? record.origin.replace('add_on', 'item') : record.origin;
    const what = `${kind} ${record.product_code}`;
    const { computation, start_date: from, end_date: to } = record;
    const whole = computation && !record.origin.endsWith('_trial') ? computation.whole_in_cents : 0;
    const covered = computation ? readFraction(computation.proration) : UNCREDITED.covered;
    const { inclusive } = history;
    stored.push({ what, from: from!, ...amounts, ...UNCREDITED, inclusive, whole, open: whole, covered, record });
    return amounts.gross > 0 || record.origin.endsWith('_trial') ? [{ what, from: from!, to, ...amounts }] : [];
  });
};

export const creditsOf = (
  { credits }: Transition,
  before: SubscriptionRecord | null,
  stored: Stored,
  at: Seconds,
): CreditedLine[] =>
  credits.flatMap((credit) => {
    if (!before) return [];
    if (credit.kind === 'shipping_fee') return creditsOfFee(before, stored.lines);
    return credit.kind === 'product'
      ? creditsOfProduct(before, credit, stored.lines)
      : refundsOf(before, credit, stored, at);
  });

/** Credits all that is left of the shipping fees of the current period. */
const creditsOfFee = (before: SubscriptionRecord, lines: StoredLine[]): CreditedLine[] => {
  const since = before.current_period_started_at ?? 0;
  return lines.flatMap((line, place) => {
    if (line.record.origin !== 'shipping_fee' || line.from < since || creditableTotal(line) === 0) return [];
    lines[place] = credited(line, refundRest(line));
    return [creditOf(line, refundRest(line))];
  });
};

const creditOf = ({ what, from }: StoredLine, { gross, discount, tax }: Credit): CreditedLine => ({
  what,
  from,
  gross,
  discount,
  tax,
});

const credited = (line: StoredLine, { gross, discount, tax, share }: Credit): StoredLine => ({
  ...line,
  share,
  credited: {
    gross: line.credited.gross + gross,
    discount: line.credited.discount + discount,
    tax: line.credited.tax + tax,
  },
});

/** Returns a stored line as refunds read it. */
const refundable = (line: StoredLine) => ({
  ...line,
  record: { ...line.record, account_code: '', invoice: null },
  credits: [],
});

/** Refunds a part of the units of a stored line, as a refund of its invoice would. Throws where it is refused. */
export const refundUnits = (
  { lines }: Stored,
  at: Seconds,
  { back, thousandths }: Extract<Operation, { do: 'refund' }>,
): CreditedLine[] => {
  const places = [...lines.keys()].filter((place) => {
    const { gross, what } = lines[place]!;
    return gross > 0 && !what.startsWith('usage ');
  });
  const place = places.at(-1 - back);
  if (place === undefined) throw new Failure('not_found');
  const line = lines[place]!;
  const { record } = line;
  const quantity = times(fraction(record.quantity), fraction(thousandths, 1000));
  const part = { by: 'quantity_decimal', quantity, in: 'counted', prorate: false } as const;
  const invoice = { refundable_total_in_cents: Infinity, invoice_number_prefix: '', invoice_number: 0 };
  const requested = { kind: 'lines', path: '', lines: [{ uuid: record.uuid, part }] } as const;
  const [refund] = refundLines(invoice, [refundable(line)], requested, at).refunds;
  lines[place] = { ...credited(line, refund!.credit), record: { ...record, ...chargeAfter(refund!, false) } };
  return [creditOf(line, refund!.credit)];
};

/** The refund of the last invoice, at the end of the subscription. */
const refundsOf = (
  { current_term_started_at }: SubscriptionRecord,
  credit: TerminationCredit,
  { lines, last }: Stored,
  at: Seconds,
): CreditedLine[] => {
  if (!last || last.at < (current_term_started_at ?? 0)) return [];
  const [first, end] = last.lines;
  const own: readonly RefundableLine[] = lines.slice(first, end).map(refundable);
  const left = own.reduce((sum, line) => sum + creditableTotal(line), 0);
  return terminationLines(own, credit, left, at).map((refund) => {
    const place = first + own.indexOf(refund.line);
    const line = lines[place]!;
    lines[place] = credited(line, refund.credit);
    return creditOf(line, refund.credit);
  });
};

const creditsOfProduct = (
  before: SubscriptionRecord,
  { product, amount: removed, proration }: ProductCredit,
  lines: StoredLine[],
): CreditedLine[] => {
  const { kind, code, source } = product;
  const name = `${source === 'item' ? 'item' : 'add_on'} ${code}`;
  const since = before.current_period_started_at ?? 0;
  const places = [...lines.keys()]
    .filter((place) => {
      const { what, from, whole } = lines[place]!;
      return from >= since && whole > 0 && (kind === 'plan' ? what.startsWith('plan ') : what === name);
    })
    .reverse();
  const charges = places.map((place) => lines[place]!);
  const uncharged = productPrice(before, product) - charges.reduce((sum, { open }) => sum + open, 0);
  const amount = Math.max(0, removed - Math.max(0, uncharged));
  let rest = amount;
  return creditCharges(charges, amount, proration).flatMap((credit, index) => {
    const line = charges[index]!;
    const taken = Math.min(rest, line.open);
    rest -= taken;
    lines[places[index]!] = { ...credited(line, credit), open: line.open - taken };
    return credit.gross > 0 ? [creditOf(line, credit)] : [];
  });
};
