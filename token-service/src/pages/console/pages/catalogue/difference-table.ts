import type { CatalogueDifference } from '@service/billing/queries/catalogue/catalogue-differences.ts';
import { addOn } from '@service/billing/resources/add-on.ts';
import { coupon } from '@service/billing/resources/coupon.ts';
import { item } from '@service/billing/resources/item.ts';
import { measuredUnit } from '@service/billing/resources/measured-unit.ts';
import { plan } from '@service/billing/resources/plan.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { changedValue } from '../../parts/changes.ts';
import { moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { listLines } from './table-texts.ts';

const KINDS = {
  measured_unit: ['measured unit', measuredUnit],
  item: ['item', item],
  plan: ['plan', plan],
  add_on: ['add-on', addOn],
  coupon: ['coupon', coupon],
} as const satisfies Readonly<Record<CatalogueDifference['kind'], readonly [string, Resource]>>;

/** The name of the box that chooses a record. */
export const copyBox = ({ kind, code }: CatalogueDifference): string => `copy.${kind}.${code}`;

/** Shows what copying does to each record, with a box to leave it out. */
export const differenceTable = (filled: FilledForm, differences: readonly CatalogueDifference[]): Markup =>
  consoleTable<CatalogueDifference>({
    caption: 'What copying does',
    rows: differences,
    empty: 'There is nothing to compare: this site has no catalogue yet.',
    columns: [
      { name: 'copy', label: 'Copy', cell: (one) => box(filled, one) },
      { name: 'kind', label: 'Record', cell: ({ kind }) => KINDS[kind][0] },
      { name: 'code', label: 'Code', cell: ({ code }) => html`<code>${code}</code>` },
      { name: 'name', label: 'Name', cell: ({ name }) => name },
      {
        name: 'outcome',
        label: 'What happens',
        cell: ({ outcome }) => stateBadge('catalogue_copy', outcome),
      },
      { name: 'changes', label: 'From and to', cell: changesOf },
    ],
  });

const box = ({ values }: FilledForm, one: CatalogueDifference): Markup | string => {
  if (one.outcome !== 'new' && one.outcome !== 'changed') return '–';
  const name = copyBox(one);
  const isChecked = 'form_id' in values ? values[name] === 'yes' : true;
  return html`<input type="checkbox" name="${name}" value="yes" aria-label="Copy ${KINDS[one.kind][0]} ${one.code}"${isChecked ? html` checked` : ''}>`;
};

const changesOf = ({ kind, changes, outcome, input }: CatalogueDifference): Markup | string => {
  const [, table] = KINDS[kind];
  const entries = Object.entries(changes);
  if (entries.length === 0) return outcome === 'new' ? priceOf(table, input) : WHY[outcome];
  const once = outcome === 'blocked' ? entries.find(([name]) => writerOf(table, name) !== 'edit') : undefined;
  return html`${entries.map(([name, { from, to }]) => html`${nameOf(name)}: ${fromAndTo(table, name, from, to)}<br>`)}${once ? html`<span class="quiet">${nameOf(once[0])} is written once.</span>` : ''}`;
};

const WHY = {
  changed: '',
  unchanged: '',
  blocked:
    'It has no price in a currency of the other site, its code is one of the unique codes there, or the item is inactive there.',
} as const;

/** Returns the amounts of a new record. */
const priceOf = (table: Resource, input: Readonly<Record<string, unknown>>): string => {
  const names = ['unit_amount_in_cents', 'discount_in_cents'].filter((name) => table.fields[name] && input[name]);
  return names.map((name) => amountsText(input[name])).join(', ');
};

const writerOf = ({ fields }: Resource, name: string) => fields[name]?.writer;

const nameOf = (name: string): string => {
  const words = name.replace(/_in_cents$/, '').replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** Returns a change in words: of amounts, those that differ. */
const fromAndTo = ({ fields }: Resource, name: string, from: unknown, to: unknown): string => {
  const shape = fields[name]?.input;
  if (shape?.is === 'list') return `${tiersText(shape.of().name, from)} → ${tiersText(shape.of().name, to)}`;
  if (shape?.is !== 'money') return `${changedValue(from)} → ${changedValue(to)}`;
  const before = (from ?? {}) as Amounts;
  const after = (to ?? {}) as Amounts;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (currency) => before[currency] !== after[currency],
  );
  const only = (amounts: Amounts): Amounts =>
    Object.fromEntries(Object.entries(amounts).filter(([currency]) => changed.includes(currency)));
  return `${amountsText(only(before)) || 'none'} → ${amountsText(only(after)) || 'none'}`;
};

type Amounts = Readonly<Record<string, number>>;

const amountsText = (amounts: unknown): string =>
  Object.entries((amounts ?? {}) as Amounts)
    .map(([currency, cents]) => moneyOf(cents, currency))
    .join(', ');

const tiersText = (item: string, tiers: unknown): string => listLines(item, tiers).replaceAll('\n', '; ') || 'none';
