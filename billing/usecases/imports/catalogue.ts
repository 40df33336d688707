import { centsIn, type ImportRow } from '../../domain/imports/column.ts';
import type { ADD_ON_PRICES, PLANS } from '../../domain/imports/tables.ts';

export type ImportedPlanRow = ImportRow<(typeof PLANS)['columns']>;
export type AddOnRow = ImportRow<(typeof ADD_ON_PRICES)['columns']>;

/** Rows of one record that follow one another, with the row of the first. */
export interface RowGroup<R> {
  readonly row: number;
  readonly rows: readonly R[];
}

/** Gathers rows of equal keys that follow one another. */
export async function* grouped<R>(
  rows: AsyncIterable<{ readonly row: number; readonly values: R }>,
  keyOf: (values: R) => string,
): AsyncGenerator<RowGroup<R>, void> {
  let group: { row: number; rows: R[] } | undefined;
  let key: string | undefined;
  for await (const { row, values } of rows) {
    const own = keyOf(values);
    if (group && own === key) group.rows.push(values);
    else {
      if (group) yield group;
      group = { row, rows: [values] };
      key = own;
    }
  }
  if (group) yield group;
}

/** Returns the prices of rows by currency, in cents. */
export const pricesOf = (
  rows: readonly Pick<ImportedPlanRow, 'currency' | 'unit_amount'>[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    rows.flatMap(({ currency, unit_amount }) =>
      currency && unit_amount ? [[currency, centsIn(unit_amount, currency)]] : [],
    ),
  );

/** Returns the setup fees of rows by currency, in cents. */
export const feesOf = (
  rows: readonly Pick<ImportedPlanRow, 'currency' | 'setup_fee'>[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    rows.flatMap(({ currency, setup_fee }) =>
      currency && setup_fee ? [[currency, centsIn(setup_fee, currency)]] : [],
    ),
  );
