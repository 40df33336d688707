import type { Row } from '../database.ts';

/** A stored object. */
export type JsonCell = Readonly<Record<string, unknown>>;

export const rowJson = (value: unknown): JsonCell =>
  value === null || value === undefined ? {} : JSON.parse(String(value));
export const rowText = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
export const rowNumber = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

/** The name on an address: that of the person, of the holder of the bank account, or of the company. */
export const nameOnAddress = ({ first_name, last_name, name_on_account, company }: JsonCell): string | null =>
  [first_name, last_name].filter(Boolean).join(' ') || rowText(name_on_account ?? company);

/** The number of an invoice, with its prefix. */
export const invoiceNumberOf = ({ invoice_number_prefix: prefix, invoice_number: number }: Row): string =>
  `${prefix}${number}`;

/** The number of the invoice that a row may have; null without one. */
export const invoiceNumberIn = (row: Row): string | null => (row.invoice_number === null ? null : invoiceNumberOf(row));
