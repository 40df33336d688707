import { billingAddressOf } from '../../domain/billing-info/billing-address.ts';
import type { Unverified } from '../../domain/billing-info/billing-info.ts';
import { statementDescriptor } from '../../domain/payments/descriptor.ts';
import type { PaymentResult, Refused } from '../../domain/payments/gateway-result.ts';
import type { Intent, Reservation } from '../../domain/payments/intent.ts';
import {
  ACTION_MISMATCH,
  type ConfirmedAction,
  type ConfirmedOperation,
  isConfirmed,
} from '../../domain/payments/payment-action.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import type { Payer } from '../../domain/transactions/transaction.ts';
import type { Attempt } from '../../ports/attempts.ts';
import type { Caller } from '../../ports/caller.ts';
import type { GatewayChoice, RequestedMethod, VerifyRequest, WithoutAddress } from '../../ports/gateway.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import { recordDeclinedOutcome } from '../recording/request-outcome.ts';
import { abandon, askIntent, type IntentRefusal, verdictOf } from './ask-intent.ts';
import { askWithinLimits, attemptOf, declinedByLimit, type LimitReached } from './attempt-limits.ts';
import { useConfirmed } from './confirmed-action.ts';
import { failOver } from './fail-over.ts';
import { type IntentToOpen, openIntent, type PaymentDeps } from './open-intent.ts';
import { declineToRecord } from './record-decline.ts';

/** The part of a request to a gateway that all operations share. */
export type CallRequest = WithoutAddress<VerifyRequest>;

/** One payment, authorization or verification of a payment method. */
export interface GatewayCall<P extends object, A extends PaymentResult>
  extends Pick<IntentToOpen<P>, 'format' | 'subject' | 'how'> {
  readonly operation: ConfirmedOperation;
  readonly payload: P;
  /** Runs as `prepare` of the intent: writes what is recorded before it is paid, and returns what it has reserved. */
  readonly prepare?: ((records: Records) => Promise<Reservation | null>) | undefined;
  readonly payer: Pick<Payer, 'account_code' | 'email'>;
  readonly info: Unverified;
  readonly method: RequestedMethod;
  /** Whether a method that the gateway holds is stored with the payment: it is not on file yet. */
  readonly isNew?: boolean | undefined;
  readonly amount_in_cents: number;
  readonly currency: string;
  /** Null and undefined: the gateway that the site chooses. */
  readonly gateway_code: string | null | undefined;
  /** The card network's id of the payment that the customer agreed to, where the method is stored. */
  readonly network_transaction_id: string | null;
  /** The token of the payment method in the request. */
  readonly token_id: string | null;
  /** The challenge that the customer passed: the gateway completes that operation. */
  readonly confirmed?: ConfirmedAction | undefined;
  /** `merchant`: the customer is not there to confirm anything. */
  readonly initiator: 'customer' | 'merchant';
  /** Whether it counts by the limits of declined attempts. */
  readonly isCounted: boolean;
  /** The invoice that is collected, if it is stored already: a declined attempt is listed with it. */
  readonly invoice_id?: string | undefined;
  /** Calls the gateway. */
  readonly call: (request: CallRequest) => Promise<A>;
  /** Describes the answer as a transaction, at the gateway that gave it. */
  readonly transactionOf: (answer: A, gateway_code: string) => TransactionRecord;
  /** Whether another process, which found the lease ended, has recorded the decline. */
  readonly isRecorded?: (records: Records, transaction: TransactionRecord) => Promise<boolean>;
  /** Runs in the transaction that records a decline: updates the invoice that is collected. */
  readonly refused?: ((records: Records) => Promise<void>) | undefined;
  /** The payload of an intent whose attempt is recorded as one without a response. Missing: it stays as it is. */
  readonly unanswered?: (transaction: TransactionRecord) => P;
}

export interface Answered<A extends PaymentResult> {
  readonly outcome: 'answered';
  readonly intent: Intent;
  readonly answer: Exclude<A, Refused>;
  readonly transaction: TransactionRecord;
}

/** A call whose intent is recorded: from now on it is made, or another process ends it. */
export interface OpenCall<A extends PaymentResult> {
  readonly outcome: 'open';
  /**
   * Calls the gateway outside any transaction, and the next one while none was reached. A decline is recorded as the
   * outcome of the request, and the reservations are released. The caller records an accepted operation in one
   * transaction with the end of its intent. Throws `simultaneous_request`, and what consuming a token throws.
   */
  ask(): Promise<Answered<A> | Declined>;
}

/**
 * Asks a gateway for a payment, an authorization or a verification: the one place where that is done. Opens the call
 * and makes it. Throws what both throw.
 */
export const askGateway = async <P extends object, A extends PaymentResult>(
  deps: Omit<PaymentDeps, 'vault'>,
  caller: Caller,
  call: GatewayCall<P, A>,
): Promise<Answered<A> | Declined> => {
  const opened = await openCall(deps, caller, call);
  return opened.outcome === 'open' ? opened.ask() : opened;
};

/**
 * Opens a call: judges a challenge that the customer passed, chooses the gateway, looks at the limits of declined
 * attempts and records the intent. A decline means that no gateway was called and nothing has changed. Throws
 * `simultaneous_request`, and what `prepare` throws.
 */
