import type { ShippingMethodRecord } from '@service/billing/domain/shipping/shipping-method.ts';
import { listShippingMethodRows } from '@service/billing/queries/catalogue/catalogue-list.ts';
import { findShippingMethod } from '@service/billing/queries/catalogue/shipping-methods.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import { shippingMethod } from '@service/billing/resources/shipping-method.ts';
import { changeShippingMethod } from '@service/billing/usecases/shipping-methods/change-shipping-method.ts';
import { createShippingMethod } from '@service/billing/usecases/shipping-methods/create-shipping-method.ts';
import { removeShippingMethod } from '@service/billing/usecases/shipping-methods/remove-shipping-method.ts';
import { refuse } from '@service/billing/values/failure.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { html } from '../../../../documents/html.ts';
import { recordList } from '../../list-page.ts';
import { momentOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import { type ConsolePage, type ConsoleVisit, may, withPermission } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { catalogueTabs } from './catalogue-parts.ts';
import { confirmForm } from './confirm-form.ts';
import { ledgerFields } from './ledger-fields.ts';
import { recordForm } from './record-form.ts';
import type { FieldGroup, TableField } from './table-spec.ts';

const LIST = '/catalogue/shipping-methods';
const BACK = { href: LIST, label: 'Shipping methods' };

/** The ways of delivery that fees name: list, and forms that create, edit and remove them. */
export const shippingMethodPages = (deps: CatalogueDeps): readonly ConsoleRoute[] => {
  const list = listShippingMethodRows(deps);
  const findByCode = findShippingMethod(deps);
  const ledger = ledgerFields(deps);
  const create = withPermission('catalogue.edit', createShippingMethod(deps));
  const change = withPermission('catalogue.edit', changeShippingMethod(deps));
  const remove = withPermission('catalogue.edit', removeShippingMethod(deps));
  const find = ({ caller }: ConsoleVisit, { params }: ConsolePage) => findByCode(caller, params.code ?? '');
  const groups = async (visit: ConsoleVisit) => groupsWith(await ledger(visit));

  return [
    recordList<ShippingMethodRecord>({
      path: LIST,
      name: 'shipping methods',
      title: 'Shipping methods',
      permission: 'catalogue.read',
      filters: [ORDER_FILTER],
      columns: columnsOf,
      href: () => undefined,
      empty: html`No shipping methods yet. Subscriptions and purchases have fees for a method, each at an amount of its own.`,
      read: async (visit, filters, cursor) =>
        listedRows(await list(visit.caller, rowQuery(visit, filters, cursor)), ({ count }) => [
          countInWords(count, 'shipping method'),
        ]),
      every: (visit, filters) => everyRow(deps, listShippingMethodRows, visit.caller, rowQuery(visit, filters)),
      actions: (visit) =>
        may(visit, 'catalogue.edit')
          ? [actionLink(visit, '/catalogue/new-shipping-method', 'New shipping method', { main: true })]
          : [],
      above: async (visit) => catalogueTabs(visit, LIST),
    }),
    ...recordForm<typeof shippingMethod, ShippingMethodRecord>(deps, {
      path: '/catalogue/new-shipping-method',
      name: 'shipping method create',
      table: shippingMethod,
      groups,
      title: () => 'New shipping method',
      back: () => BACK,
      button: 'Create shipping method',
      async save(visit, _, { value: { code = '', ...input }, issues }) {
        refuse(issues);
        const { name } = await create(visit, code ?? '', input);
        return { to: LIST, notice: `The shipping method “${name}” was created.` };
      },
    }),
    ...recordForm<typeof shippingMethod, ShippingMethodRecord>(deps, {
      path: `${LIST}/:code/edit`,
      name: 'shipping method edit',
      table: shippingMethod,
      find,
      groups,
      title: (held) => `Edit ${held?.name}`,
      back: () => BACK,
      intro: async () => html`<p class="quiet">Changes apply to fees from now on. Earlier lines stay as they are.</p>`,
      button: 'Save shipping method',
      edits: ({ code }) => ['shipping_method.updated', code],
      async save(visit, _, { value, issues }, held) {
        refuse(issues);
        const { name } = await change(visit, held?.code ?? '', value);
        return { to: LIST, notice: `The shipping method “${name}” was saved. Customers were not told.` };
      },
    }),
    ...confirmForm<ShippingMethodRecord>({
      path: `${LIST}/:code/remove`,
      name: 'shipping method remove',
      find,
      button: ({ name }) => `Remove ${name}`,
      back: () => BACK,
      consequence: () =>
        'Subscriptions that have it renew without it, and without a fee. Lines keep its name, and customers are not told. A removed method cannot be restored.',
      async carryOut(visit, _, { code, name }) {
        await remove(visit, code);
        return { to: LIST, notice: `The shipping method “${name}” was removed.` };
      },
    }),
  ];
};

const groupsWith = (ledger: readonly TableField[]): readonly FieldGroup[] => [
  {
    title: 'Shipping method',
    fields: [
      { name: 'name', label: 'Name', hint: 'Customers read it on invoices.' },
      { name: 'code', label: 'Code', hint: 'Your programs name the method by it. It cannot be changed later.' },
    ],
  },
  {
    title: 'Taxes and accounting',
    folded: true,
    fields: [
      { name: 'tax_code', label: 'Tax code', hint: 'The kind of delivery.' },
      { name: 'accounting_code', label: 'Accounting code' },
      ...ledger,
    ],
  },
];

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<ShippingMethodRecord>[] => {
  const link = ({ code, name }: ShippingMethodRecord, action: string, label: string) =>
    html`<a href="${visit.prefix}${LIST}/${encodeURIComponent(code)}/${action}" aria-label="${label} ${name}">${label}</a>`;
  return [
    { name: 'name', label: 'Name', cell: ({ name }) => name, csv: ({ name }) => name },
    { name: 'code', label: 'Code', cell: ({ code }) => html`<code>${code}</code>`, csv: ({ code }) => code },
    {
      name: 'tax_code',
      label: 'Tax code',
      cell: ({ tax_code }) => tax_code ?? '',
      csv: ({ tax_code }) => tax_code ?? '',
    },
    {
      name: 'accounting_code',
      label: 'Accounting code',
      cell: ({ accounting_code }) => accounting_code ?? '',
      csv: ({ accounting_code }) => accounting_code ?? '',
    },
    {
      name: 'created_at',
      label: 'Created',
      optional: true,
      cell: ({ created_at }) => momentOf(visit, created_at),
      csv: ({ created_at }) => isoTime(created_at),
    },
    ...(may(visit, 'catalogue.edit')
      ? [
          {
            name: 'actions',
            label: 'Actions',
            cell: (method: ShippingMethodRecord) =>
              html`<span>${link(method, 'edit', 'Edit')} ${link(method, 'remove', 'Remove')}</span>`,
          },
        ]
      : []),
  ];
};
