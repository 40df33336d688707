import { EURO } from '../../domain/exchange-rates/exchange-rate.ts';
import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import { type OneStopShopPart, oneStopShopPart } from '../../domain/tax-returns/placements.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { daysOfNamedPeriod } from '../../values/periods/named-period.ts';
import { convertedColumn, convertersInto, RATE_COLUMNS, rateDayOf } from './conversion.ts';
import type { ReportQuestion } from './report-question.ts';
import { partColumn, placeColumns, placeOf, SOLD_LINES, sumColumns, summedParts } from './sold-parts.ts';

const LINES: ReportLead = { ...SOLD_LINES, by: [...SOLD_LINES.by, 'corrected_quarter'] };

const PARTS: readonly OneStopShopPart[] = ['in_return', 'correction', 'not_in_return'];

export const ONE_STOP_SHOP_COLUMNS: readonly ReportColumn[] = [
  partColumn(PARTS),
  { name: 'corrected_quarter', label: 'Corrects', kind: 'text' },
  ...placeColumns('Consumed in'),
  ...sumColumns(LINES),
  ...RATE_COLUMNS,
  convertedColumn('net_eur', 'Net in EUR', EURO, LINES),
  convertedColumn('tax_eur', 'Tax in EUR', EURO, LINES),
];

/**
 * Returns the rows of a return for the one-stop shop of the European Union, and what is not in it. A period that is
 * over is converted at the rates of its last day, or of the next day with rates, as the return wants it; one that is
 * not over, at the latest stored ones; a correction at those of the quarter that it corrects. Throws
 * `precondition_failed` with the rates that are not stored, unless `onMissingRates` receives them.
 */
export async function* oneStopShopRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
  { at, onMissingRates }: ReportQuestion,
): AsyncGenerator<ReportRow> {
  const rows = await summedParts(
    records,
    site,
    period,
    (part) => ({ part: oneStopShopPart(part), corrected_quarter: part.corrected_quarter, ...placeOf(part) }),
    PARTS,
  );
  const rateDay = rateDayOf(dayIn(site.time_zone, period.to - 1), dayIn(site.time_zone, at));
  const conversionOf = ({ part, corrected_quarter, currency }: (typeof rows)[number]) => {
    const corrected = part === 'correction' ? daysOfNamedPeriod(corrected_quarter ?? '')?.to : undefined;
    return { currency, ...(corrected === undefined ? rateDay : { day: corrected, isLatest: false }) };
  };
  const returned = rows.filter(({ part }) => part !== 'not_in_return');
  const rule = { to: EURO, otherwise: 'next' } as const;
  const converterOf = await convertersInto(records, rule, returned.map(conversionOf), { onMissingRates });
  for (const row of rows) {
    if (row.part === 'not_in_return') {
      yield { ...row, rate_day: null, exchange_rate: null, net_eur: null, tax_eur: null };
      continue;
    }
    const { cents, ...shown } = converterOf(conversionOf(row));
    yield { ...row, ...shown, net_eur: cents(row.net), tax_eur: cents(row.tax) };
  }
}
