import type { BusinessEntityRecord } from '@service/billing/domain/business-entities/record.ts';
import { type InvoiceRow, listInvoiceRows } from '@service/billing/queries/invoices/invoice-list.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findBusinessEntity, listBusinessEntities } from '@service/billing/queries/settings/business-entities.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { dayOf, type Fact, factList, momentOf, moneyOf } from '../../parts/figures.ts';
import { entityPath, invoicePath } from '../../parts/paths.ts';
import { countryName } from '../../parts/place-names.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../visit.ts';
import { rowTitle } from '../money/money-parts.ts';
import { merchantAddress } from './merchant-address.ts';

const MOST_SHOWN = 200;
const MOST_INVOICES = 10;

/** The companies that sell at the site, and one of them with its latest invoices. */
export const businessEntityPages = (deps: QueryDeps): readonly ConsoleRoute[] => {
  const list = listBusinessEntities(deps);
  const find = findBusinessEntity(deps);
  const invoices = listInvoiceRows(deps);
  return [
    readingPage('/settings/business-entities', 'business entities', 'settings.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const query = { filter: {}, sort: 'created_at', order: 'asc', limit: MOST_SHOWN } as const;
      const { records } = await list.page(visit.caller, query);
      showPage(
        ctx,
        {
          title: 'Business entities',
          subtitle:
            'An invoice is sold by the entity of the customer, else by that of the country, else by the default one, else by the site.',
          back: { href: '/settings', label: 'Settings' },
        },
        [entityTable(visit, records)],
      );
    }),
    readingPage('/settings/business-entities/:id', 'business entity', 'settings.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const entity = await find(visit.caller, ctx.params.id ?? '');
      const { id, name, code, state } = entity;
      const sold = may(visit, 'invoices.read')
        ? await invoices(visit.caller, { business_entity_id: id, limit: MOST_INVOICES, totals: false })
        : undefined;
      showPage(
        ctx,
        {
          title: name,
          ...(state === 'active' ? {} : { badge: stateBadge('business_entity', 'inactive') }),
          subtitle: html`<code>${code}</code>${entity.is_default ? ' · sells where nothing else is chosen' : ''}`,
          back: { href: '/settings/business-entities', label: 'Business entities' },
        },
        [
          html`<div class="sections"><div>
${sold ? html`<section><h2>Invoices</h2>${invoiceTable(visit, sold.records)}${sold.next ? html`<p><a href="${visit.prefix}/invoices?${new URLSearchParams({ business_entity_id: id }).toString()}">Show all</a></p>` : ''}</section>` : ''}</div>
<div><section class="panel"><h2>Seller</h2>${factList(factsOf(visit, entity))}</section>
${textsOf(entity)}</div></div>`,
        ],
      );
    }),
  ];
};

const entityTable = (visit: ConsoleVisit, entities: readonly BusinessEntityRecord[]): Markup =>
  consoleTable<BusinessEntityRecord>({
    caption: 'Business entities',
    rows: entities,
    href: ({ id }) => `${visit.prefix}${entityPath(id)}`,
    empty: html`The site itself sells everything. Where you sell through several companies, ask those who run the service to add them with <code>npm run business-entity</code>.`,
    columns: [
      { name: 'name', label: 'Name', cell: ({ name }) => name },
      { name: 'code', label: 'Code', cell: ({ code }) => html`<code>${code}</code>` },
      { name: 'seat', label: 'Address', cell: (one) => merchantAddress(one.invoice_display_address) },
      { name: 'countries', label: 'Sells to', cell: sellsTo },
      { name: 'vat', label: 'VAT number', cell: ({ default_vat_number: number }) => number ?? '' },
      { name: 'prefix', label: 'Numbers', cell: ({ invoice_number_prefix: prefix }) => prefix || 'of the site' },
    ],
  });

const sellsTo = ({ subscriber_location_countries: countries, is_default }: BusinessEntityRecord): string =>
  [countries.map(countryName).join(', '), is_default ? 'all others' : ''].filter(Boolean).join(', ') ||
  'customers that name it';

const invoiceTable = (visit: ConsoleVisit, rows: readonly InvoiceRow[]): Markup =>
  consoleTable<InvoiceRow>({
    caption: 'Invoices of the entity',
    rows,
    href: ({ number }) => `${visit.prefix}${invoicePath(number)}`,
    empty: 'It has sold nothing yet.',
    columns: [
      { name: 'number', label: 'Number', cell: ({ number }) => number },
      { name: 'customer', label: 'Customer', cell: ({ customer }) => rowTitle(visit, customer) },
      { name: 'state', label: 'State', cell: ({ state }) => stateBadge('invoice', state) },
      { name: 'date', label: 'Date', cell: ({ created_at }) => dayOf(visit, created_at) },
      {
        name: 'total',
        label: 'Total',
        numeric: true,
        cell: ({ total_in_cents, currency }) => moneyOf(total_in_cents, currency),
      },
    ],
  });

const factsOf = (visit: ConsoleVisit, entity: BusinessEntityRecord): readonly Fact[] => [
  { label: 'Id', value: html`<code>${entity.id}</code>` },
  { label: 'Address on invoices', value: merchantAddress(entity.invoice_display_address) },
  { label: 'Tax address', value: merchantAddress(entity.tax_address) },
  { label: 'Sells to', value: sellsTo(entity) },
  {
    label: 'Taxed as if it were',
    value: entity.origin_tax_address_source === 'destination' ? 'where its customer is' : undefined,
  },
  {
    label: 'Customers are taxed as if they were',
    value: entity.destination_tax_address_source === 'origin' ? 'where it is' : undefined,
  },
  { label: 'VAT number', value: entity.default_vat_number },
  { label: 'Registration number', value: entity.default_registration_number },
  {
    label: 'Invoice numbers',
    value: entity.invoice_number_prefix ? `of its own, ${entity.invoice_number_prefix}…` : 'of the site',
  },
  { label: 'Sender of mail', value: entity.mail_from ?? 'of the site' },
  { label: 'Created', value: momentOf(visit, entity.created_at) },
  { label: 'Changed', value: momentOf(visit, entity.updated_at) },
];

/** The texts that its invoices have in place of those of the site. */
const textsOf = (entity: BusinessEntityRecord): Markup | string => {
  const texts: readonly Fact[] = [
    { label: 'Notes for the customer', value: entity.customer_notes },
    { label: 'Terms', value: entity.terms_and_conditions },
    { label: 'Reverse charge', value: entity.vat_reverse_charge_notes },
  ];
  return texts.some(({ value }) => value)
    ? html`<section class="panel"><h2>Texts</h2>${factList(texts)}</section>`
    : '';
};
