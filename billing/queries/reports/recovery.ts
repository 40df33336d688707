import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { DunnedInvoice } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { everyPage } from '../lists/every-page.ts';
import { shareInPercent } from './mrr-movements.ts';

/** Invoices that are read together. */
const TOGETHER = 500;

const DUNNING_OUTCOMES = ['recovered', 'credited', 'written_off', 'open'] as const;

type DunningOutcome = (typeof DUNNING_OUTCOMES)[number];

const dunnedInvoices = (where: Readonly<Record<string, string>> = {}): ReportLead => ({
  to: 'dunned_invoices',
  by: ['campaign', 'currency', 'step'],
  where: () => where,
});

const REACHED: ReportLead = {
  to: 'dunned_invoices',
  by: ['campaign', 'currency'],
  where: ({ step }) => ({ steps_reached: String(step) }),
};

export const RECOVERY_COLUMNS: readonly ReportColumn[] = [
  { name: 'campaign', label: 'Campaign', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'step', label: 'Step', kind: 'count' },
  { name: 'invoices', label: 'Reached it', kind: 'count', leads: REACHED },
  { name: 'recovered', label: 'Recovered', kind: 'count', leads: dunnedInvoices({ outcome: 'recovered' }) },
  { name: 'recovered_percent', label: 'Rate at step', kind: 'percent' },
  { name: 'recovered_so_far_percent', label: 'Rate so far', kind: 'percent' },
  {
    name: 'by_backup',
    label: 'By backup',
    kind: 'count',
    leads: dunnedInvoices({ outcome: 'recovered', by_backup: 'yes' }),
  },
  { name: 'credited', label: 'Credited', kind: 'count', detail: true },
  { name: 'written_off', label: 'Written off', kind: 'count', detail: true },
  { name: 'open', label: 'Open', kind: 'count', detail: true },
  { name: 'amount', label: 'At stake', kind: 'cents', overlaps: true, leads: REACHED },
  { name: 'recovered_amount', label: 'Received', kind: 'cents', leads: dunnedInvoices() },
  { name: 'recovered_amount_percent', label: 'Rate of amount', kind: 'percent' },
  { name: 'by_backup_amount', label: 'Of it by backup', kind: 'cents', detail: true },
  { name: 'written_off_amount', label: 'Lost', kind: 'cents', leads: dunnedInvoices() },
  { name: 'open_amount', label: 'Still owed', kind: 'cents', leads: dunnedInvoices() },
];

export const DUNNED_INVOICE_COLUMNS: readonly ReportColumn[] = [
  { name: 'past_due_since', label: 'Past due since', kind: 'day' },
  { name: 'invoice_number', label: 'Invoice', kind: 'text', opens: 'invoice' },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  { name: 'campaign', label: 'Campaign', kind: 'text', filters: true },
  { name: 'step', label: 'Step', kind: 'count', filters: true },
  { name: 'outcome', label: 'Outcome', kind: 'text', filters: true, values: DUNNING_OUTCOMES },
  { name: 'by_backup', label: 'By backup', kind: 'text', filters: true, values: ['yes', 'no'] },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'amount', label: 'At stake', kind: 'cents' },
  { name: 'recovered_amount', label: 'Received', kind: 'cents' },
  { name: 'written_off_amount', label: 'Lost', kind: 'cents' },
  { name: 'open_amount', label: 'Still owed', kind: 'cents' },
  { name: 'steps_reached', label: 'Steps reached', kind: 'text', detail: true, isList: true },
];

/** Returns each invoice that became past due in a period, and what became of it until now, the oldest first. */
export async function* dunnedInvoiceRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
): AsyncGenerator<ReportRow, void> {
  for await (const invoice of dunnedIn(records, period)) {
    yield {
      past_due_since: dayIn(site.time_zone, invoice.started_at),
      invoice_number: invoice.invoice_number,
      account_code: invoice.account_code,
      campaign: invoice.campaign,
      step: invoice.events_count,
      outcome: outcomeOf(invoice),
      by_backup: isByBackup(invoice) ? 'yes' : 'no',
      currency: invoice.currency,
      amount: atStake(invoice),
      recovered_amount: invoice.paid_in_cents,
      written_off_amount: invoice.written_off_in_cents,
      open_amount: invoice.balance_in_cents,
      steps_reached: [...Array(invoice.events_count + 1).keys()].join(', '),
    };
  }
}

