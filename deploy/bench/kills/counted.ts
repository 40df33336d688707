/** The sums of a counter over processes that end at any moment. */
import type { Trial, TrialProcess } from '../../trial/deployment.ts';

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
  /** Keeps what a process has counted, because it begins anew. */
  restarted(program: TrialProcess): void;
  /** Returns the sums that were read so far. */
  sums(): Sums;
}

/** Reads the counters of processes as a monitor does: what one counts after the last scrape before it ends is lost. */
export const countedBy = ({ programs, metricsToken }: Pick<Trial, 'programs' | 'metricsToken'>): CountedProcesses => {
  const latest = new Map<string, Sums>();
  let ended = NOTHING;
  const read = async ({ name, url }: TrialProcess): Promise<void> => {
    const headers = { Authorization: `Bearer ${metricsToken}` };
    const answer = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(5000) });
    const text = await answer.text();
    const sums = Object.fromEntries(
      NAMES.map((each) => [each, [...text.matchAll(COUNTED[each])].reduce((sum, [, value]) => sum + Number(value), 0)]),
    ) as Sums;
    latest.set(name, sums);
  };
  return {
    async scrape() {
      await Promise.all(programs.map((program) => read(program).catch(() => {})));
    },
    restarted({ name }) {
      ended = plus(ended, latest.get(name) ?? NOTHING);
      latest.delete(name);
    },
    sums: () => [...latest.values()].reduce(plus, ended),
  };
};
