import type { Unverified } from '../../domain/billing-info/billing-info.ts';
import type { GatewayResult } from '../../domain/payments/gateway-result.ts';
import type { ConfirmedAction } from '../../domain/payments/payment-action.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { type Payer, transactionRecord, VERIFICATION } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { RequestedMethod } from '../../ports/gateway.ts';
import type { Records } from '../../ports/storage.ts';
import { defaultCurrency, type Site } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';
import { type Answered, askGateway } from './ask-gateway.ts';
import type { PaymentDeps } from './open-intent.ts';
import { payloadFormat } from './payload.ts';

/** The payload of a verification: it has nothing from which another process could complete it. */
const VERIFICATION_INTENT = payloadFormat<object>('verification', 1);

export interface VerificationRequest {
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

export type Verified = Answered<GatewayResult>;

/**
 * Verifies a payment method at a gateway. A decline is recorded as the outcome of the request. The caller records an
 * approval in one transaction with the changes that required it, and closes the intent. Throws `simultaneous_request`
 * when the account's previous check takes too long, or has replaced the card.
 */
export const verifyMethod = (
  deps: Omit<PaymentDeps, 'vault'>,
  caller: Caller,
  request: VerificationRequest,
): Promise<Verified | Declined> =>
  askGateway(deps, caller, {
    ...request,
    operation: 'verify',
    amount_in_cents: 0,
    gateway_code: request.gateway_code,
    initiator: request.initiator ?? 'customer',
    isCounted: true,
    format: VERIFICATION_INTENT,
    payload: {},
    async prepare(records) {
      await refuseReplaced(records, request);
      return null;
    },
    call: (asked) => deps.gateways.verify(asked),
    transactionOf: (answer: GatewayResult, gateway_code) =>
      transactionRecord(
        deps.world,
        caller.at,
        { ...request, ...VERIFICATION, byToken: request.token_id !== null, gateway_code },
        answer,
      ),
  });

/** Throws if another request replaced or removed the method while this one waited. */
const refuseReplaced = async (
  { paymentMethods }: Records,
  { accountId, method, confirmed }: VerificationRequest,
): Promise<void> => {
  if (!('reference' in method) || accountId === null || confirmed?.action.presented) return;
  const wallet = await paymentMethods.ofAccount(accountId);
  if (!wallet.some(({ reference }) => reference === method.reference)) throw new Failure('simultaneous_request');
};

/** Transactions of an account that are looked through, the latest first. */
const LATEST = 20;
/** After every id. */
const AFTER_ALL = 'g';

/**
 * Returns the currency of a check, the one that an account pays in: that of the latest live subscription that it pays
 * for, else of its latest payment, else the default one of the site.
 */
export const currencyOfCheck = async (
  { subscriptions, transactions }: Pick<Records, 'subscriptions' | 'transactions'>,
  site: Pick<Site, 'currencies'>,
  accountId: string | undefined,
): Promise<string> => {
  if (accountId === undefined) return defaultCurrency(site);
  const paid = await subscriptions.paidBy(accountId);
  const latest = paid.reduce<(typeof paid)[number] | undefined>(
    (one, other) => (one && one.uuid > other.uuid ? one : other),
    undefined,
  );
  if (latest) return latest.currency;
  const moved = await transactions.latest(accountId, AFTER_ALL, LATEST);
  return moved.find(({ action }) => action !== 'verify')?.currency ?? defaultCurrency(site);
};
