import { billingAddressOf } from '../../billing-info/billing-address.ts';
import type { Unverified } from '../../billing-info/billing-info.ts';
import type { Caller } from '../../caller.ts';
import { Failure } from '../../failure.ts';
import type { Declined } from '../../payments/declined.ts';
import { statementDescriptor } from '../../payments/descriptor.ts';
import type { GatewayResult, Succeeded } from '../../payments/gateway-result.ts';
import type { Intent } from '../../payments/intent.ts';
import type { RequestedMethod } from '../../ports/gateway.ts';
import type { Records } from '../../ports/storage.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { type Payer, transactionRecord, VERIFICATION } from '../../transactions/transaction.ts';
import { askWithinLimits, attemptOf, declinedByLimit, type LimitReached } from './attempt-limits.ts';
import { openIntent, type PaymentDeps } from './open-intent.ts';
import { recordDecline } from './request-outcome.ts';

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
  readonly byToken: boolean;
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
    const gateway_code = await gateways.choose(site, {
      gateway_code: request.gateway_code,
      currency: request.currency,
      type: request.info.type,
      card_type: request.info.card_type,
      country: request.info.country,
    });
    if (!gateway_code) return { outcome: 'declined', error_code: 'no_gateway' };
    const attempt = attemptOf(caller, request.payer.account_code, request.method, request.info);
    const reached = await attempts.reached(attempt);
    if (reached) return declinedByLimit(reached);

    const intent = await openIntent({ storage, gateways, world })(caller, {
      kind: 'verify',
      subject: request.subject,
      gateway_code,
      async prepare(records) {
        await refuseReplaced(records, request);
        return null;
      },
      payload: {},
    });
    const closeIntent = () => storage.transaction(site.id, ({ intents }) => intents.close(intent.id));
    let answer: GatewayResult | LimitReached;
    try {
      answer = await askWithinLimits({ attempts, world })(attempt, () => ask(gateways, caller, request, intent));
    } catch (error) {
      // Rejected before anything was sent, for example because the token expired while it was held.
      if (error instanceof Failure) await closeIntent();
      throw error;
    }
    if (answer.outcome === 'reached') {
      await closeIntent();
      return declinedByLimit(answer);
    }
    const transaction = transactionRecord(world, caller.at, { ...request, ...VERIFICATION, gateway_code }, answer);
    if (answer.outcome === 'succeeded')
      return { outcome: 'verified', intent: intent.id, gateway_code, answer, transaction };

    const declined = { outcome: 'declined', error_code: answer.error_code, transaction } as const;
    await storage.transaction(site.id, async (records) => {
      await records.transactions.add(transaction);
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
  { method, currency, info, network_transaction_id }: Verifying,
  { gateway_code, gateway_key: key, correlation }: Intent,
): Promise<GatewayResult> =>
  gateways.verify({
    site,
    at,
    gateway_code,
    key,
    correlation,
    method,
    currency,
    billing_address: billingAddressOf(info),
    ip_address: info.ip_address,
    initiator: 'customer',
    network_transaction_id,
    descriptor: statementDescriptor(site),
    confirmed_action: null,
  });

/** Another request may have replaced the card on file while this one waited. */
const refuseReplaced = async ({ billingInfos }: Records, { accountId, method }: Verifying): Promise<void> => {
  if (!('reference' in method) || accountId === null) return;
  const current = await billingInfos.find(accountId);
  if (current?.reference !== method.reference) throw new Failure('simultaneous_request');
};
