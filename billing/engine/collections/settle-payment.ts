import { noticedAt } from '../../domain/due/missed.ts';
import { paymentAnswered } from '../../domain/events/payment-events.ts';
import type { Settlement } from '../../domain/payments/gateway-result.ts';
import type { ShownTransaction, TransactionRecord } from '../../domain/transactions/record.ts';
import { SETTLEMENT_STEP } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { type IntentDeps, recordInQueue } from '../intents/open-intent.ts';
import { closeChargedBack } from '../recording/disputes/close-charged-back.ts';
import { chargedBack } from '../recording/payments/settle-charge-back.ts';
import { received, returned } from '../recording/payments/settle-debit.ts';
import { refundArrived, refundReturned } from '../recording/payments/settle-refund.ts';

/** Seconds after which a bank no longer returns a debit. */
const CHARGE_BACK_WITHIN = 60 * SETTLEMENT_STEP;

/** Looks up a payment that settles later at its gateway, and records its state. `at`: when the look-up was due. */
export const settlePayment = async (
  deps: IntentDeps & { readonly gateways: Pick<Gateways, 'lookup'> },
  { site, correlation }: Caller,
  seen: ShownTransaction,
  at: Seconds,
): Promise<void> => {
  const { gateway_code, reference } = seen;
  const found = await deps.gateways.lookup({
    site,
    gateway_code: gateway_code ?? '',
    at,
    correlation,
    reference: reference ?? '',
  });
  // If the gateway does not respond, the look-up is repeated the next day.
  const settlement = (found.outcome === 'found' && found.settlement) || 'processing';
  const chargedBackCents = found.outcome === 'found' ? found.charged_back_in_cents : undefined;
  await recordSettlement(deps, { site, correlation }, seen, settlement, at, chargedBackCents);
};

/**
 * Records the settlement state of a payment that settles later, in turn with other movements of the account's money. If
 * several processes do so at once, only one records it. Throws `simultaneous_request`.
 *
 * @param seen the payment when its state was looked up
 * @param chargedBackCents how much was charged back; the whole payment unless it is given
 */
export const recordSettlement = async (
  deps: IntentDeps,
  { site, correlation }: Pick<Caller, 'site' | 'correlation'>,
  seen: ShownTransaction,
  settlement: Settlement,
  at: Seconds,
  chargedBackCents?: number,
): Promise<void> => {
  const { world } = deps;
  await recordInQueue(deps, { site, at, correlation }, seen.account_id ?? seen.uuid, async (records) => {
    const payment = await records.transactions.find(seen.uuid);
    // A payment that is no longer looked up every day has no moment that shows that it has changed.
    if (payment?.settlement_due_at !== seen.settlement_due_at || payment.status !== seen.status) return {};
    const context = { records, world, at };
    if (await waits(records, payment, settlement, at)) return {};
    if (payment.action === 'refund') {
      await (settlement === 'returned' ? refundReturned : refundArrived)(context, payment);
    } else if (payment.status === 'success') {
      await chargedBack(context, payment, chargedBackCents);
      await closeChargedBack(records, world, payment.uuid, at);
    } else if (settlement === 'returned') {
      await returned({ ...context, at: noticedAt(site, world.clock, at) }, payment);
    } else {
      const settled = await received(context, payment);
      if (settlement === 'charged_back') await chargedBack(context, settled, chargedBackCents);
    }
    return {};
  });
};

/** Records the state of a payment that is unchanged or not settled yet, and schedules the next look-up. */
const waits = async (
  { transactions, events }: Records,
  payment: TransactionRecord,
  settlement: Settlement,
  at: Seconds,
): Promise<boolean> => {
  const settled = payment.status === 'success';
  const underWay = settlement === 'scheduled' || settlement === 'processing';
  if (settled ? settlement !== 'settled' && !underWay : !underWay) return false;
  const again = at + SETTLEMENT_STEP;
  const status = settled || !underWay ? payment.status : settlement;
  const transaction: TransactionRecord = {
    ...payment,
    status,
    settlement_due_at: settled && again > payment.created_at + CHARGE_BACK_WITHIN ? null : again,
    updated_at: status === payment.status ? payment.updated_at : at,
  };
  await transactions.save(transaction);
  if (status !== payment.status && payment.action !== 'refund') events.say(...paymentAnswered(transaction));
  return true;
};
