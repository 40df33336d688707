import type { ItemRecord } from '@service/billing/domain/items/record.ts';
import { findItem } from '@service/billing/queries/catalogue/items.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { type Fact, factList, momentOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { itemPath } from '../../parts/paths.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { ledgerFields } from './ledger-fields.ts';

/** An item: what it is, and how its sales are taxed and booked. */
export const itemPage = (deps: CatalogueDeps): ConsoleRoute => {
  const find = findItem(deps);
  const ledger = ledgerFields(deps);
  return readingPage('/catalogue/items/:code', 'item', 'catalogue.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const [item, references] = await Promise.all([find(visit.caller, ctx.params.code ?? ''), ledger(visit)]);
    const { item_code, name, description, state, custom_fields } = item;
    showPage(
      ctx,
      {
        title: name,
        badge: stateBadge('item', state),
        subtitle: html`<code>${item_code}</code>`,
        back: { href: '/catalogue/items', label: 'Items' },
        actions: may(visit, 'catalogue.edit') ? actionsOf(visit, item) : [],
      },
      [
        description ? html`<p class="prose">${description}</p>` : '',
        html`<div class="sections"><div>
<section class="panel"><h2>Terms</h2>${factList(factsOf(visit, item))}
<p class="quiet">An item has no price of its own: a charge, an add-on or a subscription that sells it states one.</p></section></div>
<div><section class="panel"><h2>Accounting</h2>${factList([
          { label: 'Accounting code', value: item.accounting_code },
          { label: 'Revenue', value: item.revenue_schedule_type?.replaceAll('_', ' ') },
          ...references.map(({ name: field, label, choices = [] }) => ({
            label,
            value: referenceIn(choices, item[field as keyof ItemRecord]),
          })),
        ])}</section>
${custom_fields.length > 0 ? html`<section class="panel"><h2>Custom fields</h2>${factList(custom_fields.map(({ name: field, value }) => ({ label: field, value })))}</section>` : ''}</div></div>`,
      ],
    );
  });
};

const actionsOf = (visit: ConsoleVisit, { item_code, state }: ItemRecord): Markup[] => {
  const isSold = state === 'active';
  return [
    ...(isSold ? [] : [actionLink(visit, itemPath(item_code, 'reactivate'), 'Reactivate', { main: true })]),
    actionLink(visit, itemPath(item_code, 'edit'), 'Edit item', { main: isSold, key: 'e' }),
    ...(isSold ? [actionLink(visit, itemPath(item_code, 'deactivate'), 'Deactivate')] : []),
  ];
};

const referenceIn = (choices: readonly (readonly [string, string])[], id: unknown): string | undefined =>
  typeof id === 'string' && id !== '' ? (choices.find(([value]) => value === id)?.[1] ?? id) : undefined;

const factsOf = (visit: ConsoleVisit, item: ItemRecord): readonly Fact[] => [
  { label: 'SKU', value: item.external_sku },
  { label: 'Tax code', value: item.tax_exempt ? 'exempt' : item.tax_code },
  { label: 'Created', value: momentOf(visit, item.created_at) },
  { label: 'Changed', value: momentOf(visit, item.updated_at) },
  { label: 'Inactive since', value: item.deleted_at === null ? undefined : momentOf(visit, item.deleted_at) },
];
