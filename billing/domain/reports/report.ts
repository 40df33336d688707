import type { Seconds } from '../../values/time.ts';

/** A part of the time of a site: whole days of its time zone. */
export interface ReportPeriod {
  /** The first second. */
  readonly from: Seconds;
  /** The first second after it. */
  readonly to: Seconds;
}

/** `text` may be a code or a name; `cents` are in the `currency` of the row; `day` is `2026-11-30`. */
export type ReportKind = 'text' | 'day' | 'cents' | 'count' | 'percent';

export interface ReportColumn {
  /** The name in files and answers. */
  readonly name: string;
  readonly label: string;
  readonly kind: ReportKind;
  /** The page of the console that the value opens. */
  readonly opens?: 'customer' | 'invoice' | 'sales' | 'schedules';
  /** Whether only files and answers to programs have it: a page has room for the others. */
  readonly detail?: true;
  /** Whether the amounts of the rows overlap, so that they have no sum. */
  readonly overlaps?: true;
  /** Whether a page leaves the column out while all of it is 0. */
  readonly unlessZero?: true;
  /** Whether a page asks for a value of it, of which the report is then made. */
  readonly filters?: true;
  /** Whether the value says who a customer is. */
  readonly personal?: true;
}

export type ReportRow = Readonly<Record<string, string | number | null>>;

/** An amount that a report and the ledger do not have in common. */
export interface ReportDifference {
  readonly currency: string;
  /** The name of the amount, in a sentence. */
  readonly what: string;
  readonly report_in_cents: number;
  readonly ledger_in_cents: number;
}

/** Returns where two sums by currency differ. */
export const differingSums = (
  what: string,
  report: ReadonlyMap<string, number>,
  ledger: ReadonlyMap<string, number>,
): readonly ReportDifference[] =>
  [...new Set([...report.keys(), ...ledger.keys()])].sort().flatMap((currency) => {
    const sums = { report_in_cents: report.get(currency) ?? 0, ledger_in_cents: ledger.get(currency) ?? 0 };
    return sums.report_in_cents === sums.ledger_in_cents ? [] : [{ currency, what, ...sums }];
  });

/** Adds up an amount by currency. */
export const sumsOf = <Row>(
  rows: readonly Row[],
  amountOf: (row: Row) => readonly [currency: string, cents: number],
): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const [currency, cents] = amountOf(row);
    sums.set(currency, (sums.get(currency) ?? 0) + cents);
  }
  return sums;
};
