import type { Resource } from '../../resources/schema.ts';
import type { AuditChanges } from '../audit-log/entry.ts';

type Values = Readonly<Record<string, unknown>>;

/** The difference between a record of a catalogue and the one with the same code elsewhere. */
export interface RecordDifference {
  /**
   * `blocked`: what differs is written once, or nothing of the price is in a currency of the other site. `unchanged`:
   * there is nothing to do.
   */
  readonly outcome: 'new' | 'changed' | 'unchanged' | 'blocked';
  /** The fields that the other record would change, from and to; empty for a new one. */
  readonly changes: AuditChanges;
  /** The fields of a request that creates or changes the other record. */
  readonly input: Values;
}

interface Compared {
  readonly table: Resource;
  readonly source: object;
  /** The record with the same code at the other site; undefined: there is none. */
  readonly target: object | undefined;
  /** The currencies of the other site: amounts in others are left out. */
  readonly currencies: readonly string[];
}

/** Returns what makes a record of another site like the source. Amounts that only the other one has stay. */
export const recordDifference = (compared: Compared): RecordDifference => {
  const { source, target, table } = compared;
  const wanted = wantedValues(compared);
  const isUnsold = 'unit_amount_in_cents' in wanted && isEmptied(source as Values, wanted);
  if (!target) return { outcome: isUnsold ? 'blocked' : 'new', changes: {}, input: wanted };
  const held = target as Values;
  const merged = Object.entries(wanted).map(
    ([name, value]) => [name, mergedWith(table, name, held[name], value)] as const,
  );
  const changed = merged.filter(([name, value]) => !isSame(held[name], value));
  const changes = Object.fromEntries(changed.map(([name, to]) => [name, { from: held[name] ?? null, to: to ?? null }]));
  const input = Object.fromEntries(changed.map(([name]) => [name, wanted[name] ?? null]));
  if (changed.length === 0) return { outcome: 'unchanged', changes, input };
  const isFixed = changed.some(([name]) => table.fields[name]?.writer !== 'edit');
  return { outcome: isFixed ? 'blocked' : 'changed', changes, input };
};

/** The fields of the source that a client may write, with amounts in the currencies of the other site. */
const wantedValues = ({ table, source, currencies }: Compared): Values =>
  Object.fromEntries(
    Object.entries(table.fields)
      .filter(([, { stored, writer, input }]) => stored && writer !== 'service' && input !== undefined)
      .map(([name, { input }]) => {
        const value = (source as Values)[name] ?? null;
        if (input?.is === 'money') return [name, soldIn(currencies, value as Values | null)];
        if (input?.is !== 'list') return [name, value];
        const items = ((value ?? []) as readonly Values[]).filter(
          ({ currency }) => currency === undefined || currencies.includes(String(currency)),
        );
        return [
          name,
          items.map((item) =>
            'unit_amount_in_cents' in item
              ? {
                  ...item,
                  unit_amount_in_cents: soldIn(currencies, (item.unit_amount_in_cents ?? null) as Values | null),
                }
              : item,
          ),
        ];
      }),
  );

const soldIn = (currencies: readonly string[], amounts: Values | null): Values | null =>
  amounts && Object.fromEntries(Object.entries(amounts).filter(([currency]) => currencies.includes(currency)));

/** Whether the record has prices, and none of them in a currency of the other site. */
const isEmptied = (source: Values, wanted: Values): boolean =>
  Object.keys(source.unit_amount_in_cents ?? {}).length > 0 &&
  Object.keys((wanted.unit_amount_in_cents ?? {}) as Values).length === 0;

/** An update changes the amounts that it names. */
const mergedWith = ({ fields }: Resource, name: string, held: unknown, value: unknown): unknown =>
  fields[name]?.input?.is === 'money' && fields[name]?.writer === 'edit' && value !== null
    ? { ...(held as Values | null), ...(value as Values) }
    : value;

/** Whether two values are equal. Nothing, an empty text, an empty list and no amounts are the same. */
const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? '' : `[${value.map(canonical).join()}]`;
  const entries = Object.entries(value).filter(([, member]) => member !== null);
  return entries.length === 0
    ? ''
    : `{${entries
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => `${name}:${canonical(member)}`)
        .join()}}`;
};
