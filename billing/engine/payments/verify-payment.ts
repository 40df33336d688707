import type { Unverified } from '../../billing-info/billing-info.ts';
import type { Caller } from '../../caller.ts';
import { Failure } from '../../failure.ts';
import type { Declined } from '../../payments/declined.ts';
import type { Approved, GatewayAnswer } from '../../payments/gateway-result.ts';
import type { Intent } from '../../payments/intent.ts';
import type { VerifyRequest } from '../../ports/gateway.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../site.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { type Payer, transactionRecord, VERIFICATION } from '../../transactions/transaction.ts';
import { openIntent, type PaymentDeps } from './open-intent.ts';

export interface Verifying {
  /** One check at a time for each: the account's id, or its code while it does not exist. */
  readonly subject: string;
  readonly accountId: string | null;
  readonly payer: Payer;
  readonly info: Unverified;
  readonly method: VerifyRequest['method'];
  readonly currency: string;
  readonly gateway_code?: string;
  readonly byToken: boolean;
}

export type Verified =
  | {
      readonly outcome: 'approved';
      readonly intent: string;
      readonly gateway_code: string;
      readonly answer: Approved;
      readonly transaction: TransactionRecord;
    }
  | Declined;

/**
 * Asks a gateway whether a payment method is good, along the money path of DESIGN section 6: the intent is recorded, the gateway is called outside
 * any transaction, and a refusal is recorded here. An approval is recorded by the caller, in one transaction with what it was needed for, which
 * also closes the intent. Throws `simultaneous_request` when the account's previous check takes too long, or replaced the card that is asked about.
 */
export const verifyPayment =
  ({ storage, gateways, world }: Omit<PaymentDeps, 'vault'>) =>
  async (caller: Caller, request: Verifying): Promise<Verified> => {
    const { site } = caller;
    const gateway_code = gateways.choose(site, {
      currency: request.currency,
      type: request.info.type,
      ...(request.gateway_code ? { gateway_code: request.gateway_code } : {}),
    });
    if (!gateway_code) return { outcome: 'declined', error_code: 'no_gateway' };
    if (await tooManyAttempts(storage, caller, request)) {
      return { outcome: 'declined', error_code: 'fraud_too_many_attempts' };
    }

    const intent = await openIntent({ storage, gateways, world })(caller, {
      kind: 'verify',
      subject: request.subject,
      gateway_code,
      async prepare(records) {
        await refuseReplaced(records, request);
        return null;
      },
    });
    const answer = await ask({ gateways, storage }, site, request, intent);
    const transaction = transactionRecord(world, caller.at, { ...request, ...VERIFICATION, gateway_code }, answer);
    if (answer.outcome === 'approved')
      return { outcome: 'approved', intent: intent.id, gateway_code, answer, transaction };

    await storage.transaction(site.id, async (records) => {
      await records.transactions.add(transaction);
      // Of a call that timed out nobody knows yet what became of it: its intent stays, to be reversed when its lease is out.
      if (answer.outcome === 'declined') await records.intents.close(intent.id);
    });
    return { outcome: 'declined', error_code: answer.error_code, transaction };
  };

const ask = async (
  { gateways, storage }: Pick<PaymentDeps, 'gateways' | 'storage'>,
  site: Site,
  { method, currency }: Verifying,
  { id, gateway_code, gateway_key: key, correlation }: Intent,
): Promise<GatewayAnswer> => {
  try {
    return await gateways.verify({ site, method, currency, gateway_code, key, correlation });
  } catch (error) {
    // Refused before anything was sent: the token ran out while it was held.
    if (error instanceof Failure) await storage.transaction(site.id, ({ intents }) => intents.close(id));
    throw error;
  }
};

/** At most so many attempts an hour for each account, against card testing (reference "payments", section 5). */
const tooManyAttempts = async (storage: Storage, { site, at }: Caller, { accountId }: Verifying): Promise<boolean> => {
  if (site.attempts_per_hour === null || accountId === null) return false;
  const anHourAgo = at - 3600;
  return (await storage.of(site.id).transactions.countSince(accountId, 'verify', anHourAgo)) >= site.attempts_per_hour;
};

/** A card that was on file when the request was judged may be another one when its turn comes. */
const refuseReplaced = async ({ billingInfos }: Records, { accountId, method }: Verifying): Promise<void> => {
  if (!('reference' in method) || accountId === null) return;
  const current = await billingInfos.find(accountId);
  if (current?.reference !== method.reference) throw new Failure('simultaneous_request');
};
