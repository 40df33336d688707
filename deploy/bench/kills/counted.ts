/** The sums of a counter over processes that end at any moment. */
import type { Trial, TrialProcess } from '../../trial/deployment.ts';
import type { RecordCounts } from './records.ts';

/** The counters that are compared with the records, each by the labels that are counted. */
const COUNTED = {
  payments: /^billing_payments_total\{(?=[^}]*operation="purchase")(?=[^}]*result="success")[^}]*\} (\d+)$/gm,
  declines: /^billing_payments_total\{(?=[^}]*operation="purchase")(?=[^}]*result="declined")[^}]*\} (\d+)$/gm,
  invoices: /^billing_invoices_total\{(?=[^}]*type="charge")[^}]*\} (\d+)$/gm,
  takenOver: /^billing_leases_taken_over_total\{[^}]*\} (\d+)$/gm,
  reversed: /^billing_reversals_total\{(?=[^}]*result="ended")[^}]*\} (\d+)$/gm,
} as const;

export type Sums = Record<keyof typeof COUNTED, number>;

const NAMES = Object.keys(COUNTED) as (keyof typeof COUNTED)[];
const NOTHING: Sums = { payments: 0, declines: 0, invoices: 0, takenOver: 0, reversed: 0 };

const plus = (one: Sums, other: Sums): Sums =>
  Object.fromEntries(NAMES.map((name) => [name, one[name] + other[name]])) as Sums;

export interface CountedProcesses {
  /** Reads the counters of every process that answers. */
  scrape(): Promise<void>;
  /** Keeps what a process has counted, because it begins anew. Call it when it has ended. */
  ended(program: TrialProcess): Promise<void>;
  /** Returns the sums that were read so far. */
  sums(): Sums;
  /**
   * Returns how many records processes may have made without a scrape that saw it: those that were made between the
   * last scrapes of each and its end, by it or by another process.
   */
  unseen(): RecordCounts;
}

/** The counters of a process at a scrape. */
interface Scraped {
  readonly sums: Sums;
  /** The records at the scrape before: what is committed is counted a moment later, which may be after a scrape. */
  readonly records: RecordCounts;
}

/** Reads the counters of processes as a monitor does: what one counts after the last scrape before it ends is lost. */
export const countedBy = (
  { programs, metricsToken }: Pick<Trial, 'programs' | 'metricsToken'>,
  count: () => Promise<RecordCounts>,
): CountedProcesses => {
  const latest = new Map<string, Scraped>();
  let over = NOTHING;
  let unseen: RecordCounts = { payments: 0, declines: 0, invoices: 0 };
  let before = unseen;
  const read = async ({ name, url }: TrialProcess, records: RecordCounts): Promise<void> => {
    const headers = { Authorization: `Bearer ${metricsToken}` };
    const answer = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(5000) });
    const text = await answer.text();
    const sums = Object.fromEntries(
      NAMES.map((each) => [each, [...text.matchAll(COUNTED[each])].reduce((sum, [, value]) => sum + Number(value), 0)]),
    ) as Sums;
    latest.set(name, { sums, records });
  };
  return {
    async scrape() {
      const records = before;
      before = await count();
      await Promise.all(programs.map((program) => read(program, records).catch(() => {})));
    },
    async ended({ name }) {
      const last = latest.get(name) ?? { sums: NOTHING, records: before };
      const at = await count();
      over = plus(over, last.sums);
      latest.set(name, { sums: NOTHING, records: at });
      unseen = {
        payments: unseen.payments + at.payments - last.records.payments,
        declines: unseen.declines + at.declines - last.records.declines,
        invoices: unseen.invoices + at.invoices - last.records.invoices,
      };
    },
    sums: () => [...latest.values()].reduce((sum, { sums }) => plus(sum, sums), over),
    unseen: () => unseen,
  };
};
