import type { CatalogueDifference } from '@service/billing/queries/catalogue-differences.ts';
import { addOn } from '@service/billing/resources/add-on.ts';
import { coupon } from '@service/billing/resources/coupon.ts';
import { measuredUnit } from '@service/billing/resources/measured-unit.ts';
import { plan } from '@service/billing/resources/plan.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { changedValue } from '../../parts/changes.ts';
import { moneyOf, stateBadge } from '../../parts/figures.ts';
import { tableOf } from '../../parts/table.ts';
import type { Filled } from '../../route.ts';
import { tierLines } from './tier-lines.ts';

const KINDS = {
  measured_unit: ['measured unit', measuredUnit],
  plan: ['plan', plan],
  add_on: ['add-on', addOn],
  coupon: ['coupon', coupon],
} as const satisfies Readonly<Record<CatalogueDifference['kind'], readonly [string, Resource]>>;

const OUTCOMES = {
  new: ['active', 'new'],
  changed: ['pending', 'changed'],
  unchanged: ['unchanged', 'unchanged'],
  blocked: ['failed', 'cannot be copied'],
} as const;

/** The name of the box that chooses a record. */
export const copyBox = ({ kind, code }: CatalogueDifference): string => `copy.${kind}.${code}`;

/** Shows what copying does to each record, with a box to leave it out. */
export const differenceTable = (filled: Filled, differences: readonly CatalogueDifference[]): Markup =>
  tableOf<CatalogueDifference>({
    caption: 'What copying does',
    rows: differences,
    empty: 'There is nothing to compare: this site sells nothing yet.',
    columns: [
      { name: 'copy', label: 'Copy', cell: (one) => box(filled, one) },
      { name: 'kind', label: 'Record', cell: ({ kind }) => KINDS[kind][0] },
      { name: 'code', label: 'Code', cell: ({ code }) => html`<code>${code}</code>` },
      { name: 'name', label: 'Name', cell: ({ name }) => name },
      {
        name: 'outcome',
        label: 'What happens',
        cell: ({ outcome }) => stateBadge(OUTCOMES[outcome][0], OUTCOMES[outcome][1]),
      },
      { name: 'changes', label: 'From and to', cell: changesOf },
    ],
  });

const box = ({ values }: Filled, one: CatalogueDifference): Markup | string => {
  if (one.outcome !== 'new' && one.outcome !== 'changed') return '–';
  const name = copyBox(one);
  const isChecked = 'form_id' in values ? values[name] === 'yes' : true;
  return html`<input type="checkbox" name="${name}" value="yes" aria-label="Copy ${KINDS[one.kind][0]} ${one.code}"${isChecked ? html` checked` : ''}>`;
};

const changesOf = ({ kind, changes, outcome }: CatalogueDifference): Markup | string => {
  const entries = Object.entries(changes);
  if (entries.length === 0)
    return outcome === 'blocked' ? 'It has no price in a currency of the other site, or its code is taken.' : '';
  const [, table] = KINDS[kind];
  const [once] = outcome === 'blocked' ? entries.filter(([name]) => writerOf(table, name) !== 'edit') : [];
  return html`${entries.map(([name, { from, to }]) => html`${nameOf(name)}: ${textOfValue(table, name, from)} → ${textOfValue(table, name, to)}<br>`)}${once ? html`<span class="quiet">${nameOf(once[0])} is written once.</span>` : ''}`;
};

const writerOf = ({ fields }: Resource, name: string) => fields[name]?.writer;

const nameOf = (name: string): string => {
  const words = name.replace(/_in_cents$/, '').replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const textOfValue = ({ fields }: Resource, name: string, value: unknown): string => {
  const shape = fields[name]?.input;
  if (shape?.is === 'money') {
    const amounts = Object.entries((value ?? {}) as Readonly<Record<string, number>>);
    return amounts.map(([currency, cents]) => moneyOf(cents, currency)).join(', ') || 'none';
  }
  if (shape?.is === 'list') return tierLines((value ?? []) as Parameters<typeof tierLines>[0]) || 'none';
  return changedValue(value);
};
