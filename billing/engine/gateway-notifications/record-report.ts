import type { GatewayNotification } from '../../domain/payments/gateway-notification.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';

/**
 * Records a gateway's report, which the worker processes at once. Returns false when this message of the gateway was
 * recorded before.
 */
export const recordReport = async (
  records: Records,
  { ids }: Pick<World, 'ids'>,
  { at, correlation }: Pick<Caller, 'at' | 'correlation'>,
  gateway_code: string,
  notification: GatewayNotification,
): Promise<boolean> => {
  const isNew = await records.gatewayNotifications.add({
    id: ids.uuid(),
    gateway_code,
    message_id: notification.id,
    account_id: await accountOf(records, gateway_code, notification),
    correlation,
    notification,
    received_at: at,
    due_at: at,
    attempts: 0,
    outcome: null,
  });
  if (isNew) records.due.wake();
  return isNew;
};

/** Returns the account whose due work the notification takes its turn with. */
const accountOf = async (
  { transactions, paymentMethods }: Records,
  gateway_code: string,
  notification: GatewayNotification,
): Promise<string | null> => {
  if (notification.kind === 'method_updated') {
    const [info] = await paymentMethods.byReference(gateway_code, notification.method_reference);
    return info?.account_id ?? null;
  }
  return (await transactions.byReference(gateway_code, notification.reference))?.account_id ?? null;
};
