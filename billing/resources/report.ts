import { code, flag, list, maybe, noted, text } from './field.ts';
import { resource } from './resource.ts';

/** One value of a report: of an amount in cents, of a count or a day, or a text. */
const reportCell = resource('cell', { name: code(50), value: maybe(text()) });

const reportRow = resource('row', { cells: list(() => reportCell) });

/** A report for finance. */
export const report = resource('report', {
  name: code(50),
  display_name: text(),
  definition: text(1000),
  from: noted('The same as to in a report about one day.', text(10)),
  to: text(10),
  agrees: noted('Nil in reports that are not compared with the ledger.', maybe(flag())),
  rows: list(() => reportRow),
});
