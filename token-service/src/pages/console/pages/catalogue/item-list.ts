import type { ItemRecord } from '@service/billing/domain/items/record.ts';
import { type ItemQuery, listItemRows } from '@service/billing/queries/catalogue/catalogue-list.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import { ITEM_STATES } from '@service/billing/resources/item.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { momentOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { itemPath } from '../../parts/paths.ts';
import { stateBadge, stateChoices } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, DATE_FILTERS, knownValue, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { catalogueTabs } from './catalogue-parts.ts';

const PATH = '/catalogue/items';

/** The products of the catalogue, inactive ones too. */
export const itemList = (deps: CatalogueDeps): ConsoleRoute => {
  const list = listItemRows(deps);
  const queryOf = (visit: ConsoleVisit, filters: Form, cursor?: string): ItemQuery => ({
    ...rowQuery(visit, filters, cursor),
    state: knownValue(ITEM_STATES, filters.state),
  });
  return recordList<ItemRecord>({
    path: PATH,
    name: 'items',
    title: 'Items',
    permission: 'catalogue.read',
    filters: [
      {
        name: 'state',
        label: 'State',
        choices: stateChoices('item', ITEM_STATES),
      },
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: columnsOf,
    href: (visit, { item_code }) => `${visit.prefix}${itemPath(item_code)}`,
    empty: html`No items yet. An item is a product without a price of its own: charges, add-ons and subscriptions sell it at theirs.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, queryOf(visit, filters, cursor)), ({ count }) => [
        countInWords(count, 'item'),
      ]),
    every: (visit, filters) => everyRow(deps, listItemRows, visit.caller, queryOf(visit, filters)),
    actions: (visit) =>
      may(visit, 'catalogue.edit') ? [actionLink(visit, '/catalogue/new-item', 'New item', { main: true })] : [],
    above: async (visit) => catalogueTabs(visit, PATH),
  });
};

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<ItemRecord>[] => [
  { name: 'name', label: 'Item', cell: ({ name }) => name, csv: ({ name }) => name },
  { name: 'item_code', label: 'Code', cell: ({ item_code }) => item_code, csv: ({ item_code }) => item_code },
  { name: 'state', label: 'State', cell: ({ state }) => stateBadge('item', state), csv: ({ state }) => state },
  {
    name: 'external_sku',
    label: 'SKU',
    cell: ({ external_sku }) => external_sku ?? '',
    csv: ({ external_sku }) => external_sku ?? '',
  },
  {
    name: 'tax_code',
    label: 'Tax code',
    cell: ({ tax_code, tax_exempt }) => (tax_exempt ? 'exempt' : (tax_code ?? '')),
    csv: ({ tax_code, tax_exempt }) => (tax_exempt ? 'exempt' : (tax_code ?? '')),
  },
  {
    name: 'accounting_code',
    label: 'Accounting code',
    optional: true,
    cell: ({ accounting_code }) => accounting_code ?? '',
    csv: ({ accounting_code }) => accounting_code ?? '',
  },
  {
    name: 'created_at',
    label: 'Created',
    cell: ({ created_at }) => momentOf(visit, created_at),
    csv: ({ created_at }) => isoTime(created_at),
  },
];
