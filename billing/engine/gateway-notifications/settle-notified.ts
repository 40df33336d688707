import type { NotificationOutcome } from '../../domain/gateway-notifications/record.ts';
import type { SettlementChanged } from '../../domain/payments/gateway-notification.ts';
import type { Caller } from '../../ports/caller.ts';
import { recordSettlement } from '../collections/settle-payment.ts';
import type { NotificationDeps } from '../disputes/notification-context.ts';

/**
 * Settles a payment whose settlement state has changed, as its gateway reports it now: messages arrive late and in any
 * order. Throws when the gateway does not respond.
 */
export const settleNotified = async (
  deps: NotificationDeps,
  caller: Caller,
  gateway_code: string,
  { reference }: SettlementChanged,
): Promise<NotificationOutcome> => {
  const { site, at, correlation } = caller;
  const payment = await deps.storage.of(site.id).transactions.byReference(gateway_code, reference);
  if (!payment) return 'unmatched';
  const found = await deps.gateways.lookup({ site, gateway_code, at, correlation, reference });
  if (found.outcome !== 'found') {
    throw new Error(`Gateway ${gateway_code} did not return the payment ${payment.uuid}: ${found.outcome}.`);
  }
  const { settlement, charged_back_in_cents } = found;
  const isFinal = payment.settlement_due_at === null;
  // A bank may still return a debit that is no longer looked up every day.
  const isLate = payment.status === 'success' && (settlement === 'returned' || settlement === 'charged_back');
  if (settlement === null || (isFinal && !isLate)) return 'superseded';
  await recordSettlement(deps, caller, payment, settlement, at, charged_back_in_cents);
  return 'applied';
};
