import type { Issue } from '../../values/failure.ts';

/** The final actions for a charge invoice, and for the subscriptions on it, when dunning ends without a payment. */
export const INVOICE_ENDS = ['fail', 'keep'] as const;
export const SUBSCRIPTION_ENDS = ['expire', 'keep'] as const;

/**
 * The reminders to the customer of a past-due invoice, and the final action. Days are counted from the day the invoice
 * became past due.
 */
export interface DunningSchedule {
  /** The days of dunning events, ascending; day 0 is the moment at which the invoice becomes past due. */
  readonly days: readonly number[];
  /** The day of the final action, which also has a dunning event. */
  readonly final_day: number;
  /** `fail`: the invoice is written off; `keep`: it stays past due. */
  readonly invoice: (typeof INVOICE_ENDS)[number];
  /** `expire`: the subscriptions on the invoice expire; `keep`: they continue. */
  readonly subscription: (typeof SUBSCRIPTION_ENDS)[number];
}

export const DEFAULT_SCHEDULE: DunningSchedule = {
  days: [0, 3, 7, 14, 21],
  final_day: 28,
  invoice: 'fail',
  subscription: 'expire',
};

/** The latest day of a final action. */
export const LONGEST_DUNNING = 365;
/** The maximum number of dunning events before the final one. */
export const MOST_EVENTS = 30;

/** Returns the problems of a schedule: days must ascend and come before the final day. */
export const scheduleIssues = (path: string, { days, final_day }: DunningSchedule): Issue[] => {
  const ascending = days.every((day, index) => Number.isInteger(day) && day >= 0 && day > (days[index - 1] ?? -1));
  const last = days.at(-1) ?? 0;
  return [
    ...(ascending ? [] : [{ field: `${path}.days`, symbol: 'invalid', reason: 'not_ascending' } satisfies Issue]),
    ...(days.length > MOST_EVENTS
      ? [{ field: `${path}.days`, symbol: 'too_many', count: MOST_EVENTS } satisfies Issue]
      : []),
    ...(final_day > last ? [] : [{ field: `${path}.final_day`, symbol: 'greater_than', count: last } satisfies Issue]),
    ...(final_day > LONGEST_DUNNING
      ? [{ field: `${path}.final_day`, symbol: 'less_than_or_equal_to', count: LONGEST_DUNNING } satisfies Issue]
      : []),
  ];
};
