import { DAY, type Seconds } from '../../values/time.ts';

/**
 * The whole days for which an invoice has been due. `current`: it is not due yet, or has no due date. `today`: it has
 * been due for less than a day.
 */
export type InvoiceAge = 'current' | 'today' | '1-30' | '31-60' | '61-90' | '90+';

/** The ages of invoices in their order, each with the days after the due date with which it begins. */
export const INVOICE_AGES: readonly { readonly age: InvoiceAge; readonly days: number }[] = [
  { age: 'current', days: Number.NEGATIVE_INFINITY },
  { age: 'today', days: 0 },
  { age: '1-30', days: 1 },
  { age: '31-60', days: 31 },
  { age: '61-90', days: 61 },
  { age: '90+', days: 91 },
];

/** Returns for how many whole days an invoice has been due at a moment; 0 before that, and without a due date. */
export const daysDue = (due_on: Seconds | null, at: Seconds): number =>
  due_on === null ? 0 : Math.max(0, Math.floor((at - due_on) / DAY));

/** Returns the age of an invoice at a moment. */
export const invoiceAge = (due_on: Seconds | null, at: Seconds): InvoiceAge =>
  INVOICE_AGES.findLast(({ days }) => due_on !== null && at - due_on >= days * DAY)?.age ?? 'current';

/** Returns the due dates of invoices of an age, at a moment: both bounds are included, and a missing one is open. */
export const dueDatesOf = (
  age: InvoiceAge,
  at: Seconds,
): { readonly due_from?: Seconds; readonly due_to?: Seconds } => {
  const place = INVOICE_AGES.findIndex((one) => one.age === age);
  const begins = INVOICE_AGES[place]?.days ?? 0;
  const next = INVOICE_AGES[place + 1]?.days;
  return {
    ...(begins >= 0 ? { due_to: at - begins * DAY } : {}),
    ...(next === undefined ? {} : { due_from: at - next * DAY + 1 }),
  };
};
