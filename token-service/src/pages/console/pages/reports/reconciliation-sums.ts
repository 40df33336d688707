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
  readonly isTotal?: true;
  /** The results of the rows that it adds up; none where it leads to no rows. */
  readonly results?: readonly PayoutMatch[];
  /** Negative where it is taken off. */
  readonly cents: number;
}

/** Returns the lines in one currency: what gateways have, what is taken off it, and the difference, their sum. */
export const reconciliationLines = ({ all, parts }: ReconciliationSums, currency: string): readonly SumLine[] => {
  const of = (sums: ReportSums | undefined, column: string): number => sums?.of(column).get(currency) ?? 0;
  const gateway = of(all, 'gross');
  const free = WITHOUT_BOOKS.reduce((sum, result) => sum + of(parts.get(result), 'gross'), 0);
  const [booked, accepted, difference] = [of(all, 'booked'), of(all, 'accepted'), of(all, 'difference')];
  // A chargeback that the books do not have takes its fee from cash, too.
  const fees = gateway - free - booked - accepted - difference;
  const atGateways: SumLine = {
    label: 'At the gateways',
    sentence: 'All lines of the payouts of these days, before fees.',
    cents: gateway,
  };
  const takenOff: readonly SumLine[] = [
    {
      label: 'Fees and returned payments',
      sentence: 'They need nothing in the books.',
      results: WITHOUT_BOOKS,
      cents: 0 - free,
    },
    {
      label: 'In the books',
      sentence:
        'The payments, refunds and disputes of these lines, and those that should be in a payout and are in none.',
      cents: 0 - booked,
    },
    {
      label: 'Accepted',
      sentence: 'Differences that an operator has accepted, each with its reason.',
      results: ['accepted'],
      cents: 0 - accepted,
    },
    {
      label: 'Fees of chargebacks',
      sentence: 'Gateways withheld them with chargebacks that the books do not have.',
      cents: 0 - fees,
    },
  ];
  return [
    atGateways,
    ...takenOff.filter(({ cents }) => cents !== 0),
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
          cell: (line) => strong(line, moneyOf(line.cents, currency)),
        },
      ],
    })}</section>`;
  });
};
