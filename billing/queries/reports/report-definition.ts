import type {
  ReportColumn,
  ReportDifference,
  ReportPeriod,
  ReportRow,
  ReportSums,
} from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import type { ReportQuestion } from './report-question.ts';

/** The groups of reports, in the order of a list, with their titles. */
export const REPORT_GROUPS = {
  books: 'Books',
  revenue: 'Revenue',
  tax: 'Tax',
  recurring: 'Recurring revenue',
  payments: 'Payments',
} as const;

export type ReportGroup = keyof typeof REPORT_GROUPS;

/** A report, with the definition of its numbers. */
export interface ReportDefinition {
  readonly group: ReportGroup;
  readonly title: string;
  /** The question that it answers, in a few words. */
  readonly summary: string;
  /** The definition of its numbers, for the people who read them. */
  readonly definition: string;
  /** Whether it is about the end of one day, or about a period. */
  readonly about: 'day' | 'period';
  readonly columns: readonly ReportColumn[];
  readonly rows: (
    records: Records,
    site: Site,
    period: ReportPeriod,
    question: ReportQuestion,
  ) => AsyncGenerator<ReportRow>;
  /** Whether it is about the last twelve months unless days are given; otherwise about one month. */
  readonly aboutYear?: true;
  /** The reason why no snapshot of a month has it; every other report is in them. */
  readonly notInSnapshots?: string;
  /** Whether it is a tax return: about a quarter unless days are given. */
  readonly isReturn?: true;
  /** The column that a page draws by month, for each currency. */
  readonly drawn?: string;
  /** The table with a row and a column for each month, as a page shows it. */
  readonly grid?: ReportGrid;
  /** Compares the sums of all rows with the ledger. */
  readonly differences?: (
    records: Records,
    period: ReportPeriod,
    sums: ReportSums,
  ) => Promise<readonly ReportDifference[]>;
  /** The sentence that says what agrees with the ledger, if nothing differs. */
  readonly agreement?: string;
}

/** The names of the columns of a report that a grid is made of. */
export interface ReportGrid {
  /** Its values are the heads of the rows. */
  readonly rows: string;
  /** Its values are the heads of the columns. */
  readonly columns: string;
  /** Columns whose first value in a group is that of the whole group. */
  readonly about: readonly string[];
  /** A grid is made of each, with this title. */
  readonly cells: Readonly<Record<string, string>>;
  /** Said before the heads of columns that are numbers. */
  readonly unit?: string;
  /** Whether the cells of a row are added up. */
  readonly summed?: true;
}
