import type { LineTax } from '../../domain/adjustments/record.ts';
import type { ReportLead, ReportPeriod } from '../../domain/reports/report.ts';
import { percentOf } from '../../domain/reports/tax-treatment.ts';
import type { ReportedLine } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { quarterOfDay } from '../../values/periods/named-period.ts';
import { everyPage } from '../lists/every-page.ts';

/** Lines that are read together. */
const TOGETHER = 1000;

/** Returns every line of the invoices dated in a period, the oldest first. */
export const linesIn = (
  { reports }: Pick<Records, 'reports'>,
  period: ReportPeriod,
): AsyncGenerator<ReportedLine, void> => everyPage((after, limit) => reports.lines(period, after, limit), TOGETHER);

/** Returns a tax as the report about sales writes it, and its filter names it: `GST 5 %`. */
export const taxInWords = (region: string, percent: number): string => `${region} ${percent} %`;

/** Returns a tax of a line as `taxInWords` does. */
export const oneTaxInWords = ({ region, rate }: LineTax): string => taxInWords(region, percentOf(rate));

/** Returns the taxes of a line, such as `GST 5 %, QST 9.975 %`; null for one without a tax. */
export const taxesInWords = ({ taxes }: Pick<ReportedLine, 'taxes'>): string | null =>
  taxes.map(oneTaxInWords).join(', ') || null;

/** Returns the country of the seller of a line: that of the business entity, or of the site. */
export const sellerCountryOf = (
  { seller_country }: Pick<ReportedLine, 'seller_country'>,
  site: Pick<Site, 'seller_country'>,
): string => seller_country ?? site.seller_country;

/** Returns the calendar quarter of the sale that a line credits, if it was before a period; otherwise null. */
export const correctedQuarterOf = (
  { original_invoiced_at: at }: Pick<ReportedLine, 'original_invoiced_at'>,
  { time_zone }: Pick<Site, 'time_zone'>,
  { from }: ReportPeriod,
): string | null => (at === null || at >= from ? null : quarterOfDay(dayIn(time_zone, at)));

/** Returns what leads to the lines of write-offs alone. */
export const writtenOff = (leads: ReportLead): ReportLead => ({
  ...leads,
  where: (row) => ({ ...leads.where?.(row), invoice_origin: 'write_off' }),
});
