import { billingAddressOf } from '../../domain/billing-info/billing-address.ts';
import type { Unverified } from '../../domain/billing-info/billing-info.ts';
import type { Declined } from '../../domain/payments/declined.ts';
import { statementDescriptor } from '../../domain/payments/descriptor.ts';
import type { GatewayResult, Succeeded } from '../../domain/payments/gateway-result.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import { ACTION_MISMATCH, type ConfirmedAction, isConfirmed } from '../../domain/payments/payment-action.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { type Payer, transactionRecord, VERIFICATION } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { RequestedMethod } from '../../ports/gateway.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import { askWithinLimits, attemptOf, declinedByLimit, type LimitReached } from '../intents/attempt-limits.ts';
import { useConfirmed } from '../intents/confirmed-action.ts';
import { failOver } from '../intents/fail-over.ts';
import { openIntent, type PaymentDeps } from '../intents/open-intent.ts';
import { recordDecline } from '../recording/request-outcome.ts';
import { withAction } from '../intents/require-action.ts';

export interface Verifying {
  /** One check runs at a time for each subject: the account's id, or its code while it does not exist. */
  readonly subject: string;
  readonly accountId: string | null;
  readonly payer: Payer;
  readonly info: Unverified;
  readonly method: RequestedMethod;
  readonly currency: string;
  readonly gateway_code?: string;
  /** The card network's id of the payment that the customer agreed to, where the method is stored. */
  readonly network_transaction_id: string | null;
  /** The token of the payment method in the request. */
  readonly token_id: string | null;
  /** `merchant`: an order by mail or telephone. By default, the customer is present. */
  readonly initiator?: 'customer' | 'merchant' | undefined;
  /** The challenge that the customer passed: the gateway completes that verification. */
  readonly confirmed?: ConfirmedAction | undefined;
}

export type Verified =
  | {
      readonly outcome: 'verified';
      readonly intent: string;
      readonly gateway_code: string;
      readonly answer: Succeeded;
      readonly transaction: TransactionRecord;
    }
  | Declined;

/**
 * Verifies a payment method at a gateway: records the intent and calls the gateway outside any transaction. A decline
 * is recorded here as the outcome of the request. The caller records an approval in one transaction with the changes
 * that required it, and closes the intent. Throws `simultaneous_request` when the account's previous check takes too
 * long, or has replaced the card.
 */
export const verifyPayment =
  ({ storage, gateways, attempts, world }: Omit<PaymentDeps, 'vault'>) =>
  async (caller: Caller, request: Verifying): Promise<Verified> => {
    const { site } = caller;
    const { confirmed, currency, method, token_id, initiator = 'customer' } = request;
    const { account_code } = request.payer;
    const stored = 'reference' in method ? method.reference : undefined;
    const terms = { operation: 'verify', amount_in_cents: 0, currency, account_code, stored } as const;
    if (confirmed && !isConfirmed(confirmed, terms)) return { outcome: 'declined', error_code: ACTION_MISMATCH };
    const choice = {
      gateway_code: request.gateway_code,
      currency,
      type: request.info.type,
      card_type: request.info.card_type,
      country: request.info.country,
    };
    const chosen = confirmed ? confirmed.action.gateway_code : await gateways.choose(site, choice);
    if (!chosen) return { outcome: 'declined', error_code: 'no_gateway' };
    const attempt = attemptOf(caller, account_code, method, request.info);
    const reached = await attempts.reached(attempt);
    if (reached) return declinedByLimit(reached);

    const opened = await openIntent({ storage, gateways, world })(caller, {
      kind: 'verify',
      subject: request.subject,
      gateway_code: chosen,
      async prepare(records) {
        await refuseReplaced(records, request);
        await useConfirmed(records, confirmed);
        return null;
      },
      payload: {},
    });
    const mayFailOver = 'presented' in method && !confirmed;
    const calls = failOver({ storage, gateways, world }, site, opened, mayFailOver ? choice : undefined);
    const closeIntent = () => storage.transaction(site.id, ({ intents }) => intents.close(opened.id));
    let answer: GatewayResult | LimitReached;
    try {
      answer = await askWithinLimits({ attempts, world })(attempt, () =>
        calls.ask((gateway_code) => ask(gateways, caller, request, { ...opened, gateway_code })),
      );
    } catch (error) {
      // Rejected before anything was sent, for example because the token expired while it was held.
      if (error instanceof Failure) await closeIntent();
      throw error;
    }
    if (answer.outcome === 'reached') {
      await closeIntent();
      return declinedByLimit(answer);
    }
    const intent = calls.intent();
    const { gateway_code } = intent;
    const context = { ...request, ...VERIFICATION, byToken: token_id !== null, gateway_code };
    const transaction = transactionRecord(world, caller.at, context, answer);
    if (answer.outcome === 'succeeded')
      return { outcome: 'verified', intent: intent.id, gateway_code, answer, transaction };

    const presented = 'presented' in method || confirmed?.action.presented ? request.info : null;
    const about = {
      operation: 'verify',
      gateway_code,
      account_code,
      currency,
      presented,
      token_id,
      initiator,
    } as const;
    const decline = withAction(world, caller, about, answer, transaction);
    const declined = { outcome: 'declined', error_code: answer.error_code, transaction: decline.transaction } as const;
    await storage.transaction(site.id, async (records) => {
      await decline.record(records);
      await recordDecline(records, caller, declined);
      // The outcome of a call that timed out is not known yet: its intent stays open until its lease ends, and is
      // looked up then.
      if (answer.outcome !== 'unknown') await records.intents.close(intent.id);
    });
    return declined;
  };

const ask = (
  gateways: PaymentDeps['gateways'],
  { site, at }: Caller,
  { method, currency, info, network_transaction_id, confirmed, initiator = 'customer' }: Verifying,
  { gateway_code, gateway_key: key, correlation }: Intent,
): Promise<GatewayResult> =>
  gateways.verify({
    site,
    at,
    gateway_code,
    key,
    correlation,
    method: confirmed ? { reference: confirmed.action.method_reference } : method,
    currency,
    billing_address: billingAddressOf(info),
    ip_address: info.ip_address,
    initiator,
    network_transaction_id,
    descriptor: statementDescriptor(site),
    confirmed_action: confirmed?.action.gateway_action ?? null,
  });

/** Another request may have replaced the card on file while this one waited. */
const refuseReplaced = async (
  { billingInfos }: Records,
  { accountId, method, confirmed }: Verifying,
): Promise<void> => {
  if (!('reference' in method) || accountId === null || confirmed?.action.presented) return;
  const current = await billingInfos.find(accountId);
  if (current?.reference !== method.reference) throw new Failure('simultaneous_request');
};
