import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { TaxTreatment } from '../../domain/reports/tax-treatment.ts';
import { australianBoxes, britishBoxes, zealandBoxes } from '../../domain/tax-returns/boxes.ts';
import { isInReturnOf } from '../../domain/tax-returns/placements.ts';
import type { SoldPart } from '../../domain/tax-returns/sold-part.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { convertedColumn, convertersInto, RATE_COLUMNS, rateDayOf } from './conversion.ts';
import type { ReportQuestion } from './report-question.ts';
import { partColumn, placeColumns, placeOf, SOLD_LINES, sumColumns, summedParts } from './sold-parts.ts';

/** The return of a country whose boxes are sums of all sales, in its own currency. */
interface BoxReturn {
  readonly country: string;
  readonly currency: string;
  /** Treatments that are in none of its boxes. */
  readonly without: readonly TaxTreatment[];
  /** The labels of the boxes by their names. */
  readonly labels: Readonly<Record<string, string>>;
  readonly boxes: (sum: {
    readonly treatment: TaxTreatment;
    readonly net: number;
    readonly tax: number;
  }) => Readonly<Record<string, number>>;
}

const columnsOf = ({ labels, currency }: BoxReturn): readonly ReportColumn[] => [
  partColumn(),
  ...placeColumns('Region'),
  ...sumColumns(),
  ...RATE_COLUMNS,
  ...Object.entries(labels).map(([name, label]) =>
    convertedColumn(name, `${label}, ${currency}`, currency, SOLD_LINES),
  ),
];

/**
 * Returns the rows of a return with their share of each box, and what is not in it. Amounts are converted at the rates
 * of the last day of the period, or of the day before it with rates; while it is not over, at the latest stored ones.
 * The function throws `precondition_failed` with the rates that are not stored, unless `onMissingRates` receives them.
 */
const rowsOf = (form: BoxReturn) =>
  async function* (
    records: Records,
    site: Site,
    period: ReportPeriod,
    { at, onMissingRates }: ReportQuestion,
  ): AsyncGenerator<ReportRow> {
    const isIn = (part: SoldPart) => isInReturnOf(form.country, part) && !form.without.includes(part.treatment);
    const rows = await summedParts(records, site, period, (part) => ({
      part: isIn(part) ? ('in_return' as const) : ('not_in_return' as const),
      ...placeOf(part),
    }));
    const rateDay = rateDayOf(dayIn(site.time_zone, period.to - 1), dayIn(site.time_zone, at));
    const returned = rows.filter(({ part }) => part === 'in_return').map(({ currency }) => ({ currency, ...rateDay }));
    const rule = { to: form.currency, otherwise: 'previous' } as const;
    const converterOf = await convertersInto(records, rule, returned, { onMissingRates });
    const none = Object.fromEntries(Object.keys(form.labels).map((name) => [name, null]));
    for (const row of rows) {
      if (row.part === 'not_in_return') {
        yield { ...row, rate_day: null, exchange_rate: null, ...none };
        continue;
      }
      const { cents, ...shown } = converterOf({ currency: row.currency, ...rateDay });
      const [net, tax] = [cents(row.net), cents(row.tax)];
      yield { ...row, ...shown, ...(net === null || tax === null ? none : form.boxes({ ...row, net, tax })) };
    }
  };

const BRITISH: BoxReturn = {
  country: 'GB',
  currency: 'GBP',
  without: [],
  labels: { box_1: 'Box 1', box_6: 'Box 6' },
  boxes: britishBoxes,
};

const AUSTRALIAN: BoxReturn = {
  country: 'AU',
  currency: 'AUD',
  without: [],
  labels: { label_g1: 'G1', label_1a: '1A' },
  boxes: australianBoxes,
};

const OF_NEW_ZEALAND: BoxReturn = {
  country: 'NZ',
  currency: 'NZD',
  without: ['exempt'],
  labels: { box_5: 'Box 5', box_6: 'Box 6', box_8: 'Box 8' },
  boxes: zealandBoxes,
};

export const VAT_UK_COLUMNS = columnsOf(BRITISH);
export const vatUkRows = rowsOf(BRITISH);
export const GST_AU_COLUMNS = columnsOf(AUSTRALIAN);
export const gstAuRows = rowsOf(AUSTRALIAN);
export const GST_NZ_COLUMNS = columnsOf(OF_NEW_ZEALAND);
export const gstNzRows = rowsOf(OF_NEW_ZEALAND);
