import { NeedsOperator } from '../../domain/due/needs-operator.ts';
import { nextBoundary } from '../../domain/subscriptions/boundary.ts';
import type { SubscriptionRecord } from '../../domain/subscriptions/record.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { amountText } from '../../values/money/money-text.ts';
import { isoTime, type Seconds } from '../../values/time.ts';
import type { OrderDraft } from '../orders/drafting/draft-order.ts';

/**
 * Returns whether a production site has billed as many missed periods of a subscription in a row as are allowed without
 * an operator's approval.
 */
export const hasReachedCatchUpLimit = (
  { mode, catch_up_periods }: Pick<Site, 'mode' | 'catch_up_periods'>,
  { late_periods }: SubscriptionRecord,
): boolean => mode === 'production' && catch_up_periods !== null && late_periods >= catch_up_periods;

/** Returns the subscription with its missed periods counted. A period is missed when the next one is due as well. */
export const countLate = (before: SubscriptionRecord, after: SubscriptionRecord, now: Seconds): SubscriptionRecord => {
  const next = nextBoundary(after);
  return { ...after, late_periods: next !== null && next <= now ? before.late_periods + 1 : 0 };
};

/** Returns the failure that parks a missed period, with the amount that billing it would charge. */
export const needsAgreement = (
  { late_periods }: SubscriptionRecord,
  { current_period_started_at, current_period_ends_at, currency }: SubscriptionRecord,
  draft: OrderDraft | undefined,
): NeedsOperator => {
  const days = [current_period_started_at, current_period_ends_at].map((at) => (at === null ? '' : isoTime(at)));
  const total = draft?.charge?.invoice.total_in_cents ?? 0;
  const amount = amountText(total, currency);
  return new NeedsOperator(
    `${late_periods} missed periods were billed. Retry to bill the period ${days.join(' to ')} as well: ${amount}.`,
  );
};

/** Allows a subscription to bill missed periods again, after an operator's approval. */
export const allowCatchUp = async ({ subscriptions }: Records, uuid: string): Promise<void> => {
  const found = await subscriptions.find(uuid);
  if (found) await subscriptions.save({ ...found, late_periods: 0 });
};
