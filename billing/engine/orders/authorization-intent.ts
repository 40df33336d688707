import type { StoredMethod } from '../../domain/billing-info/stored-method.ts';
import { authorizationSubject, type Intent } from '../../domain/payments/intent.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { abandon } from '../intents/ask-intent.ts';
import { payloadFormat } from '../intents/payload.ts';
import { CAPTURE_INTENT } from './capture-intent.ts';
import type { OrderDraft } from './drafting/draft-order.ts';

export interface AuthorizationPayload {
  readonly draft: OrderDraft;
  /** The payment method that the capture stores. */
  readonly method: StoredMethod | null;
}

/** An authorization that waits for its capture. */
export const AUTHORIZATION_INTENT = payloadFormat<AuthorizationPayload>('authorization', 2);

/** Returns whether a capture of an authorization has begun, and has no outcome yet. */
export const isBeingCaptured = async (
  { accounts, intents }: Pick<Records, 'accounts' | 'intents'>,
  authorization: Intent,
): Promise<boolean> => {
  const { account_code, payer } = AUTHORIZATION_INTENT.read(authorization).draft;
  const account = await accounts.identify(account_code);
  // The account may not have existed when the capture began.
  for (const subject of [
    ...(account ? [account.account_id] : []),
    ...(payer ? [payer.id] : []),
    `code:${account_code}`,
  ]) {
    const moving = await intents.of(subject);
    const isCapture =
      moving?.kind === 'capture' &&
      authorizationSubject(CAPTURE_INTENT.read(moving).transaction) === authorization.subject;
    if (isCapture) return true;
  }
  return false;
};

/** Ends an authorization without a capture: it is void, and the reservations of its order are released. */
export const endAuthorization = async (records: Records, intentId: string, at: Seconds): Promise<void> => {
  const intent = await records.intents.find(intentId);
  if (intent) await voidAuthorization(records, intent, at);
  await abandon(records, intentId);
};

/** Records that the transaction of an authorization is void. */
export const voidAuthorization = async (
  { transactions, events }: Records,
  { subject }: Intent,
  at: Seconds,
): Promise<void> => {
  const found = await transactions.find(subject.slice(authorizationSubject('').length));
  if (!found) return;
  const { invoice: _, ...transaction } = found;
  const ended: TransactionRecord = {
    ...transaction,
    status: 'void',
    voidable: false,
    refundable: false,
    updated_at: at,
  };
  await transactions.save(ended);
  events.say({ type: 'void_payment', transaction: ended });
};
