import type { ItemRecord } from '@service/billing/domain/items/record.ts';
import { findItem } from '@service/billing/queries/catalogue/items.ts';
import { item } from '@service/billing/resources/item.ts';
import { createItem } from '@service/billing/usecases/items/create-item.ts';
import { deactivateItem } from '@service/billing/usecases/items/deactivate-item.ts';
import { reactivateItem } from '@service/billing/usecases/items/reactivate-item.ts';
import { updateItem } from '@service/billing/usecases/items/update-item.ts';
import { html } from '../../../../documents/html.ts';
import { itemPath } from '../../parts/paths.ts';
import type { ConsoleRoute } from '../../route.ts';
import { type ConsolePage, type ConsoleVisit, withPermission } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { confirmForm } from './confirm-form.ts';
import { ledgerFields } from './ledger-fields.ts';
import { recordForm } from './record-form.ts';
import type { FieldGroup, TableField } from './table-spec.ts';

const backToItem = ({ item_code, name }: Pick<ItemRecord, 'item_code' | 'name'>) => ({
  href: itemPath(item_code),
  label: name,
});

/** Creates, edits, deactivates and reactivates items. */
export const itemForms = (deps: CatalogueDeps): readonly ConsoleRoute[] => {
  const findByCode = findItem(deps);
  const ledger = ledgerFields(deps);
  const create = withPermission('catalogue.edit', createItem(deps));
  const update = withPermission('catalogue.edit', updateItem(deps));
  const deactivate = withPermission('catalogue.edit', deactivateItem(deps));
  const reactivate = withPermission('catalogue.edit', reactivateItem(deps));
  const find = ({ caller }: ConsoleVisit, { params }: ConsolePage) => findByCode(caller, params.code ?? '');
  const groups = async (visit: ConsoleVisit) => groupsWith(await ledger(visit));

  return [
    ...recordForm<typeof item, ItemRecord>(deps, {
      path: '/catalogue/new-item',
      name: 'item create',
      table: item,
      groups,
      title: () => 'New item',
      back: () => ({ href: '/catalogue/items', label: 'Items' }),
      button: 'Create item',
      async save(visit, _, sent) {
        const { item_code, name } = await create(visit, sent);
        return { to: itemPath(item_code), notice: `The item “${name}” was created and can be sold.` };
      },
    }),
    ...recordForm<typeof item, ItemRecord>(deps, {
      path: '/catalogue/items/:code/edit',
      name: 'item edit',
      table: item,
      find,
      groups,
      title: (held) => `Edit ${held?.name}`,
      back: (held) => backToItem({ item_code: held?.item_code ?? '', name: held?.name ?? '' }),
      intro: async () =>
        html`<p class="quiet">Changes apply to new sales only: invoices, pending charges and add-ons stay as they are. A new code also applies to coupons, add-ons and subscriptions.</p>`,
      button: 'Save item',
      edits: ({ item_code }) => ['item.updated', item_code],
      async save(visit, _, sent, held) {
        const { item_code } = await update(visit, held?.item_code ?? '', sent);
        return { to: itemPath(item_code), notice: 'The item was saved. Customers were not told.' };
      },
    }),
    ...confirmForm<ItemRecord>({
      path: '/catalogue/items/:code/deactivate',
      name: 'item deactivate',
      find,
      button: ({ name }) => `Deactivate ${name}`,
      back: backToItem,
      consequence: () =>
        'The item is not sold any more. Subscriptions, add-ons and pending charges that have it keep it, and customers are not told. It can be reactivated.',
      async carryOut(visit, _, { item_code, name }) {
        await deactivate(visit, item_code);
        return { to: itemPath(item_code), notice: `The item “${name}” was deactivated. What has it keeps it.` };
      },
    }),
    ...confirmForm<ItemRecord>({
      path: '/catalogue/items/:code/reactivate',
      name: 'item reactivate',
      find,
      button: ({ name }) => `Reactivate ${name}`,
      back: backToItem,
      consequence: () => 'The item can be sold again, under the same code.',
      harmless: true,
      async carryOut(visit, _, { item_code, name }) {
        await reactivate(visit, item_code);
        return { to: itemPath(item_code), notice: `The item “${name}” was reactivated and can be sold.` };
      },
    }),
  ];
};

const groupsWith = (ledger: readonly TableField[]): readonly FieldGroup[] => [
  {
    title: 'Item',
    fields: [
      { name: 'name', label: 'Name', hint: 'Customers read it on invoices.' },
      {
        name: 'item_code',
        label: 'Code',
        hint: 'Your programs name the item by it: small letters, digits, _, + and -.',
      },
      { name: 'external_sku', label: 'SKU', hint: 'Its number in your shop or warehouse.' },
      { name: 'description', label: 'Description' },
    ],
  },
  {
    title: 'Taxes and accounting',
    folded: true,
    fields: [
      { name: 'tax_code', label: 'Tax code' },
      { name: 'tax_exempt', label: 'Exempt from taxes' },
      { name: 'accounting_code', label: 'Accounting code' },
      { name: 'revenue_schedule_type', label: 'Revenue is recognized' },
      ...ledger,
    ],
  },
];
