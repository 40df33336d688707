import type { Seconds } from '../../values/time.ts';

/** A part of the time of a site: whole days of its time zone. */
export interface ReportPeriod {
  /** The first second. */
  readonly from: Seconds;
  /** The first second after it. */
  readonly to: Seconds;
}

/**
 * The type of a value: `text` may be a code or a name; `cents` are in the `currency` of the row; `day` is `2026-11-30`,
 * and `month` `2026-11`.
 */
export type ReportKind = 'text' | 'day' | 'month' | 'cents' | 'count' | 'percent';

export interface ReportColumn {
  /** The name in files and answers. */
  readonly name: string;
  readonly label: string;
  readonly kind: ReportKind;
  /** The page of the console that the value opens. `revenue_postings`: the ledger's for the revenue of a line. */
  readonly opens?:
    | ('customer' | 'invoice' | 'payment' | 'subscription')
    | ('payout_difference' | 'payout_acceptance' | 'revenue_postings');
  /** The report with the rows that the value adds up. */
  readonly leads?: ReportLead;
  /** Whether only files and answers to programs have it: a page has room for the others. */
  readonly detail?: true;
  /** Whether the amounts of the rows overlap, so that they have no sum. */
  readonly overlaps?: true;
  /** The part of a tax return in which amounts that overlap elsewhere do not, so that they have a sum there. */
  readonly addsUpIn?: string;
  /** Whether a page leaves the column out while all of it is 0 or missing. */
  readonly unlessZero?: true;
  /** Whether a page asks for a value of it before others, and whether a number can be a filter. */
  readonly filters?: true;
  /** The filter without which the report has no such column. */
  readonly onlyWith?: string;
  /** Whether its value is a list, separated by commas and spaces, of which a filter names one entry. */
  readonly isList?: true;
  /** Whether a filter may name several values, separated by commas and spaces, as lists are. */
  readonly isSeveral?: true;
  /** All values that it can have; a filter may name several of them, separated by commas. */
  readonly values?: readonly string[];
  /** Whether its value is the name of a tax, where others of its name have places. */
  readonly isTaxName?: true;
  /** Whether the value says who a customer is. */
  readonly personal?: true;
  /** Whether it is the value of today, also in a report about an earlier day. */
  readonly ofToday?: true;
  /** The currency of its amounts, where it is not that of the row. */
  readonly currency?: string;
}

/** The rows of another report that a value adds up, in the days of the row. */
export interface ReportLead {
  readonly to: string;
  /** The columns that both have in common. */
  readonly by: readonly string[];
  /** Returns further values that the rows have in common. */
  readonly where?: (row: ReportRow) => Readonly<Record<string, string>>;
  /** Returns the month of those rows, where it is not the `month` of the row; undefined where no month has them. */
  readonly month?: (row: ReportRow) => string | undefined;
  /** The days of those rows, where they are not those of the row: all until its last day, or all before its first. */
  readonly span?: 'until' | 'before';
  /** The column of those rows whose different values a count is of; where it is missing, rows are counted. */
  readonly counts?: string;
  /** Whether no filter can tell the rows that a row adds up from others. */
  readonly unless?: (row: ReportRow) => boolean;
}

/** The text that stands for a missing value, in filters and on pages. */
export const WITHOUT_VALUE = '–';

/** Returns the filters that the rows which a row adds up have in common. */
export const whereOfLead = ({ by, where }: ReportLead, row: ReportRow): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(by.map((name) => [name, String(row[name] ?? WITHOUT_VALUE)])),
  ...where?.(row),
});

export type ReportRow = Readonly<Record<string, string | number | null>>;

/** An exchange rate that a report needs and that is not stored. */
export interface MissingRate {
  /** The day that it is of, such as `2026-09-30`. */
  readonly day: string;
  readonly currency: string;
}

/** An amount that a report and the ledger do not have in common. */
export interface ReportDifference {
  readonly currency: string;
  /** The name of the amount, in a sentence. */
  readonly what: string;
  readonly report_in_cents: number;
  readonly ledger_in_cents: number;
}

/** Returns the currency of the amount of a row in a column. */
export const currencyOfValue = ({ currency }: ReportColumn, row: ReportRow): string => currency ?? String(row.currency);

/** Cents by currency. */
export type CurrencySums = ReadonlyMap<string, number>;

/** Adds up amounts by column and currency, while the rows of a report are read. */
export class ReportSums {
  readonly #sums = new Map<string, Map<string, number>>();
  readonly #columns: readonly ReportColumn[];

  constructor(columns: readonly ReportColumn[]) {
    this.#columns = columns.filter(({ kind }) => kind === 'cents');
  }

  add(row: ReportRow): void {
    for (const column of this.#columns) {
      const { name } = column;
      // A column in one currency has none of the others.
      if (column.currency !== undefined && (row[name] ?? null) === null) continue;
      const currency = currencyOfValue(column, row);
      const sums = this.#sums.get(name) ?? new Map<string, number>();
      sums.set(currency, (sums.get(currency) ?? 0) + Number(row[name] ?? 0));
      this.#sums.set(name, sums);
    }
  }

  /** Returns the sums of a column. */
  of(column: string): CurrencySums {
    return this.#sums.get(column) ?? new Map();
  }
}

/** Returns where two sums by currency differ. */
export const differingSums = (what: string, report: CurrencySums, ledger: CurrencySums): readonly ReportDifference[] =>
  [...new Set([...report.keys(), ...ledger.keys()])].sort().flatMap((currency) => {
    const sums = { report_in_cents: report.get(currency) ?? 0, ledger_in_cents: ledger.get(currency) ?? 0 };
    return sums.report_in_cents === sums.ledger_in_cents ? [] : [{ currency, what, ...sums }];
  });
