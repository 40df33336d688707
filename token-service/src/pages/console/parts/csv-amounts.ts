import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import type { ConsoleVisit } from '../visit.ts';
import type { TableColumn } from './table.ts';

/**
 * Returns the columns of a CSV for amounts in several currencies: one for each currency of the site, `balance_USD`,
 * with a number or nothing. `name`: the beginning of their names. `of`: cents by currency.
 */
export const amountColumns = <Row>(
  { site }: Pick<ConsoleVisit, 'site'>,
  name: string,
  of: (row: Row) => Readonly<Record<string, number>>,
): NonNullable<TableColumn<Row>['csvColumns']> =>
  site.currencies.map((currency) => ({
    name: `${name}_${currency}`,
    numeric: true,
    csv(row) {
      const cents = of(row)[currency];
      return cents === undefined ? '' : decimalText(cents, currency);
    },
  }));
