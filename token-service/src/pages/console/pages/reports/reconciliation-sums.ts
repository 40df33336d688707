import { OPEN_MATCHES, type PayoutMatch } from '@service/billing/domain/payouts/match-line.ts';
import type { ReportSums } from '@service/billing/domain/reports/report.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { consoleTable } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { narrowedPath, type ShownReport } from './report-links.ts';

/** The sums of the reconciliation: all rows, and those of each result. */
interface ReconciliationSums {
  readonly all: ReportSums;
  readonly parts: ReadonlyMap<string, ReportSums>;
}

/** Results whose lines need nothing in the books. */
const WITHOUT_BOOKS: readonly PayoutMatch[] = ['fee', 'returned'];

/** A line of the sum, from what gateways have to the difference. */
interface SumLine {
  readonly label: string;
  readonly sentence: string;
  /** Whether it is taken off those before it. */
  readonly isLess?: true;
  readonly isTotal?: true;
  /** The results of the rows that it adds up; none where it leads to no rows. */
  readonly results?: readonly PayoutMatch[];
  readonly cents: number;
}

/** Returns the lines that add up to the difference in one currency. */
export const reconciliationLines = ({ all, parts }: ReconciliationSums, currency: string): readonly SumLine[] => {
  const of = (sums: ReportSums | undefined, column: string): number => sums?.of(column).get(currency) ?? 0;
  const gateway = of(all, 'gross');
  const free = WITHOUT_BOOKS.reduce((sum, result) => sum + of(parts.get(result), 'gross'), 0);
  const [booked, accepted, difference] = [of(all, 'booked'), of(all, 'accepted'), of(all, 'difference')];
  // A chargeback that the books do not have takes its fee from cash, too.
  const fees = gateway - free - booked - accepted - difference;
  const lines: readonly SumLine[] = [
    {
      label: 'At the gateways',
      sentence: 'All lines of the payouts of these days, before fees.',
      cents: gateway,
    },
    {
      label: 'Less fees and returned payments',
      sentence: 'They need nothing in the books.',
      isLess: true,
      results: WITHOUT_BOOKS,
      cents: free,
    },
    {
      label: 'Less what is in the books',
      sentence:
        'The payments, refunds and disputes of these lines, and those that should be in a payout and are in none.',
      isLess: true,
      cents: booked,
    },
    {
      label: 'Less what was accepted',
      sentence: 'Differences that an operator has accepted, each with its reason.',
      isLess: true,
      results: ['accepted'],
      cents: accepted,
    },
    {
      label: 'Less fees of chargebacks',
      sentence: 'Gateways withheld them with chargebacks that the books do not have.',
      isLess: true,
      cents: fees,
    },
  ];
  return [
    ...lines.filter(({ isLess, cents }) => !isLess || cents !== 0),
    {
      label: 'Difference',
      sentence:
        difference === 0
          ? 'Nothing is open in sum: lines may still be, if they balance.'
          : 'It is open: explain it line by line, then correct the books or accept it.',
      isTotal: true,
      results: [...OPEN_MATCHES],
      cents: difference,
    },
  ];
};

/** The sums of the reconciliation, which add up to the difference: a table for each currency. */
export const reconciliationSums = (
  visit: ConsoleVisit,
  report: ShownReport,
  sums: ReconciliationSums,
): readonly Markup[] => {
  const currencies = [
    ...new Set(['gross', 'booked', 'difference'].flatMap((column) => [...sums.all.of(column).keys()])),
  ].sort();
  return currencies.map((currency) => {
    const lead = ({ results }: SumLine, text: string): Markup | string =>
      results
        ? html`<a href="${visit.prefix}${narrowedPath(report, { result: results.join(',') })}">${text}</a>`
        : text;
    const strong = ({ isTotal }: SumLine, content: Markup | string): Markup | string =>
      isTotal ? html`<strong>${content}</strong>` : content;
    return html`<section><h2>Sum in ${currency}</h2>${consoleTable<SumLine>({
      caption: `Sum in ${currency}`,
      rows: reconciliationLines(sums, currency),
      empty: '',
      columns: [
        { name: 'line', label: 'Line', cell: (line) => strong(line, lead(line, line.label)) },
        { name: 'meaning', label: 'What it is', cell: ({ sentence }) => sentence },
        {
          name: 'amount',
          label: 'Amount',
          numeric: true,
          cell: (line) => strong(line, moneyOf(line.isLess ? 0 - line.cents : line.cents, currency)),
        },
      ],
    })}</section>`;
  });
};
