import type { Shape } from '@service/billing/resources/schema.ts';
import { isoTime, type Seconds } from '@service/billing/values/time.ts';
import { amountField } from '../../parts/amount.ts';
import { percentageTierLines } from './percentage-lines.ts';
import { entryOf, type TableField, type TableForm, writableFields } from './table-spec.ts';
import { tierLines } from './tier-lines.ts';

/**
 * Returns the texts of a form by the names of its inputs, before anything was typed: those of the record, or the
 * fallbacks of the table. Amounts have an input for each currency, `unit_amount_in_cents.EUR`; a ticked box is `yes`.
 */
export const inputTexts = (form: TableForm): Readonly<Record<string, string>> =>
  Object.fromEntries(
    writableFields(form).flatMap((field) => {
      const { name } = field;
      const { input, fallback } = entryOf(form.table, name);
      const value = form.held ? (form.held as Readonly<Record<string, unknown>>)[name] : fallback;
      return textsOfShape(field, input as Shape, value, form.currencies);
    }),
  );

const textsOfShape = (
  { name, dayOf = dayInUtc }: TableField,
  shape: Shape,
  value: unknown,
  currencies: readonly string[],
): readonly (readonly [string, string])[] => {
  switch (shape.is) {
    case 'money': {
      const amounts = (value ?? {}) as Readonly<Record<string, number>>;
      return currencies.map((currency) => {
        const cents = amounts[currency];
        return [`${name}.${currency}`, cents === undefined ? '' : amountField(cents, currency)];
      });
    }
    case 'list':
      return [[name, listLines(shape.of().name, value)]];
    case 'words':
      return [[name, ((value ?? []) as readonly string[]).join(', ')]];
    case 'value': {
      const { attribute } = shape.kind;
      if (attribute === 'boolean') return [[name, value ? 'yes' : '']];
      if (attribute === 'datetime') return [[name, typeof value === 'number' ? dayOf(value as Seconds) : '']];
      return [[name, value === null || value === undefined ? '' : String(value)]];
    }
    default:
      return [];
  }
};

const dayInUtc = (at: Seconds): string => isoTime(at).slice(0, 'yyyy-mm-dd'.length);

/** Returns the lines of a list of tiers, as operators type them. */
export const listLines = (item: string, value: unknown): string =>
  item === 'percentage_tier'
    ? percentageTierLines((value ?? []) as Parameters<typeof percentageTierLines>[0])
    : tierLines((value ?? []) as Parameters<typeof tierLines>[0]);
