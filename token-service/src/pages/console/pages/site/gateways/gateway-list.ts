import type { GatewayOutage } from '@service/billing/domain/gateway-outages/outage.ts';
import {
  findGatewayAccount,
  type ListedGatewayAccount,
  listGatewayAccounts,
  listGatewayOutages,
  type ShownGatewayAccount,
} from '@service/billing/queries/payments/gateway-accounts.ts';
import { html, type Markup } from '../../../../../documents/html.ts';
import { factList, momentOf } from '../../../parts/figures.ts';
import { actionLink } from '../../../parts/form.ts';
import { countryName } from '../../../parts/place-names.ts';
import { showPage } from '../../../parts/shell.ts';
import { stateBadge } from '../../../parts/state-words.ts';
import { consoleTable, type TableColumn } from '../../../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../../../route.ts';
import { countInWords } from '../../../row-query.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../../visit.ts';
import { type GatewayPagesDeps, gatewayPath } from './gateway-deps.ts';

/** The gateway accounts of the site, and one of them. */
export const gatewayList = (deps: GatewayPagesDeps): readonly ConsoleRoute[] => {
  const [list, outagesOf, find] = [listGatewayAccounts(deps), listGatewayOutages(deps), findGatewayAccount(deps)];
  return [
    readingPage('/settings/gateways', 'gateways', 'settings.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const [accounts, outages] = await Promise.all([list(visit.site), outagesOf(visit)]);
      showPage(
        ctx,
        {
          title: 'Gateways',
          subtitle: 'Of several, the first by order that accepts currency, card brand and country takes a payment.',
          back: { href: '/settings', label: 'Settings' },
          actions: may(visit, 'settings.edit')
            ? [actionLink(visit, '/settings/add-gateway', 'Add gateway', { main: true })]
            : [],
        },
        [
          consoleTable<ListedGatewayAccount>({
            caption: 'Gateways',
            columns: gatewayColumns(outages),
            rows: accounts,
            href: ({ code }) => `${visit.prefix}${gatewayPath(code)}`,
            empty:
              'The site has no gateway account of its own: a sandbox pays by the test gateway, production needs one.',
          }),
        ],
      );
    }),
    readingPage('/settings/gateways/:code', 'gateway', 'settings.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const shown = await find(visit, ctx.params.code ?? '');
      const { account, outage } = shown;
      showPage(
        ctx,
        {
          title: account.code,
          badge: gatewayBadge(account, outage),
          subtitle: account.adapter,
          back: { href: '/settings/gateways', label: 'Gateways' },
          actions: may(visit, 'settings.edit') ? gatewayActions(visit, account.code) : [],
        },
        [factsOf(visit, shown)],
      );
    }),
  ];
};

const gatewayBadge = ({ active }: ListedGatewayAccount, outage: GatewayOutage | undefined): Markup => {
  if (outage && outage.answered_at === null) return stateBadge('gateway', 'unreachable');
  if (outage) return stateBadge('gateway', 'recovering');
  return stateBadge('gateway', active ? 'active' : 'off');
};

const gatewayColumns = (outages: readonly GatewayOutage[]): readonly TableColumn<ListedGatewayAccount>[] => [
  { name: 'gateway_code', label: 'Code', cell: ({ code }) => code },
  {
    name: 'state',
    label: 'State',
    cell: (account) =>
      gatewayBadge(
        account,
        outages.find(({ gateway_code }) => gateway_code === account.code),
      ),
  },
  { name: 'adapter', label: 'Adapter', cell: ({ adapter }) => adapter },
  { name: 'order', label: 'Order', numeric: true, cell: ({ position }) => position },
  { name: 'currencies', label: 'Currencies', cell: ({ currencies }) => allOr(currencies) },
  { name: 'brands', label: 'Brands', cell: ({ brands }) => allOr(brands) },
  { name: 'countries', label: 'Countries', cell: ({ countries }) => allOr(countries?.map(countryName) ?? null) },
];

const allOr = (listed: readonly string[] | null): string => listed?.join(', ') ?? 'all';

const gatewayActions = (visit: ConsoleVisit, code: string): readonly Markup[] => [
  actionLink(visit, gatewayPath(code, 'edit'), 'Edit', { main: true, key: 'e' }),
  actionLink(visit, gatewayPath(code, 'check'), 'Check'),
  actionLink(visit, gatewayPath(code, 'credentials'), 'Enter credentials'),
  actionLink(visit, gatewayPath(code, 'remove'), 'Remove'),
];

/** Returns the records that need a gateway account, in words; empty if it can be removed. */
export const usesInWords = ({ uses }: Pick<ShownGatewayAccount, 'uses'>): string =>
  [
    [uses.payment_methods, 'payment method'] as const,
    [uses.subscriptions, 'subscription'] as const,
    [uses.intents, 'open payment'] as const,
    [uses.settlements, 'awaited settlement'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, what]) => countInWords(count, what))
    .join(', ');

const factsOf = (visit: ConsoleVisit, { account, outage, uses }: ShownGatewayAccount): Markup =>
  factList([
    {
      label: 'Outage',
      value: outage && html`since ${momentOf(visit, outage.since)} (${outage.error_code})`,
    },
    { label: 'Order', value: account.position },
    { label: 'Currencies', value: allOr(account.currencies) },
    { label: 'Card brands', value: allOr(account.brands) },
    { label: 'Countries', value: allOr(account.countries?.map(countryName) ?? null) },
    { label: 'Address of the API', value: account.endpoint ?? 'that of the provider' },
    { label: 'Used by', value: usesInWords({ uses }) || 'nothing' },
    { label: 'Added', value: momentOf(visit, account.created_at) },
    { label: 'Changed', value: momentOf(visit, account.updated_at) },
  ]);