/**
 * Returns what was recovered of the invoices that became past due in a period, until now, by campaign and by the step
 * of dunning: the number of dunning events that an invoice had when it was recovered.
 */
export async function* recoveryRows(
  records: Records,
  _site: Site,
  period: ReportPeriod,
): AsyncGenerator<ReportRow, void> {
  const campaigns = new Map<string, DunnedInvoice[]>();
  for await (const invoice of dunnedIn(records, period)) {
    const key = JSON.stringify([invoice.campaign, invoice.currency]);
    const some = campaigns.get(key) ?? [];
    some.push(invoice);
    campaigns.set(key, some);
  }
  for (const [key, all] of [...campaigns].sort(([one], [other]) => one.localeCompare(other, 'en'))) {
    const [campaign, currency] = JSON.parse(key) as [string, string];
    const last = Math.max(...all.map(({ events_count }) => events_count));
    let recoveredSoFar = 0;
    for (let step = 0; step <= last; step += 1) {
      const reached = all.filter(({ events_count }) => events_count >= step);
      const here = reached.filter(({ events_count }) => events_count === step);
      const became = Map.groupBy(here, outcomeOf);
      const { length: recovered } = became.get('recovered') ?? [];
      recoveredSoFar += recovered;
      if (here.length === 0) continue;
      const amount = total(reached, atStake);
      const received = total(here, ({ paid_in_cents }) => paid_in_cents);
      yield {
        ...{ campaign, currency, step },
        invoices: reached.length,
        recovered,
        recovered_percent: shareInPercent(recovered, reached.length),
        recovered_so_far_percent: shareInPercent(recoveredSoFar, all.length),
        by_backup: (became.get('recovered') ?? []).filter(isByBackup).length,
        credited: became.get('credited')?.length ?? 0,
        written_off: became.get('written_off')?.length ?? 0,
        open: became.get('open')?.length ?? 0,
        amount,
        recovered_amount: received,
        recovered_amount_percent: shareInPercent(received, amount),
        by_backup_amount: total(here, ({ paid_by_backup_in_cents }) => paid_by_backup_in_cents),
        written_off_amount: total(here, ({ written_off_in_cents }) => written_off_in_cents),
        open_amount: total(here, ({ balance_in_cents }) => balance_in_cents),
      };
    }
  }
}

/** Reads the invoices that became past due in a period. */
async function* dunnedIn(
  { reports }: Pick<Records, 'reports'>,
  { from, to }: ReportPeriod,
): AsyncGenerator<DunnedInvoice, void> {
  for await (const invoice of everyPage<DunnedInvoice>(
    (after, limit) => reports.dunnedInvoices(to, after, limit),
    TOGETHER,
  )) {
    if (invoice.started_at >= from && invoice.started_at < to) yield invoice;
  }
}

/** Credit closes an invoice without a payment: it was canceled, or the customer was owed something. */
const CREDIT = 'credit_applied';

const outcomeOf = ({ recovery_reason, state }: DunnedInvoice): DunningOutcome => {
  if (state === 'failed') return 'written_off';
  if (recovery_reason !== null) return recovery_reason === CREDIT ? 'credited' : 'recovered';
  return state === 'paid' ? 'credited' : 'open';
};

const isByBackup = ({ paid_by_backup_in_cents }: DunnedInvoice): boolean => paid_by_backup_in_cents > 0;

const atStake = ({ paid_in_cents, written_off_in_cents, balance_in_cents }: DunnedInvoice): number =>
  paid_in_cents + written_off_in_cents + balance_in_cents;

const total = (invoices: readonly DunnedInvoice[], of: (invoice: DunnedInvoice) => number): number =>
  invoices.reduce((sum, invoice) => sum + of(invoice), 0);
