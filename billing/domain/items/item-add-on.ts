import type { AddOn, AddOnInput } from '../../resources/add-on.ts';
import type { Issue } from '../../values/failure.ts';
import { referencesOf } from '../general-ledger/labels.ts';
import type { ItemRecord } from './record.ts';
import { itemIssues } from './sold-item.ts';

/** The fields that an add-on takes from its item, or cannot have with one because it is no usage. */
const FIXED = [
  'add_on_code',
  'name',
  'add_on_type',
  'accounting_code',
  'revenue_schedule_type',
  'tax_code',
  'measured_unit_id',
  'usage_type',
  'usage_percentage',
] as const;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const refused = (name: string): Issue => ({ field: `add_on.${name}`, symbol: 'invalid', reason: 'of_the_item' });

/** Returns the issues of a new add-on that names an item, beside those that were found while it was read. */
export const itemAddOnIssues = (sent: AddOnInput, item: ItemRecord | undefined, read: readonly Issue[]): Issue[] => [
  ...read,
  ...itemIssues('add_on.item_code', item),
  ...FIXED.filter((name) => isGiven(sent[name])).map(refused),
];

/** Returns a request for an add-on with the fields of its item, and the item's references where it has none. */
export const withItemFields = (sent: AddOnInput, item: ItemRecord): AddOnInput => ({
  ...sent,
  ...referencesOf(sent, item),
  add_on_code: item.item_code,
  name: item.name,
  add_on_type: 'fixed',
  accounting_code: item.accounting_code,
  revenue_schedule_type: item.revenue_schedule_type,
  tax_code: item.tax_code,
});

/** Returns a request without the fields that an add-on takes from the item that it names. */
export const withoutItemFields = <Sent extends object>(sent: Sent): Sent =>
  'item_code' in sent && sent.item_code
    ? (Object.fromEntries(
        Object.entries(sent).filter(([name]) => !(FIXED as readonly string[]).includes(name)),
      ) as Sent)
    : sent;

/** Returns the issues of fields that an update would change although they are those of the item. */
export const fixedByItemIssues = (held: AddOn, sent: AddOnInput): Issue[] =>
  held.item_code === null
    ? []
    : (['name', 'accounting_code', 'revenue_schedule_type', 'tax_code', 'usage_percentage'] as const)
        .filter((name) => sent[name] !== undefined && (sent[name] ?? null) !== held[name])
        .map(refused);
