import type { ExchangeRate } from '@service/billing/domain/exchange-rates/exchange-rate.ts';
import type { StoredRates } from '@service/billing/ports/exchange-rates.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { listRatesBetween, listRatesOfDay, listStoredRates } from '@service/billing/queries/books/exchange-rates.ts';
import { beginningOfDay } from '@service/billing/values/periods/zone-days.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { actionLink } from '../../parts/form.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, queryOf, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../visit.ts';
import { exchangeRateForms } from './exchange-rate-forms.ts';
import { EXCHANGE_RATES_PATH } from './exchange-rate-paths.ts';

interface ExchangeRateDeps {
  readonly storage: Storage;
  readonly world: World;
}

/** The exchange rates that are stored for tax returns, with the forms that import and enter them. */
export const exchangeRatePages = (deps: ExchangeRateDeps): readonly ConsoleRoute[] => {
  const [storedOf, ofDay, between] = [listStoredRates(deps), listRatesOfDay(deps), listRatesBetween(deps)];
  return [
    readingPage(EXCHANGE_RATES_PATH, 'exchange rates', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const { currency, month, day } = queryOf(ctx);
      const stored = await storedOf(visit.caller);
      const shown =
        currency === undefined
          ? await ratesOfDay(visit, day ?? latestOf(stored), (asked) => ofDay(visit.caller, asked))
          : await ratesOfMonth(visit, stored, currency, month, (first, last) => between(visit.caller, first, last));
      showPage(
        ctx,
        {
          title: 'Exchange rates',
          subtitle: 'Euro reference rates of the European Central Bank, which convert tax returns',
          back: { href: '/reports', label: 'Reports' },
          actions: may(visit, 'exchange_rates.import')
            ? [
                actionLink(visit, `${EXCHANGE_RATES_PATH}/import`, 'Import a file', { main: true }),
                actionLink(visit, `${EXCHANGE_RATES_PATH}/enter`, 'Enter a rate'),
              ]
            : [],
        },
        [storedTable(visit, stored), shown],
      );
    }),
    ...exchangeRateForms(deps),
  ];
};

/** The currencies with stored rates, each with a link to them. */
const storedTable = (visit: ConsoleVisit, stored: readonly StoredRates[]): Markup =>
  html`<section><h2>Stored</h2>${consoleTable<StoredRates>({
    caption: 'Currencies with stored rates',
    rows: stored,
    href: ({ currency }) => `${visit.prefix}${EXCHANGE_RATES_PATH}?currency=${currency}`,
    empty:
      'No rates are stored. Returns in one currency need them as soon as something is sold in another: import a file of the European Central Bank, or enter a rate.',
    columns: [
      { name: 'currency', label: 'Currency', cell: ({ currency }) => currency },
      { name: 'first_day', label: 'First day', whole: true, cell: ({ first_day }) => first_day },
      { name: 'last_day', label: 'Last day', whole: true, cell: ({ last_day }) => last_day },
      { name: 'days', label: 'Days with a rate', numeric: true, cell: ({ days }) => days.toLocaleString('en') },
    ],
  })}</section>`;

const latestOf = (stored: readonly StoredRates[]): string | undefined =>
  stored
    .map(({ last_day }) => last_day)
    .sort()
    .at(-1);

const isDay = (text: string): boolean => beginningOfDay(text, 'UTC') !== undefined;

/** The rates of all currencies on one day, which a field chooses. */
const ratesOfDay = async (
  { prefix }: ConsoleVisit,
  day: string | undefined,
  read: (day: string) => Promise<readonly ExchangeRate[]>,
): Promise<Markup | string> => {
  if (day === undefined) return '';
  const rates = isDay(day) ? await read(day) : [];
  return html`<section><h2>Rates of ${day}</h2><form method="get" class="filters" action="${prefix}${EXCHANGE_RATES_PATH}"><div class="filter"><label for="filter-day">Day</label><input id="filter-day" name="day" type="date" value="${day}"></div><span class="submits"><button type="submit">Show</button></span></form>${rateTable(
    rates,
    `No rates of ${day} are stored. The European Central Bank publishes none on Saturdays, Sundays and some holidays.`,
  )}</section>`;
};

/** The rates of one currency in one month, with links to the months beside it. */
const ratesOfMonth = async (
  { prefix }: ConsoleVisit,
  stored: readonly StoredRates[],
  currency: string,
  asked: string | undefined,
  read: (first: string, last: string) => Promise<readonly ExchangeRate[]>,
): Promise<Markup> => {
  const latest = (stored.find((one) => one.currency === currency)?.last_day ?? latestOf(stored))?.slice(0, 7);
  const month = asked !== undefined && isDay(`${asked}-01`) ? asked : latest;
  if (month === undefined) return html`<p class="empty">No rates of ${currency} are stored.</p>`;
  const begins = Temporal.PlainYearMonth.from(month);
  const rates = (await read(`${month}-01`, `${month}-${begins.daysInMonth}`)).filter(
    (rate) => rate.currency === currency,
  );
  const link = (to: Temporal.PlainYearMonth) =>
    html`<a href="${prefix}${EXCHANGE_RATES_PATH}?${new URLSearchParams({ currency, month: to.toString() }).toString()}">${to.toString()}</a>`;
  return html`<section><h2>Rates of ${currency} in ${month}</h2><p>${link(begins.subtract({ months: 1 }))} · ${link(begins.add({ months: 1 }))} · <a href="${prefix}${EXCHANGE_RATES_PATH}">All currencies of one day</a></p>${rateTable(rates, `No rates of ${currency} in ${month} are stored.`)}</section>`;
};

const rateTable = (rates: readonly ExchangeRate[], empty: string): Markup =>
  consoleTable<ExchangeRate>({
    caption: 'Rates',
    rows: rates,
    dense: true,
    empty,
    columns: [
      { name: 'day', label: 'Day', whole: true, cell: ({ day }) => day },
      { name: 'currency', label: 'Currency', cell: ({ currency }) => currency },
      { name: 'rate', label: 'For one euro', numeric: true, cell: ({ rate }) => rate },
    ],
  });