export const openCall = async <P extends object, A extends PaymentResult>(
  deps: Omit<PaymentDeps, 'vault'>,
  caller: Caller,
  call: GatewayCall<P, A>,
): Promise<OpenCall<A> | Declined> => {
  const { site } = caller;
  const { operation, amount_in_cents, currency, invoice_id, info, method, confirmed } = call;
  const { account_code } = call.payer;
  const stored = 'reference' in method ? method.reference : undefined;
  const terms = { operation, amount_in_cents, currency, account_code, invoice_id, stored };
  if (confirmed && !isConfirmed(confirmed, terms)) return { outcome: 'declined', error_code: ACTION_MISMATCH };
  const { type, card_type, country } = info;
  const choice = { gateway_code: call.gateway_code, currency, type, card_type, country };
  const chosen = confirmed ? confirmed.action.gateway_code : await deps.gateways.choose(site, choice);
  if (!chosen) return { outcome: 'declined', error_code: 'no_gateway' };
  const attempt = attemptOf(caller, account_code, method, info);
  const reached = call.isCounted ? await deps.attempts.reached(attempt) : undefined;
  if (reached) return declinedByLimit(reached);
  const { format, subject, payload, how } = call;
  const intent = await openIntent(deps, caller, {
    format,
    subject,
    gateway_code: chosen,
    async prepare(records) {
      await useConfirmed(records, confirmed);
      return { reserved: (await call.prepare?.(records)) ?? null };
    },
    how,
    payload,
  });
  const next = 'presented' in method && !confirmed ? choice : undefined;
  return { outcome: 'open', ask: () => ask(deps, caller, call, { intent, attempt, next }) };
};

interface Opened {
  readonly intent: Intent;
  readonly attempt: Attempt;
  /**
   * The choice from which another gateway is chosen while none was reached; undefined: the method is stored at this
   * one.
   */
  readonly next: GatewayChoice | undefined;
}

const ask = async <P extends object, A extends PaymentResult>(
  deps: Omit<PaymentDeps, 'vault'>,
  caller: Caller,
  call: GatewayCall<P, A>,
  { intent: opened, attempt, next }: Opened,
): Promise<Answered<A> | Declined> => {
  const { storage } = deps;
  const { site, correlation } = caller;
  const calls = failOver(deps, site, opened, next);
  const made = () => calls.ask((gateway_code) => call.call(callRequest(caller, call, { ...opened, gateway_code })));
  return askIntent<A | LimitReached, Answered<A>, Declined>(deps, caller, opened, {
    async call() {
      try {
        return call.isCounted ? await askWithinLimits(deps, attempt, made) : await made();
      } catch (error) {
        // Rejected before anything was sent, for example because the token expired while it was held.
        if (error instanceof Failure) await storage.transaction(site.id, (records) => abandon(records, opened.id));
        throw error;
      }
    },
    verdictOf: (answer) => (answer.outcome === 'reached' ? 'refused' : verdictOf(answer)),
    async onAccepted(accepted) {
      const intent = calls.intent();
      const answer = accepted as Exclude<A, Refused>;
      return { outcome: 'answered', intent, answer, transaction: call.transactionOf(answer, intent.gateway_code) };
    },
    onRefused: (answer) =>
      answer.outcome === 'reached'
        ? { result: declinedByLimit(answer) }
        : refusalOf(deps, caller, call, calls.intent().gateway_code, answer as A & Refused),
    how: { ...call.how, correlation },
  });
};

type Asked = Pick<
  GatewayCall<object, PaymentResult>,
  'method' | 'currency' | 'info' | 'payer' | 'network_transaction_id' | 'confirmed' | 'initiator'
>;

/** Returns the request to a gateway about a payment method. */
export const callRequest = (
  { site, at }: Caller,
  { method, currency, info, payer, network_transaction_id, confirmed, initiator }: Asked,
  { gateway_code, gateway_key: key, correlation }: Pick<Intent, 'gateway_code' | 'gateway_key' | 'correlation'>,
): CallRequest => ({
  site,
  at,
  gateway_code,
  key,
  correlation,
  method: confirmed ? { reference: confirmed.action.method_reference } : method,
  currency,
  billing_address: billingAddressOf(info),
  network_preference: info.card_network_preference ?? null,
  email: payer.email,
  ip_address: info.ip_address,
  initiator,
  network_transaction_id,
  descriptor: statementDescriptor(site),
  confirmed_action: confirmed?.action.gateway_action ?? null,
});

/** Returns the refusal of an operation, which is recorded as the outcome of the request. */
const refusalOf = <P extends object, A extends PaymentResult>(
  { world }: Pick<PaymentDeps, 'world'>,
  caller: Caller,
  call: GatewayCall<P, A>,
  gateway_code: string,
  answer: A & Refused,
): IntentRefusal<Declined> => {
  const { operation, currency, token_id, invoice_id, initiator, method, isNew, confirmed, info, payer } = call;
  const transaction = call.transactionOf(answer, gateway_code);
  const presented = 'presented' in method || isNew || confirmed?.action.presented ? info : null;
  const { account_code } = payer;
  const about = { operation, gateway_code, account_code, currency, presented, token_id, invoice_id, initiator };
  const decline = declineToRecord(world, caller, about, answer, transaction);
  const declined = { outcome: 'declined', error_code: answer.error_code, transaction: decline.transaction } as const;
  const { unanswered } = call;
  return {
    result: declined,
    isRecorded: async (records) => (await call.isRecorded?.(records, transaction)) ?? false,
    async record(records) {
      await decline.record(records);
      await call.refused?.(records);
      await recordDeclinedOutcome(records, caller, declined);
    },
    waits: unanswered && ((open) => ({ ...open, payload: call.format.write(unanswered(decline.transaction)) })),
  };
};
