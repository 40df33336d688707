import type { NumberedDocument } from './format.ts';

/** `invoice posted 1001`; of a summary, `invoice posted`. */
export const documentWords = ({ kind, invoice_number }: NumberedDocument): string =>
  [kind.replaceAll(/[._]/g, ' '), ...(invoice_number === null ? [] : [invoice_number])].join(' ');

/** Returns the year, month and day of `2026-11-30`, as they are written there. */
export const partsOfDay = (day: string): readonly [year: string, month: string, day: string] => {
  const [year = '', month = '', date = ''] = day.split('-');
  return [year, month, date];
};
