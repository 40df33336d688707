import type { NotificationDeps } from '../../disputes/notification-context.ts';
import { processNotification } from '../../gateway-notifications/process-notification.ts';
import type { DueEntry } from './kind.ts';

/** Messages that gateways sent: disputes, settlements, refunds that failed, updated cards. */
export const gatewayNotifications = (deps: NotificationDeps): DueEntry => ({
  next: ({ gatewayNotifications }, until, limit) => gatewayNotifications.due(until, limit),
  run: (caller, { id, at }) => processNotification(deps, caller, id, at),
});
