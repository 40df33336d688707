import type { RowCustomer } from '@service/billing/queries/accounts/row-parts.ts';
import { defaultCurrency } from '@service/billing/resources/site.ts';
import { isoTime, type Seconds } from '@service/billing/values/time.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { typedAmount } from '../../parts/amount.ts';
import { momentOf } from '../../parts/figures.ts';
import { customerPath } from '../../parts/paths.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { rowTitle } from './money-parts.ts';

/** Columns that the lists of invoices, payments and disputes share. */

export const textColumn = <Row>(
  name: string,
  label: string,
  of: (row: Row) => string | null,
  optional = false,
): TableColumn<Row> => ({ name, label, optional, cell: (row) => of(row) ?? '', csv: (row) => of(row) ?? '' });

export const momentColumn = <Row>(
  visit: ConsoleVisit,
  name: string,
  label: string,
  of: (row: Row) => Seconds | null,
  optional = false,
): TableColumn<Row> => ({
  name,
  label,
  optional,
  cell(row) {
    const at = of(row);
    return at === null ? '' : momentOf(visit, at);
  },
  csv(row) {
    const at = of(row);
    return at === null ? '' : isoTime(at);
  },
});

type CustomerOf<Row> = (row: Row) => RowCustomer | undefined;

/** The customer by the name that the operator may see, with a link. */
export const customerColumn = <Row>(visit: ConsoleVisit, of: CustomerOf<Row>): TableColumn<Row> => ({
  name: 'customer',
  label: 'Customer',
  cell(row) {
    const customer = of(row);
    return customer
      ? html`<a href="${visit.prefix}${customerPath(customer.account_code)}">${rowTitle(visit, customer)}</a>`
      : '';
  },
  csv: (row) => rowTitle(visit, of(row)),
});

export const accountColumn = <Row>(of: CustomerOf<Row>): TableColumn<Row> =>
  textColumn('account_code', 'Customer code', (row: Row) => of(row)?.account_code ?? null, true);

/** Reads the bounds of an amount in whole units, of the currency that is filtered by, else of the site's first. */
export const amountBounds = ({ site }: Pick<ConsoleVisit, 'site'>, filters: Form) => {
  const currency = filters.currency?.toUpperCase() ?? defaultCurrency(site);
  return {
    least_in_cents: typedAmount(filters.amount_from, currency),
    most_in_cents: typedAmount(filters.amount_to, currency),
  };
};
