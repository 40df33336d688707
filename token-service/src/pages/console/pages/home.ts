import { CONDITIONS } from '@service/billing/domain/alerts/conditions.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { SiteTrouble } from '@service/billing/queries/work/due.ts';
import { type CurrencyTakings, type HomeFigures, homeFigures } from '@service/billing/queries/work/home-figures.ts';
import { defaultCurrency } from '@service/billing/resources/site.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { barChart } from '../parts/bar-chart.ts';
import { moneyOf, moneysOf, systemMomentOf } from '../parts/figures.ts';
import { showPage } from '../parts/shell.ts';
import { stateBadge, toneBadge } from '../parts/state-words.ts';
import { consoleTable } from '../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../route.ts';
import { countInWords } from '../row-query.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../visit.ts';
import { daysLeftBadge } from './money/dispute-list.ts';
import { disputeReason } from './money/dispute-words.ts';

export interface HomeDeps {
  readonly storage: Storage;
  readonly world: World;
  /** Returns what is wrong with the workers of the service: one that hangs or was killed cannot say so by mail. */
  readonly silentWorkers: () => Promise<readonly SiteTrouble[]>;
}

interface Figure {
  readonly label: string;
  readonly value: Markup | string;
  readonly path: string;
  readonly isBad?: boolean;
}

/** The state of the site today: money, what waits for a person, and what does not work. */
export const homePages = (deps: HomeDeps): readonly ConsoleRoute[] => {
  const read = homeFigures(deps);
  return [
    readingPage('/', 'home', 'signed in', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const [figures, silent] = await Promise.all([
        read(visit.caller),
        may(visit, 'system.read') ? deps.silentWorkers() : [],
      ]);
      showPage(ctx, { title: 'Home', subtitle: visit.site.company ?? visit.site.subdomain }, [
        alertsOf(visit, figures),
        troublesOf([...figures.troubles, ...silent]),
        html`<div class="figures">${figuresFor(visit, figures).map(
          ({ label, value, path, isBad }) =>
            html`<a class="figure${isBad ? ' bad' : ''}" href="${visit.prefix}${path}"><span class="value">${value}</span><span class="label">${label}</span></a>`,
        )}</div>`,
        ...(may(visit, 'reports.read') ? figures.takings.map(takingsChart) : []),
        may(visit, 'disputes.read') ? disputesOf(visit, figures) : '',
      ]);
    }),
  ];
};

/** Conditions that mail tells of, for the operators who can act. */
const alertsOf = (visit: ConsoleVisit, { alerts }: HomeFigures): Markup | string => {
  const shown = alerts.filter(({ kind }) => may(visit, CONDITIONS[kind].permission));
  if (shown.length === 0) return '';
  return html`<section class="panel"><h2>What needs a person</h2><ul class="plain-list">${shown.map(
    ({ kind, since_ms, detail }) =>
      html`<li><a href="${visit.prefix}${CONDITIONS[kind].page}">${CONDITIONS[kind].title}</a>, first seen ${systemMomentOf(visit, since_ms)}: ${asClause(detail)}. ${CONDITIONS[kind].advice}</li>`,
  )}</ul></section>`;
};

/** Returns what was seen, a sentence or a list, as the end of a sentence of the page. */
const asClause = (detail: string): string => detail.replace(/\.$/, '');

const troublesOf = (troubles: readonly SiteTrouble[]): Markup | string =>
  troubles.length === 0
    ? ''
    : html`<section class="panel"><h2>What does not work</h2><ul class="plain-list">${troubles.map(
        ({ part, reason }) => html`<li>${toneBadge('bad', part)} ${reason}</li>`,
      )}</ul></section>`;

/** Amounts of several currencies; of nothing at all, in the first currency of the site. */
const sumText = (
  { site }: ConsoleVisit,
  amounts: readonly { readonly currency: string; readonly cents: number }[],
): Markup | string =>
  amounts.every(({ cents }) => cents === 0)
    ? moneyOf(0, defaultCurrency(site))
    : moneysOf(Object.fromEntries(amounts.map(({ currency, cents }) => [currency, cents])));

const WEEK = 'the last seven days';

