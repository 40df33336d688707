import { measurePages, type PageKinds } from './pages.ts';
import type { MeasuredConsole } from './served.ts';
import { some } from './some.ts';

/** The aim for the time below which 95 of 100 lists are answered, in milliseconds. */
const MOST_MS = 100;

const day = (n: number): string => `2026-01-${String(n).padStart(2, '0')}`;

/** Lists as they open, with filters that many, few and no records meet, and in the middle. */
const listsOf = ({ size: { accounts } }: MeasuredConsole): PageKinds => ({
  customers: () => '/customers',
  'customers of a country': () => '/customers?country=DE',
  'customers who are closed': () => '/customers?state=closed',
  'customers with a subscription': () => '/customers?state=subscriber',
  'customers without one': () => '/customers?state=non_subscriber',
  'customers past due': () => '/customers?state=past_due',
  'customers without a card': () => '/customers?state=no_card',
  'customers whose card expires': () => '/customers?state=card_expires',
  subscriptions: () => '/subscriptions',
  'subscriptions of a plan': () => '/subscriptions?plan_code=gold',
  'expired subscriptions': () => '/subscriptions?state=expired',
  'subscriptions past due': () => '/subscriptions?state=past_due',
  invoices: () => '/invoices',
  'the oldest invoices': () => '/invoices?order=asc',
  'paid invoices': () => '/invoices?state=paid',
  'invoices past due': () => '/invoices?state=past_due',
  'credit invoices': () => '/invoices?type=credit',
  'invoices of purchases': () => '/invoices?origin=purchase',
  'invoices of renewals, of which is none': () => '/invoices?origin=renewal',
  'invoices in euros, of which is none': () => '/invoices?currency=EUR',
  'invoices of a day': () => `/invoices?begin_time=${day(1 + some(9))}&end_time=${day(1 + some(9))}`,
  'invoices above an amount': () => '/invoices?amount_from=290',
  'invoices of one amount': () => `/invoices?amount_from=${10 + some(280)}.15&amount_to=${10 + some(280)}.15`,
  'invoices of a customer': () => `/invoices?account_code=customer-${some(accounts)}`,
  'all past-due invoices': () => '/past-due',
  payments: () => '/payments',
  'successful payments': () => '/payments?state=successful',
  'failed payments': () => '/payments?state=failed',
  refunds: () => '/payments?type=refund',
  'payments of one gateway': () => '/payments?gateway_code=test',
  'payments of another one, of which is none': () => '/payments?gateway_code=other',
  'payments of one amount': () => `/payments?amount_from=${10 + some(280)}.15&amount_to=${10 + some(280)}.15`,
  'declined payments by code': () => '/payments?error_code=insufficient_funds',
});

/** Measures lists of every kind. Returns whether they are in time. */
export const measureLists = (served: MeasuredConsole): Promise<boolean> =>
  measurePages(served, 'lists', listsOf(served), MOST_MS);
