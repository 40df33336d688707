import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { DunnedInvoice } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { shareInPercent } from './mrr-movements.ts';

/** Invoices that are read together. */
const TOGETHER = 500;

export const RECOVERY_COLUMNS: readonly ReportColumn[] = [
  { name: 'campaign', label: 'Campaign', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'step', label: 'Step', kind: 'count' },
  { name: 'invoices', label: 'Reached it', kind: 'count' },
  { name: 'recovered', label: 'Recovered', kind: 'count' },
  { name: 'recovered_percent', label: 'Rate at step', kind: 'percent' },
  { name: 'recovered_so_far_percent', label: 'Rate so far', kind: 'percent' },
  { name: 'by_backup', label: 'By backup', kind: 'count' },
  { name: 'credited', label: 'Credited', kind: 'count', detail: true },
  { name: 'written_off', label: 'Written off', kind: 'count', detail: true },
  { name: 'open', label: 'Open', kind: 'count', detail: true },
  { name: 'amount', label: 'At stake', kind: 'cents', overlaps: true },
  { name: 'recovered_amount', label: 'Received', kind: 'cents' },
  { name: 'recovered_amount_percent', label: 'Rate of amount', kind: 'percent' },
  { name: 'by_backup_amount', label: 'Of it by backup', kind: 'cents', detail: true },
  { name: 'written_off_amount', label: 'Lost', kind: 'cents' },
  { name: 'open_amount', label: 'Still owed', kind: 'cents' },
];

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
      const recovered = here.filter(isRecovered);
      recoveredSoFar += recovered.length;
      if (here.length === 0) continue;
      const amount = total(reached, atStake);
      const received = total(here, ({ paid_in_cents }) => paid_in_cents);
      yield {
        ...{ campaign, currency, step },
        invoices: reached.length,
        recovered: recovered.length,
        recovered_percent: shareInPercent(recovered.length, reached.length),
        recovered_so_far_percent: shareInPercent(recoveredSoFar, all.length),
        by_backup: recovered.filter(({ paid_by_backup_in_cents }) => paid_by_backup_in_cents > 0).length,
        credited: here.filter(isCredited).length,
        written_off: here.filter(({ state }) => state === 'failed').length,
        open: here.filter(isOpen).length,
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

/** Reads the invoices that became past due in a period, in memory a page at a time. */
async function* dunnedIn(
  { reports }: Pick<Records, 'reports'>,
  { from, to }: ReportPeriod,
): AsyncGenerator<DunnedInvoice, void> {
  let after: DunnedInvoice | undefined;
  for (;;) {
    const page = await reports.dunnedInvoices(to, after, TOGETHER);
    yield* page.filter(({ started_at }) => started_at >= from && started_at < to);
    if (page.length < TOGETHER) return;
    after = page.at(-1);
  }
}

/** Credit closes an invoice without a payment: it was canceled, or the customer was owed something. */
const CREDIT = 'credit_applied';

const isRecovered = ({ recovery_reason }: DunnedInvoice): boolean =>
  recovery_reason !== null && recovery_reason !== CREDIT;

const isCredited = ({ recovery_reason, state }: DunnedInvoice): boolean =>
  recovery_reason === CREDIT || (state === 'paid' && recovery_reason === null);

const isOpen = ({ state }: DunnedInvoice): boolean => state !== 'paid' && state !== 'failed';

const atStake = ({ paid_in_cents, written_off_in_cents, balance_in_cents }: DunnedInvoice): number =>
  paid_in_cents + written_off_in_cents + balance_in_cents;

const total = (invoices: readonly DunnedInvoice[], of: (invoice: DunnedInvoice) => number): number =>
  invoices.reduce((sum, invoice) => sum + of(invoice), 0);
