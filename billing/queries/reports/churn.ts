import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { type CustomerMonth, customerMonths } from './customer-months.ts';
import { MONTH_COLUMNS } from './months.ts';
import { shareInPercent } from './mrr-movements.ts';
import type { ReportQuestion } from './report-question.ts';
import { trialsIn } from './trials.ts';

const customersOf = (where: Readonly<Record<string, string>>): ReportLead => ({
  to: 'customers',
  by: ['currency'],
  where: () => where,
});

const trialsOf = (where: Readonly<Record<string, string>> = {}): ReportLead => ({
  to: 'trials',
  by: ['currency'],
  where: () => where,
});

export const CHURN_COLUMNS: readonly ReportColumn[] = [
  ...MONTH_COLUMNS,
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  {
    name: 'customers_opening',
    label: 'Customers at first',
    kind: 'count',
    leads: customersOf({ change: 'kept,lost' }),
  },
  { name: 'customers_new', label: 'New', kind: 'count', leads: customersOf({ change: 'new' }) },
  { name: 'customers_returned', label: 'Returned', kind: 'count', leads: customersOf({ change: 'returned' }) },
  { name: 'customers_lost', label: 'Lost', kind: 'count', leads: customersOf({ change: 'lost' }) },
  {
    name: 'customers_closing',
    label: 'Customers at the end',
    kind: 'count',
    leads: customersOf({ change: 'new,returned,kept' }),
  },
  { name: 'customer_churn_percent', label: 'Customer churn', kind: 'percent' },
  {
    name: 'mrr_opening',
    label: 'MRR at first',
    kind: 'cents',
    overlaps: true,
    leads: customersOf({ change: 'kept,lost' }),
  },
  { name: 'churn_voluntary', label: 'Canceled', kind: 'cents', leads: customersOf({ ended: 'canceled,both' }) },
  { name: 'churn_involuntary', label: 'Not paid', kind: 'cents', leads: customersOf({ ended: 'not_paid,both' }) },
  { name: 'revenue_churn_percent', label: 'Revenue churn', kind: 'percent' },
  { name: 'gross_retention_percent', label: 'Gross retention', kind: 'percent' },
  { name: 'net_retention_percent', label: 'Net retention', kind: 'percent' },
  { name: 'trials_ended', label: 'Trials ended', kind: 'count', leads: trialsOf(), unlessZero: true },
  {
    name: 'trials_converted',
    label: 'Converted',
    kind: 'count',
    leads: trialsOf({ converted: 'yes' }),
    unlessZero: true,
  },
  { name: 'trial_conversion_percent', label: 'Trial conversion', kind: 'percent', unlessZero: true },
];

/** The customers and trials of one currency in a month. */
class Retention {
  customers_opening = 0;
  customers_new = 0;
  customers_returned = 0;
  customers_lost = 0;
  customers_closing = 0;
  mrr_opening = 0;
  canceled = 0;
  not_paid = 0;
  /** The revenue of the customers at the beginning that is left, without and with increases. */
  left = 0;
  leftWithIncreases = 0;
  trials_ended = 0;
  trials_converted = 0;

  add({ change, opening, closing, canceled, not_paid }: CustomerMonth): void {
    if (opening !== 0) this.customers_opening += 1;
    if (change === 'new') this.customers_new += 1;
    if (change === 'returned') this.customers_returned += 1;
    if (change === 'lost') this.customers_lost += 1;
    if (closing !== 0) this.customers_closing += 1;
    this.mrr_opening += opening;
    this.canceled += canceled;
    this.not_paid += not_paid;
    if (opening === 0) return;
    this.left += Math.min(opening, closing);
    this.leftWithIncreases += closing;
  }

  row(): ReportRow {
    return {
      customers_opening: this.customers_opening,
      customers_new: this.customers_new,
      customers_returned: this.customers_returned,
      customers_lost: this.customers_lost,
      customers_closing: this.customers_closing,
      customer_churn_percent: shareInPercent(this.customers_lost, this.customers_opening),
      mrr_opening: this.mrr_opening,
      churn_voluntary: 0 - this.canceled,
      churn_involuntary: 0 - this.not_paid,
      revenue_churn_percent: shareInPercent(this.canceled + this.not_paid, this.mrr_opening),
      gross_retention_percent: shareInPercent(this.left, this.mrr_opening),
      net_retention_percent: shareInPercent(this.leftWithIncreases, this.mrr_opening),
      trials_ended: this.trials_ended,
      trials_converted: this.trials_converted,
      trial_conversion_percent: shareInPercent(this.trials_converted, this.trials_ended),
    };
  }
}

/** Returns how many customers and how much revenue each month has kept and lost, by currency. */
export async function* churnRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
  { at }: ReportQuestion,
): AsyncGenerator<ReportRow> {
  for await (const { month, customers } of customerMonths(records, site, period, at)) {
    const currencies = new Map<string, Retention>();
    const inCurrency = (currency: string): Retention => {
      const found = currencies.get(currency) ?? new Retention();
      currencies.set(currency, found);
      return found;
    };
    for (const customer of customers) inCurrency(customer.currency).add(customer);
    for await (const { currency, converted } of trialsIn(records, month, at)) {
      const retention = inCurrency(currency);
      retention.trials_ended += 1;
      if (converted) retention.trials_converted += 1;
    }
    for (const [currency, retention] of [...currencies].sort(([one], [other]) => (one < other ? -1 : 1))) {
      yield { month: month.month, part: month.part, currency, ...retention.row() };
    }
  }
}