/** Returns the figures that an operator may see, each with a link to its list. */
const figuresFor = (visit: ConsoleVisit, figures: HomeFigures): readonly Figure[] => {
  const { takings, failed_today, past_due, mrr, approvals, disputes, work, mail, webhooks, week_from } = figures;
  const failed = failed_today.reduce((sum, { count }) => sum + count, 0);
  // The day of the site, as the takings have it.
  const today = takings[0]?.today.day ?? '';
  const stuck = work.failed + work.parked + work.late;
  return [
    ...(may(visit, 'reports.read')
      ? [
          {
            label: 'taken today',
            value: sumText(
              visit,
              takings.map(({ currency, today: day }) => ({ currency, cents: day.taken_in_cents })),
            ),
            path: `/payments?state=successful&begin_time=${today}`,
          },
          ...mrr.map(({ currency, in_cents, change_in_cents }) => ({
            label: `MRR, ${change_in_cents < 0 ? '' : '+'}${moneyOf(change_in_cents, currency)} in 30 days`,
            value: moneyOf(in_cents, currency),
            path: '/reports/mrr',
          })),
        ]
      : []),
    ...(may(visit, 'payments.read')
      ? [
          {
            label: failed === 1 ? 'failed payment today' : 'failed payments today',
            value: String(failed),
            path: `/payments?state=failed&type=purchase&begin_time=${today}`,
            isBad: failed > 0,
          },
        ]
      : []),
    ...(may(visit, 'past_due.read')
      ? [
          {
            label: countInWords(
              past_due.reduce((sum, { count }) => sum + count, 0),
              'invoice past due',
              'invoices past due',
            ),
            value: sumText(
              visit,
              past_due.map(({ currency, balance_in_cents: cents }) => ({ currency, cents })),
            ),
            path: '/past-due?state=past_due',
            isBad: past_due.length > 0,
          },
        ]
      : []),
    ...(may(visit, 'approvals.read') && (approvals > 0 || visit.site.operator_approval_limit_in_cents !== null)
      ? [
          {
            label: 'waiting for approval',
            value: String(approvals),
            path: '/approvals?state=waiting',
            isBad: approvals > 0,
          },
        ]
      : []),
    ...(may(visit, 'disputes.read')
      ? [
          {
            label: disputes.count === 1 ? 'dispute to answer' : 'disputes to answer',
            value: String(disputes.count),
            path: '/disputes?state=unanswered',
            isBad: disputes.count > 0,
          },
        ]
      : []),
    ...(may(visit, 'work.read')
      ? [
          {
            label: 'stuck work',
            value: `${stuck}${work.has_more ? '+' : ''}`,
            path: `/work?status=stuck&site=${visit.site.subdomain}`,
            isBad: stuck > 0,
          },
        ]
      : []),
    ...(may(visit, 'mail.read')
      ? [
          {
            label: `mail not delivered in ${WEEK}`,
            value: String(mail.undelivered),
            path: `/mail?status=undelivered&since=${week_from}`,
            isBad: mail.undelivered > 0,
          },
          ...(mail.waiting > 0
            ? [
                {
                  label: 'mail waiting, some for over half an hour',
                  value: String(mail.waiting),
                  path: '/mail?status=queued',
                  isBad: true,
                },
              ]
            : []),
        ]
      : []),
    ...(may(visit, 'webhooks.read')
      ? [
          {
            label: `${webhooks.undelivered === 1 ? 'webhook' : 'webhooks'} not delivered in ${WEEK}`,
            value: String(webhooks.undelivered),
            path: `/webhooks?state=undelivered&since=${week_from}`,
            isBad: webhooks.undelivered + webhooks.paused_endpoints > 0,
          },
        ]
      : []),
  ];
};

const takingsChart = ({ currency, days, taken_in_cents }: CurrencyTakings): Markup =>
  html`<section><h2>Taken in the last 30 days: ${moneyOf(taken_in_cents, currency)}</h2>
${barChart({
  caption: `Takings by day in ${currency}`,
  bars: days.map(({ day, taken_in_cents: cents }) => ({ label: day, value: cents, text: moneyOf(cents, currency) })),
})}</section>`;

const disputesOf = (visit: ConsoleVisit, { disputes }: HomeFigures): Markup | string =>
  disputes.count === 0
    ? ''
    : html`<section><h2>Disputes whose evidence is due first</h2>${consoleTable({
        caption: 'Disputes',
        rows: disputes.first,
        href: ({ id }) => `${visit.prefix}/disputes/${id}`,
        empty: '',
        columns: [
          {
            name: 'amount',
            label: 'Amount',
            cell: ({ amount_in_cents, currency }) => moneyOf(amount_in_cents, currency),
          },
          { name: 'reason', label: 'Reason', cell: ({ reason }) => disputeReason(reason) },
          { name: 'state', label: 'State', cell: ({ state }) => stateBadge('dispute', state) },
          {
            name: 'days_left',
            label: 'Days left',
            numeric: true,
            cell: ({ days_left }) => (days_left === null ? 'not known' : daysLeftBadge(days_left)),
          },
        ],
      })}</section>`;
