import type { MissingRate } from '@service/billing/domain/reports/report.ts';
import { missingRateText } from '@service/billing/queries/reports/conversion.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { fromReport } from '../../parts/back-to-report.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import { EXCHANGE_RATES_PATH } from '../exchange-rates/exchange-rate-paths.ts';
import { reportPath, type ShownReport } from './report-links.ts';

/** Says which exchange rates a return lacks, with links to where each is entered, and to where a file is imported. */
export const missingRates = (
  visit: ConsoleVisit,
  report: ShownReport,
  missing: readonly MissingRate[],
): Markup | string => {
  if (missing.length === 0) return '';
  const path = `${visit.prefix}${EXCHANGE_RATES_PATH}`;
  const enterPath = (rate: MissingRate): string =>
    fromReport(`${path}/enter?${new URLSearchParams({ ...rate }).toString()}`, reportPath(report));
  const canEnter = may(visit, 'exchange_rates.import');
  return html`<div class="trouble" role="alert"><p>The return cannot be filed yet, so there is no file of it: these exchange rates are not stored. The rows that need them are below without their converted amounts, and the sums to file leave them out.</p><ul>${missing.map(
    (rate) =>
      html`<li>the rate of ${missingRateText(rate)}${
        canEnter ? html`: <a href="${enterPath(rate)}">enter it</a>` : ''
      }</li>`,
  )}</ul><p>${
    canEnter
      ? html`<a href="${fromReport(`${path}/import`, reportPath(report))}">Import a file of the European Central Bank</a>, which has the rates of all days, or see <a href="${path}">the rates that are stored</a>.`
      : html`See <a href="${path}">the rates that are stored</a>. An operator with the role owner, admin or finance can import the missing ones.`
  }</p></div>`;
};
