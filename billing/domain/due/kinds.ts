/** The description of a kind of due work: its effect, and the consequences for merchant and customer. */
interface DueKindDescription {
  /** The effect of running an item. */
  readonly does: string;
  /** The consequences for merchant and customer while an item stays parked. */
  readonly ifParked: string;
  /** Whether it dates nothing in the books, so that a month can be closed before it has run. */
  readonly undated?: true;
  /** Whether an item may take minutes: a worker of their own runs such kinds, so that nothing else waits for them. */
  readonly long?: true;
}

/**
 * Every kind of due work. Of items that are due at the same moment, those of an earlier kind run first. Their type, the
 * registry, storage, the command line and the documentation follow from this table.
 */
export const DUE_KINDS = {
  payment_intent: {
    does: 'completes or reverses a payment whose process died; voids an authorization that was never captured',
    ifParked: "the account's payments answer `simultaneous_request`: treat it first",
  },
  // Before what a bank or a card network may have changed: a returned debit, an updated card.
  gateway_notification: {
    does: 'records what a gateway reported: a settlement, a dispute, a refund that failed, an updated card',
    ifParked:
      'what the gateway reported is not recorded yet; a refund that voided or reversed a payment and failed later: return the amount by hand, then `dismiss`',
  },
  payment_action: {
    does: 'cancels a payment that the customer did not confirm',
    ifParked: 'a payment that the customer did not confirm stays open at the gateway; no money moves',
  },
  settlement: {
    does: 'asks the gateway about a bank debit or its refund, and records the outcome',
    ifParked: 'a debit stays `processing`',
  },
  overdue_invoice: {
    does: 'marks a manual invoice past due',
    ifParked: 'an unpaid manual invoice stays `pending`',
  },
  unanswered_collection: {
    does: 'marks an invoice past due whose gateway has not answered for a day',
    ifParked: 'an invoice whose gateway has not answered for a day stays `pending`',
  },
  gateway_outage: {
    does: 'collects what waited for a gateway that has answered, and ends the outage once nothing waits',
    ifParked: 'an outage that is over stays in `/health`; what waits is attempted later',
  },
  collection: {
    does: 'collects an invoice',
    ifParked: 'an invoice stays unpaid',
  },
  // Before boundaries: a subscription whose dunning ends is not renewed at the same moment.
  dunning: {
    does: 'takes the next dunning step of a past-due invoice: an event, or the final action',
    ifParked: 'an unpaid invoice gets no further reminders and no final action',
  },
  subscription_boundary: {
    does: 'renews, starts, pauses or ends a subscription',
    ifParked: 'a subscription stays in its period: it is not renewed, started, paused or ended',
  },
  gift_card_delivery: {
    does: 'delivers a gift card',
    ifParked: 'a gift card is not delivered',
  },
  gift_card_breakage: {
    does: 'earns the value of a gift card that was not redeemed within the days that the site has set',
    ifParked: 'the value of a gift card stays a liability',
  },
  trial_reminder: {
    does: 'tells a customer that a trial ends',
    ifParked: 'a customer is not told that a trial ends',
  },
  renewal_reminder: {
    does: 'tells a customer of a renewal after a year or more',
    ifParked: 'a customer is not told of a renewal',
  },
  price_reminder: {
    does: 'tells a customer of another price at the next renewal',
    ifParked: 'a customer is not told of another price',
  },
  card_reminder: {
    does: 'asks a customer for a new card before the one on file expires',
    ifParked: 'a customer is not told that a card expires',
  },
  recurring_revenue: {
    does: 'records the recurring revenue of a subscription that an earlier release sold',
    ifParked: 'the recurring revenue of a subscription is missing in reports until it changes',
  },
  period_snapshot: {
    does: 'makes the next file of the snapshot of a month that is being closed',
    ifParked: 'a month stays `closing`: its books are closed, and its snapshot is not complete',
    undated: true,
  },
  nightly_export: {
    does: 'writes all records of a site as files, once a night',
    ifParked: 'no files are exported; mend what the message names, then `retry`',
    undated: true,
    long: true,
  },
  payout_fetch: {
    does: 'asks a gateway for its payouts once a night, and records those that are new',
    ifParked: 'payouts of a gateway are not recorded; mend what the message names, then `retry`',
    long: true,
  },
  report_run: {
    does: 'makes a report that was requested in the background',
    ifParked: 'a report that was requested in the background is not made',
    undated: true,
    long: true,
  },
  gateway_operation: {
    does: 'deletes the idempotency keys of operations at gateways that nothing looks up any more',
    ifParked: 'idempotency keys of old operations at gateways are kept for longer',
  },
} as const satisfies Readonly<Record<string, DueKindDescription>>;

export type DueKindName = keyof typeof DUE_KINDS;

/** The names of all kinds, in the order in which they run. */
export const DUE_KIND_NAMES = Object.keys(DUE_KINDS) as readonly DueKindName[];

export const isDueKind = (name: string): name is DueKindName => Object.hasOwn(DUE_KINDS, name);

const descriptionOf = (name: string): DueKindDescription | undefined => (isDueKind(name) ? DUE_KINDS[name] : undefined);

/** Whether the items of a kind may take minutes. */
export const isLongKind = (name: string): boolean => descriptionOf(name)?.long ?? false;

/** Whether the items of a kind date nothing in the books. */
export const isUndatedKind = (name: string): boolean => descriptionOf(name)?.undated ?? false;
