import type { MeasuredUnitRecord } from '@service/billing/domain/plans/record.ts';
import { listUnitRows } from '@service/billing/queries/catalogue/catalogue-list.ts';
import { findMeasuredUnit } from '@service/billing/queries/catalogue/plans.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import { measuredUnit } from '@service/billing/resources/measured-unit.ts';
import { createMeasuredUnit } from '@service/billing/usecases/measured-units/create-measured-unit.ts';
import { removeMeasuredUnit } from '@service/billing/usecases/measured-units/remove-measured-unit.ts';
import { updateMeasuredUnit } from '@service/billing/usecases/measured-units/update-measured-unit.ts';
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
import { recordForm } from './record-form.ts';
import type { FieldGroup } from './table-spec.ts';

const LIST = '/catalogue/measured-units';
const BACK = { href: LIST, label: 'Measured units' };
const GROUPS: readonly FieldGroup[] = [
  {
    title: 'Measured unit',
    fields: [
      { name: 'name', label: 'Name', hint: 'Your programs see it, for example “gigabyte”.' },
      { name: 'display_name', label: 'Displayed name', hint: 'Customers read it, for example “GB of traffic”.' },
      { name: 'description', label: 'Description' },
    ],
  },
];

/** The units in which usage is counted: list, and forms that create, edit and remove them. */
export const measuredUnitPages = (deps: CatalogueDeps): readonly ConsoleRoute[] => {
  const list = listUnitRows(deps);
  const findById = findMeasuredUnit(deps);
  const create = withPermission('catalogue.edit', createMeasuredUnit(deps));
  const update = withPermission('catalogue.edit', updateMeasuredUnit(deps));
  const remove = withPermission('catalogue.edit', removeMeasuredUnit(deps));
  const idOf = ({ params }: ConsolePage): string => params.id ?? '';
  const find = ({ caller }: ConsoleVisit, ctx: ConsolePage) => findById(caller, idOf(ctx));

  return [
    recordList<MeasuredUnitRecord>({
      path: LIST,
      name: 'measured units',
      title: 'Measured units',
      permission: 'catalogue.read',
      filters: [ORDER_FILTER],
      columns: columnsOf,
      href: () => undefined,
      empty: html`No measured units yet. Usage add-ons are counted in one, for example in gigabytes.`,
      read: async (visit, filters, cursor) =>
        listedRows(await list(visit.caller, rowQuery(visit, filters, cursor)), ({ count }) => [
          countInWords(count, 'measured unit'),
        ]),
      every: (visit, filters) => everyRow(deps, listUnitRows, visit.caller, rowQuery(visit, filters)),
      actions: (visit) =>
        may(visit, 'catalogue.edit')
          ? [actionLink(visit, '/catalogue/new-measured-unit', 'New measured unit', { main: true })]
          : [],
      above: async (visit) => catalogueTabs(visit, LIST),
    }),
    ...recordForm<typeof measuredUnit, MeasuredUnitRecord>(deps, {
      path: '/catalogue/new-measured-unit',
      name: 'measured unit create',
      table: measuredUnit,
      groups: () => GROUPS,
      title: () => 'New measured unit',
      back: () => BACK,
      button: 'Create measured unit',
      async save(visit, _, sent) {
        const { name } = await create(visit, sent);
        return { to: LIST, notice: `The measured unit “${name}” was created.` };
      },
    }),
    ...recordForm<typeof measuredUnit, MeasuredUnitRecord>(deps, {
      path: `${LIST}/:id/edit`,
      name: 'measured unit edit',
      table: measuredUnit,
      find,
      groups: () => GROUPS,
      title: (held) => `Edit ${held?.name}`,
      back: () => BACK,
      button: 'Save measured unit',
      edits: ({ id }) => ['measured_unit.updated', String(id)],
      async save(visit, ctx, sent) {
        const { name } = await update(visit, idOf(ctx), sent);
        return { to: LIST, notice: `The measured unit “${name}” was saved. Customers were not told.` };
      },
    }),
    ...confirmForm<MeasuredUnitRecord>({
      path: `${LIST}/:id/remove`,
      name: 'measured unit remove',
      find,
      button: ({ name }) => `Remove ${name}`,
      back: () => BACK,
      consequence: () =>
        'No new add-on can be counted in it, and its name is free again. It can be removed once no add-on on sale is counted in it. A removed unit cannot be restored.',
      async carryOut(visit, ctx, { name }) {
        await remove(visit, idOf(ctx));
        return { to: LIST, notice: `The measured unit “${name}” was removed.` };
      },
    }),
  ];
};

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<MeasuredUnitRecord>[] => {
  const link = ({ id, name }: MeasuredUnitRecord, action: string, label: string) =>
    html`<a href="${visit.prefix}${LIST}/${id}/${action}" aria-label="${label} ${name}">${label}</a>`;
  return [
    { name: 'name', label: 'Name', cell: ({ name }) => name, csv: ({ name }) => name },
    {
      name: 'display_name',
      label: 'Displayed name',
      cell: ({ display_name }) => display_name,
      csv: ({ display_name }) => display_name,
    },
    {
      name: 'description',
      label: 'Description',
      cell: ({ description }) => description ?? '',
      csv: ({ description }) => description ?? '',
    },
    { name: 'id', label: 'Id', cell: ({ id }) => id, csv: ({ id }) => id },
    {
      name: 'created_at',
      label: 'Created',
      optional: true,
      cell: ({ created_at }) => momentOf(visit, created_at),
    },
    ...(may(visit, 'catalogue.edit')
      ? [
          {
            name: 'actions',
            label: 'Actions',
            cell: (unit: MeasuredUnitRecord) =>
              html`<span>${link(unit, 'edit', 'Edit')} ${link(unit, 'remove', 'Remove')}</span>`,
          },
        ]
      : []),
  ];
};
