import { DAY_MS } from '@service/billing/values/time.ts';
import { measurePages, type PageKinds } from './pages.ts';
import type { MeasuredConsole } from './served.ts';
import { some, someDay } from './some.ts';

/** The aim for the time below which 95 of 100 lists are answered, in milliseconds. */
const MOST_MS = 100;

const isoDayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

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
  'invoices of write-offs, without any': () => '/invoices?origin=write_off',
  'invoices in euros, without any': () => '/invoices?currency=EUR',
  'invoices of a day': () => {
    const day = someDay();
    return `/invoices?begin_time=${day}&end_time=${day}`;
  },
  'invoices above an amount': () => '/invoices?amount_from=290',
  'invoices of one amount': () => {
    const amount = `${10 + some(280)}.15`;
    return `/invoices?amount_from=${amount}&amount_to=${amount}`;
  },
  'invoices of a customer': () => `/invoices?account_code=customer-${some(accounts)}`,
  'all past-due invoices': () => '/past-due',
  payments: () => '/payments',
  'successful payments': () => '/payments?state=successful',
  'failed payments': () => '/payments?state=failed',
  refunds: () => '/payments?type=refund',
  'payments of one gateway': () => '/payments?gateway_code=test',
  'payments of another, without any': () => '/payments?gateway_code=other',
  'payments of one amount': () => {
    const amount = `${10 + some(280)}.15`;
    return `/payments?amount_from=${amount}&amount_to=${amount}`;
  },
  'declined payments by code': () => '/payments?error_code=insufficient_funds',
  mail: () => '/mail',
  'mail that bounced': () => '/mail?status=bounced',
  'mail that failed, without any': () => '/mail?status=failed',
  receipts: () => '/mail?kind=receipt',
  'mail to a part of an address': () => `/mail?recipient=customer${some(accounts)}`,
  'mail of a customer': () => `/mail?account_code=customer-${some(accounts)}`,
  'mail of a day': () => {
    const since = Date.now() - (1 + some(80)) * DAY_MS;
    return `/mail?since=${isoDayOf(since)}&before=${isoDayOf(since + DAY_MS)}`;
  },
  'the audit log': () => '/audit',
  'the audit log of an operator': () => `/audit?actor=agent${some(7)}@example.com`,
  'the audit log of another one, without any': () => '/audit?actor=unknown@example.com',
  'the audit log of an action': () => '/audit?action=invoice.refunded',
  'the audit log of a customer': () => `/audit?account_code=customer-${some(accounts)}`,
  'the audit log of a day': () => {
    const since = Date.now() - (1 + some(80)) * DAY_MS;
    return `/audit?since=${isoDayOf(since)}&before=${isoDayOf(since + DAY_MS)}`;
  },
});

/** Measures lists of every kind. Returns whether they are in time. */
export const measureLists = (served: MeasuredConsole): Promise<boolean> =>
  measurePages(served, 'lists', listsOf(served), MOST_MS);
