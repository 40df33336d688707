import type { GatewayNotification } from '../../domain/payments/gateway-notification.ts';
import { recordReport } from '../../engine/gateway-notifications/record-report.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'ids'>;
}

/**
 * Records an authentic notification, to be processed by the worker at once. Returns false when this message of the
 * gateway was recorded before. Once it returns, a crash loses nothing, so that the notification can be acknowledged.
 */
export const recordNotification =
  ({ storage, world }: Deps) =>
  (caller: Caller, gateway_code: string, notification: GatewayNotification): Promise<boolean> =>
    storage.transaction(caller.site.id, (records) => recordReport(records, world, caller, gateway_code, notification));
