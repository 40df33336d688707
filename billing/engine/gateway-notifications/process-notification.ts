import { NeedsOperator } from '../../domain/due/needs-operator.ts';
import type { NotificationOutcome, NotificationRecord } from '../../domain/gateway-notifications/record.ts';
import { NOTIFICATIONS_KEPT_FOR, notFoundAt } from '../../domain/gateway-notifications/waiting.ts';
import type { GatewayNotification } from '../../domain/payments/gateway-notification.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import type { NotificationContext, NotificationDeps } from '../disputes/notification-context.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { recordInQueue } from '../intents/open-intent.ts';
import { applyCancellation } from './apply-cancellation.ts';
import { failRefund } from './fail-refund.ts';
import { settleNotified } from './settle-notified.ts';
import { updateMethod } from './update-method.ts';

/** Processed notifications that are deleted along with the processing of one. */
const REMOVED_AT_ONCE = 10;

/**
 * Processes a recorded notification. Does nothing if it was processed already. Throws what storage and gateway throw;
 * it is retried then.
 */
export const processNotification = async (
  deps: NotificationDeps,
  caller: Caller,
  id: string,
  dueAt: Seconds,
): Promise<void> => {
  const found = await deps.storage.of(caller.site.id).gatewayNotifications.find(id);
  if (found?.due_at !== dueAt) return;
  const as: Caller = { ...caller, correlation: found.correlation };
  const { notification, gateway_code } = found;
  if (notification.kind === 'settlement_changed') {
    // It asks the gateway, which must not happen inside a transaction; settling twice changes nothing.
    const outcome = await settleNotified(deps, as, gateway_code, notification);
    await inTransaction(deps, as, found, async () => outcome);
    return;
  }
  await inTransaction(deps, as, found, (applying) => apply(applying, notification));
};

/**
 * Throws `NeedsOperator` for a refund of the service that has failed, and that no transaction records: it voided a
 * payment, or reversed one that was never recorded, so no account has credit for its amount.
 */
const needNoOperator = ({ notification, gateway_code }: NotificationRecord): void => {
  if (notification.kind !== 'refund_failed' || notification.key === undefined) return;
  const { reference, payment = 'unknown' } = notification;
  throw new NeedsOperator(
    `Refund ${reference} of payment ${payment} has failed at gateway ${gateway_code}, and no transaction shows it. ` +
      'Return the amount to the customer in another way, unless the gateway shows a later refund of it, then dismiss this.',
  );
};

const apply = async (
  applying: NotificationContext,
  notification: Exclude<GatewayNotification, { kind: 'settlement_changed' }>,
): Promise<NotificationOutcome> => {
  switch (notification.kind) {
    case 'refund_failed':
      return failRefund(applying, notification);
    case 'method_updated':
      return updateMethod(applying, notification);
    case 'dispute_opened':
    case 'dispute_closed':
      return recordDispute(applying, notification);
    case 'payment_canceled':
      return applyCancellation(applying, notification);
  }
};

/**
 * Runs the work and records the notification as processed, in one transaction. What moves money takes its turn with the
 * other movements of the account: a refund under way would otherwise credit what a chargeback has credited.
 */
const inTransaction = async (
  deps: NotificationDeps,
  caller: Caller,
  { id, gateway_code, notification, due_at }: NotificationRecord,
  work: (applying: NotificationContext) => Promise<NotificationOutcome>,
): Promise<void> => {
  const { storage, world } = deps;
  const processed = async (records: Records): Promise<object> => {
    const record = await records.gatewayNotifications.find(id);
    if (record?.due_at !== due_at) return {};
    const outcome = await work({ records, world, caller, gateway_code });
    const after = outcome === 'unmatched' ? notFoundAt(record, caller.at) : { ...record, due_at: null, outcome };
    if (after.outcome === 'unmatched') needNoOperator(record);
    await records.gatewayNotifications.save(after);
    await records.gatewayNotifications.removeProcessed(caller.at - NOTIFICATIONS_KEPT_FOR, REMOVED_AT_ONCE);
    return {};
  };
  const movesMoney = 'reference' in notification && notification.kind !== 'payment_canceled';
  const payment = movesMoney
    ? await storage.of(caller.site.id).transactions.byReference(gateway_code, notification.reference)
    : undefined;
  if (payment?.account_id) await recordInQueue(deps, caller, payment.account_id, processed);
  else await storage.transaction(caller.site.id, processed, { correlation: caller.correlation });
};
