/** The lines that transitions bill and credit, as the service stores them. */

import { fraction } from '../../../values/money/fraction.ts';
import { readFraction } from '../../../values/money/fraction-text.ts';
import type { Period } from '../../../values/periods/period.ts';
import { type ChangeableCharge, creditCharges } from '../../../values/price/change.ts';
import { creditableTotal } from '../../../values/price/credit.ts';
import type { Seconds } from '../../../values/time.ts';
import { blankLine } from '../../adjustments/line.ts';
import type { AdjustmentRecord } from '../../adjustments/record.ts';
import { terminationLines } from '../../refunds/termination-lines.ts';
import { linesOfSubscription } from '../lines.ts';
import { productPrice } from '../products.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from '../record.ts';
import type { PeriodCharge, ProductCharge, ProductCredit, TerminationCredit, Transition } from '../transition.ts';
import { isCountedByTerm, isLastCounted, termWindow } from '../usage-counter.ts';
import { type BilledUsage, usageLinesOf } from '../usage-lines.ts';
import { priced } from './charges.ts';
import type { BilledLine, CreditedLine, History } from './history.ts';

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
  inclusive: false,
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
) =>
  charges.flatMap((charge) =>
    charge.kind === 'usage'
      ? charge.addOns.flatMap((sold) =>
          billUsage(sold, charge.period, before!, used).map((gross) => {
            const { startedAt: from, endsAt: to } = charge.period;
            const line = { what: `usage ${sold.add_on_code}`, from, ...priced(gross, history) };
            if (gross > 0) lines.push({ ...line, ...UNCREDITED, whole: 0, record: usageRecord(to) });
            return { ...line, to };
          }),
        )
      : charge.kind === 'shipping_fee'
        ? []
        : linesOf(history, subscription!, charge, at, lines),
  );

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
    const what = `${record.origin} ${record.product_code}`;
    const { computation, start_date: from, end_date: to } = record;
    const whole = computation && !record.origin.endsWith('_trial') ? computation.whole_in_cents : 0;
    const covered = computation ? readFraction(computation.proration) : UNCREDITED.covered;
    stored.push({ what, from: from!, ...amounts, ...UNCREDITED, whole, open: whole, covered, record });
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
    if (!before || credit.kind === 'shipping_fee') return [];
    return credit.kind === 'product'
      ? creditsOfProduct(before, credit, stored.lines)
      : refundsOf(before, credit, stored, at);
  });

/** The refund of the last invoice; the subscription is over then, so that no later credit depends on it. */
const refundsOf = (
  { current_term_started_at }: SubscriptionRecord,
  credit: TerminationCredit,
  { lines, last }: Stored,
  at: Seconds,
): CreditedLine[] => {
  if (!last || last.at < (current_term_started_at ?? 0)) return [];
  const own = lines.slice(...last.lines).map((line) => ({
    ...line,
    record: { ...line.record, account_code: '', invoice: null },
    credits: [],
  }));
  const refundable = own.reduce((sum, line) => sum + creditableTotal(line), 0);
  return terminationLines(own, credit, refundable, at).map(({ line, credit: { gross, discount, tax } }) => {
    const { what, from } = own.find((one) => one === line)!;
    return { what, from, gross, discount, tax };
  });
};

const creditsOfProduct = (
  before: SubscriptionRecord,
  { product, amount: removed, proration }: ProductCredit,
  lines: StoredLine[],
): CreditedLine[] => {
  const { kind, code } = product;
  const since = before.current_period_started_at ?? 0;
  const places = [...lines.keys()]
    .filter((place) => {
      const { what, from, whole } = lines[place]!;
      return from >= since && whole > 0 && (kind === 'plan' ? what.startsWith('plan ') : what === `add_on ${code}`);
    })
    .reverse();
  const charges = places.map((place) => lines[place]!);
  const uncharged = productPrice(before, product) - charges.reduce((sum, { open }) => sum + open, 0);
  const amount = Math.max(0, removed - Math.max(0, uncharged));
  let rest = amount;
  return creditCharges(charges, amount, proration).flatMap(({ gross, discount, tax, share }, index) => {
    const line = charges[index]!;
    const taken = Math.min(rest, line.open);
    rest -= taken;
    const { credited } = line;
    lines[places[index]!] = {
      ...line,
      open: line.open - taken,
      share,
      credited: {
        gross: credited.gross + gross,
        discount: credited.discount + discount,
        tax: credited.tax + tax,
      },
    };
    return gross > 0 ? [{ what: line.what, from: line.from, gross, discount, tax }] : [];
  });
};
