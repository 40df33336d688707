import type { ReportDifference } from '../reports/report.ts';

interface CheckDescription {
  readonly title: string;
  /** The next step while the line is open. */
  readonly todo: string;
  /** The page of the console where that is done, or seen; null where there is nothing to do but wait. */
  readonly path: string | null;
}

/** The lines of the checklist before a month is closed, in their order. */
export const CHECKS = {
  month_is_over: {
    title: 'The month is over',
    todo: 'Close it once it has been over for an hour in the time zone of the site.',
    path: null,
  },
  earlier_month: {
    title: 'The month before it is closed',
    todo: 'Close the months in their order.',
    path: '/reports/periods',
  },
  due_work: {
    title: 'No due work of the month is left',
    todo: 'Retry or dismiss what has failed, and let the worker do the rest.',
    path: '/work',
  },
  payment_intents: {
    title: 'No operation at a gateway is open',
    todo: 'Wait until the gateway has answered: the worker asks it every minute.',
    path: '/work',
  },
  pending_payments: {
    title: 'No payment waits for its customer',
    todo: 'Wait until the customer has confirmed the payment, or a day has passed, after which it is canceled.',
    path: '/payments',
  },
  ledger: {
    title: 'Debits and credits of the ledger are equal',
    todo: 'Tell the operator of the service: a movement of the ledger is wrong.',
    path: '/reports/ledger',
  },
  postings: {
    title: 'Postings are balanced, and add up to the trial balance',
    todo: 'Tell the operator of the service, with the amounts.',
    path: '/reports/postings',
  },
  aging: {
    title: 'What customers owe is the balance of the receivables',
    todo: 'Tell the operator of the service, with the amounts.',
    path: '/reports/aging',
  },
  sales: {
    title: 'Sales and credits are what invoices posted',
    todo: 'Tell the operator of the service, with the amounts.',
    path: '/reports/sales',
  },
  tax: {
    title: 'Taxes are what the ledger owes the authorities',
    todo: 'Tell the operator of the service, with the amounts.',
    path: '/reports/tax',
  },
  revenue: {
    title: 'Billed revenue is that of the ledger, and is earned or deferred',
    todo: 'Tell the operator of the service, with the amounts.',
    path: '/reports/revenue',
  },
  mrr: {
    title: 'Movements of recurring revenue add up to what subscriptions have',
    todo: 'Tell the operator of the service, with the amounts.',
    path: '/reports/mrr',
  },
  cash: {
    title: 'Payments and refunds are what moved cash in the ledger',
    todo: 'Tell the operator of the service, with the amounts.',
    path: '/reports/payments',
  },
  payouts: {
    title: 'Payouts and their fees are what the ledger posted',
    todo: 'Tell the operator of the service, with the amounts.',
    path: '/reports/payouts',
  },
  reconciliation: {
    title: 'Payouts of gateways are reconciled',
    todo: 'Adopt, refund or accept what differs: the report reconciliation lists it.',
    path: '/reports/reconciliation',
  },
} as const satisfies Readonly<Record<string, CheckDescription>>;

export type CheckName = keyof typeof CHECKS;

/** A line of the checklist, as it is now. */
export interface CheckedLine extends CheckDescription {
  /** A `CheckName`, or the name of a report. */
  readonly name: string;
  readonly isDone: boolean;
  /** The finding, as a sentence; null where there is nothing to say. */
  readonly found: string | null;
  /** The amounts that differ. */
  readonly differences: readonly ReportDifference[];
}

/** Returns a line of the checklist. */
export const checkedLine = (
  name: CheckName,
  isDone: boolean,
  found: string | null = null,
  differences: readonly ReportDifference[] = [],
): CheckedLine => ({ ...CHECKS[name], name, isDone, found, differences });

/** Returns the line of a report that is compared with the ledger. */
export const reportLine = (name: string, title: string, differences: readonly ReportDifference[]): CheckedLine => ({
  ...(isCheck(name)
    ? CHECKS[name]
    : { ...CHECKS.aging, title: `${title}: it agrees with the ledger`, path: `/reports/${name}` }),
  name,
  isDone: differences.length === 0,
  found: null,
  differences,
});

const isCheck = (name: string): name is CheckName => Object.hasOwn(CHECKS, name);
