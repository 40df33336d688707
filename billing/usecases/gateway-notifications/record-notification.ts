import type { Caller } from '../../caller.ts';
import type { GatewayNotification } from '../../payments/gateway-notification.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'ids'>;
}

/**
 * Records an authentic notification, to be processed by the worker at once. Returns false when this message of the
 * gateway was recorded before. Once it returns, a crash loses nothing, so that the gateway can be told.
 */
export const recordNotification =
  ({ storage, world }: Deps) =>
  ({ site, at, correlation }: Caller, gateway_code: string, notification: GatewayNotification): Promise<boolean> =>
    storage.transaction(site.id, async (records) => {
      const isNew = await records.gatewayNotifications.add({
        id: world.ids.uuid(),
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
    });

/** Returns the account whose due work the notification takes its turn with. */
const accountOf = async (
  { transactions, billingInfos }: Records,
  gateway_code: string,
  notification: GatewayNotification,
): Promise<string | null> => {
  if (notification.kind === 'method_updated') {
    const [info] = await billingInfos.byReference(gateway_code, notification.method_reference);
    return info?.account_id ?? null;
  }
  return (await transactions.byReference(gateway_code, notification.reference))?.account_id ?? null;
};
