import { measurePages } from './pages.ts';
import type { MeasuredConsole } from './served.ts';
import { some } from './some.ts';

/** The aim for the time below which 95 of 100 pages of customers are answered, in milliseconds. */
const MOST_MS = 120;

/** Measures the pages of a customer, a subscription, an invoice and a payment. Returns whether they are in time. */
export const measureCustomer = (served: MeasuredConsole): Promise<boolean> => {
  const { accounts, invoices } = served.size;
  const uuid = (kind: number, below: number): string => `${String(kind).padStart(24, '0')}${10_000_000 + some(below)}`;
  return measurePages(
    served,
    'one record',
    {
      'a customer': () => `/customers/customer-${some(accounts)}`,
      'a subscription': () => `/subscriptions/${uuid(3, accounts)}`,
      'an invoice': () => `/invoices/${1000 + some(invoices)}`,
      'a payment': () => `/payments/${uuid(5, invoices)}`,
    },
    MOST_MS,
  );
};
