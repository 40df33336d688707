import type { PayoutFetch } from '@service/billing/domain/payouts/payout-fetch.ts';
import {
  findGatewayAccount,
  type ListedGatewayAccount,
  listGatewayAccounts,
} from '@service/billing/queries/payments/gateway-accounts.ts';
import { listPayoutFetches, type ShownPayoutFetch } from '@service/billing/queries/payouts/payout-fetches.ts';
import { schedulePayoutFetch } from '@service/billing/usecases/payouts/schedule-fetch.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { momentOf } from '../../parts/figures.ts';
import { actionLink, formButtons, formTrouble, radioField, secretForm } from '../../parts/form.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, formPage, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may, withPermission } from '../../visit.ts';
import { differenceForms } from './difference-forms.ts';
import { importForm } from './import-form.ts';
import { PAYOUTS, type PayoutPagesDeps } from './payout-deps.ts';

/** The filters of what differs in twelve months: a report is about this month unless it is told otherwise. */
const openDifferences = ({ caller: { site, at } }: ConsoleVisit): string => {
  const from = Temporal.PlainDate.from(dayIn(site.time_zone, at)).subtract({ months: 12 }).toString();
  return new URLSearchParams({ from, result: 'amount_differs,only_gateway,only_here' }).toString();
};

const fetchPath = (code: string): string => `/payouts/fetch/${encodeURIComponent(code)}`;

/** The gateway accounts whose payouts are recorded, their files, and the differences that operators accept. */
export const payoutPages = (deps: PayoutPagesDeps): readonly ConsoleRoute[] => {
  const { adapters } = deps.gatewayParts;
  const accounts = listGatewayAccounts(deps);
  const find = findGatewayAccount(deps);
  const fetches = listPayoutFetches(deps);
  const schedule = withPermission('payouts.record', schedulePayoutFetch({ ...deps, adapters }));
  const tells = ({ adapter }: ListedGatewayAccount): boolean => adapters[adapter]?.tellsPayouts ?? false;

  return [
    readingPage('/payouts', 'payouts', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const [listed, fetched] = await Promise.all([accounts(visit.site), fetches(visit)]);
      const changes = may(visit, 'payouts.record');
      const fetchOf = (code: string) => fetched.find(({ fetch }) => fetch.gateway_code === code);
      showPage(
        ctx,
        {
          title: 'Payouts',
          subtitle: 'What gateways paid out to the bank, compared with the books.',
          back: { href: '/reports', label: 'Reports' },
          actions: changes ? [actionLink(visit, '/payouts/import', 'Import a file', { main: true })] : [],
        },
        [
          html`<p>The reports <a href="${visit.prefix}/reports/payouts">Payouts</a> and <a href="${visit.prefix}/reports/reconciliation">Reconciliation</a> show what was recorded. <a href="${visit.prefix}/reports/reconciliation?${openDifferences(visit)}">What differs</a> in the last twelve months is open until an operator accepts it: choose its difference there.</p>`,
          consoleTable<ListedGatewayAccount>({
            caption: 'Gateways',
            rows: listed,
            empty: html`The site has no ${may(visit, 'settings.read') ? html`<a href="${visit.prefix}/settings/gateways">gateway account</a>` : 'gateway account'} of its own. Payments go through the test gateway, so import its files for the gateway “test”.`,
            columns: [
              { name: 'gateway', label: 'Gateway', cell: ({ code }) => code },
              {
                name: 'fetched',
                label: 'Recorded',
                cell: (account) => recordingOf(visit, tells(account), fetchOf(account.code)?.fetch),
              },
              {
                name: 'latest',
                label: 'Latest fetch',
                cell: ({ code }) => momentOr(visit, fetchOf(code)?.fetch.fetched_at),
              },
              {
                name: 'left_out',
                label: 'Without lines',
                cell: ({ code }) => fetchOf(code)?.unrecorded.join(', ') ?? '',
              },
              {
                name: 'change',
                label: '',
                cell: (account) =>
                  changes && tells(account) ? html`<a href="${visit.prefix}${fetchPath(account.code)}">Change</a>` : '',
              },
            ],
          }),
          fetched.some(({ unrecorded }) => unrecorded.length > 0)
            ? html`<p class="quiet">A gateway does not tell the lines of every payout: import a file of each that is without them.</p>`
            : '',
        ],
      );
    }),
    ...formPage({
      path: '/payouts/fetch/:code',
      name: 'payout fetch',
      permission: 'payouts.record',
      async ask(ctx, visit, filled) {
        const { account } = await find(visit, ctx.params.code ?? '');
        const { code } = account;
        const found = (await fetches(visit)).some(({ fetch }) => fetch.gateway_code === code);
        return {
          title: `Payouts of ${code}`,
          back: PAYOUTS,
          content: [
            html`${formTrouble(filled)}`,
            secretForm(visit, { action: `${visit.prefix}${fetchPath(code)}` }, [
              radioField(
                filled,
                { name: 'fetch', label: 'How they are recorded', value: found ? 'nightly' : 'never' },
                [
                  {
                    value: 'nightly',
                    label: 'Fetched every night',
                    hint: 'The gateway is asked with the key that it charges with. One that may not read payouts and balance transactions fails, and operators are told.',
                  },
                  { value: 'never', label: 'From files, or when the command line asks' },
                ],
              ),
              formButtons('Save', { back: `${visit.prefix}${PAYOUTS.href}` }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const code = ctx.params.code ?? '';
        const fetch = await schedule(visit, code, form.fetch === 'nightly');
        return {
          to: PAYOUTS.href,
          notice: fetch
            ? `The payouts of ${code} are fetched every night.`
            : `The payouts of ${code} are not fetched every night any more.`,
        };
      },
    }),
    importForm(deps),
    differenceForms(deps),
  ].flat();
};

const recordingOf = (visit: ConsoleVisit, tells: boolean, fetch: PayoutFetch | undefined): Markup | string => {
  if (fetch) return html`every night, next ${momentOf(visit, fetch.next_at)}`;
  return tells ? 'not fetched every night' : 'from files: the gateway tells programs nothing of them';
};

const momentOr = (visit: ConsoleVisit, at: ShownPayoutFetch['fetch']['fetched_at'] | undefined): Markup | string =>
  at === null || at === undefined ? '' : momentOf(visit, at);
