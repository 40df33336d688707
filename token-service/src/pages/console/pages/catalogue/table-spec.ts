import type { Resource, Field as TableEntry } from '@service/billing/resources/schema.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { FieldChoice } from '../../parts/form.ts';

/** One field of a form: the table says what it may be, the form what it is for. */
export interface TableField {
  /** As in the table. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Values to choose from, where the table has none: records of the site. */
  readonly choices?: readonly FieldChoice[];
  /** Returns the day that a moment stands for, where that is not its day in UTC. */
  readonly dayOf?: (at: Seconds) => string;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly TableField[];
  /** Whether few operators need it. */
  readonly folded?: boolean;
}

/** A form that creates or edits a record of a resource table. */
export interface TableForm {
  readonly table: Resource;
  readonly groups: readonly FieldGroup[];
  /** The currencies in which amounts are typed. */
  readonly currencies: readonly string[];
  /** The record that the form edits; missing: it creates one. */
  readonly held?: object | undefined;
}

/** Returns the currencies of the site, and those in which a record has amounts. */
export const currenciesFor = (
  { currencies }: Pick<Site, 'currencies'>,
  ...amounts: readonly (Readonly<Record<string, number>> | null | undefined)[]
): readonly string[] => [...new Set([...currencies, ...amounts.flatMap((one) => Object.keys(one ?? {}))])];

export const entryOf = (table: Resource, name: string): TableEntry => {
  const entry = table.fields[name];
  if (!entry?.input) throw new Error(`${table.name} has no field ${name} that can be written`);
  return entry;
};

/** Returns the fields of a form that can be written: an edit leaves those out that are written once. */
export const writableFields = ({ table, groups, held }: TableForm): readonly TableField[] =>
  groups
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => held === undefined || entryOf(table, name).writer === 'edit');
