import type { Seconds } from '../../values/time.ts';
import type { MovedInvoice } from './moved.ts';
import type { InvoiceRecord } from './record.ts';

/** Fields of which receivers are told when they are edited, and the address. */
const TOLD: ReadonlySet<string> = new Set([
  'po_number',
  'customer_notes',
  'terms_and_conditions',
  'vat_reverse_charge_notes',
  'net_terms',
  'net_terms_type',
  'due_on',
] satisfies (keyof InvoiceRecord)[]);

export interface InvoiceEdit extends Partial<Omit<InvoiceRecord, 'address'>> {
  /** The parts of the address that are sent. */
  readonly address: Partial<InvoiceRecord['address']>;
}

/**
 * Returns an invoice with other texts and terms. There is no event if the edit sets nothing to another value of which
 * receivers are told, or if it changes the state as well.
 */
export const edited = <I extends InvoiceRecord>(
  invoice: I,
  { address, ...fields }: InvoiceEdit,
  at: Seconds,
): MovedInvoice<I> => {
  const told = Object.fromEntries(Object.entries(fields).filter(([name]) => TOLD.has(name)));
  const isTold = setsAnother<InvoiceRecord>(invoice, told) || setsAnother(invoice.address, address);
  const after = { ...invoice, ...fields, address: { ...invoice.address, ...address }, updated_at: at };
  const type = invoice.type === 'credit' ? 'updated_credit_invoice' : 'updated_charge_invoice';
  return { invoice: after, events: isTold && after.state === invoice.state ? [type] : [] };
};

/** Whether one of the fields is set to another value than that of the record. */
const setsAnother = <T extends object>(record: T, fields: Partial<T>): boolean =>
  (Object.keys(fields) as (keyof T)[]).some((name) => fields[name] !== record[name]);
