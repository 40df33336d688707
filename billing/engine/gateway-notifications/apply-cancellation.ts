import type { NotificationOutcome } from '../../domain/gateway-notifications/record.ts';
import type { PaymentCanceled } from '../../domain/payments/gateway-notification.ts';
import { authorizationSubject } from '../../domain/payments/intent.ts';
import type { NotificationContext } from '../disputes/notification-context.ts';
import { endAuthorization } from '../orders/authorization-intent.ts';
import { auditEntry } from '../recording/audit-entry.ts';

/**
 * Records that the gateway has canceled an authorization: it is void, and the reservations of its order are released.
 * Nothing is reversed at the gateway.
 */
export const applyCancellation = async (
  { records, world, caller, gateway_code }: NotificationContext,
  { reference, cause }: PaymentCanceled,
): Promise<NotificationOutcome> => {
  const payment = await records.transactions.byReference(gateway_code, reference);
  if (!payment) return 'unmatched';
  const intent = await records.intents.of(authorizationSubject(payment.uuid));
  if (!intent) return 'superseded';
  await endAuthorization(records, intent.id, caller.at);
  await records.auditLog.append(auditEntry(world, caller, `authorization.${cause}`, payment.uuid));
  return 'applied';
};
