/** The first invoice number of a site. */
const FIRST_NUMBER = 1000;

/** The series that invoice numbers are taken from, which starts at 1. */
export const INVOICE_SERIES = 'invoice';

/** Returns the series of a prefix: invoices without one have that of the site. */
export const seriesOf = (prefix: string): string => (prefix === '' ? INVOICE_SERIES : `${INVOICE_SERIES}:${prefix}`);

/** The largest number that an operator may set: it leaves room for as many invoices again. */
export const LARGEST_NEXT_NUMBER = 999_999_999;

/** Returns the invoice number for a place in the series. */
export const invoiceNumber = (place: number): number => FIRST_NUMBER - 1 + place;
