import type { PaymentResult, Pending, Succeeded } from '../../domain/payments/gateway-result.ts';
import type { Initiation } from '../../domain/payments/initiation.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { type Payer, transactionRecord } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import { askGateway, type GatewayCall, type OpenCall, openCall } from './ask-gateway.ts';
import type { PaymentDeps } from './open-intent.ts';

type CallOf<P extends object> = GatewayCall<P, PaymentResult>;

export interface PaymentToTake<P extends object>
  extends Pick<
      CallOf<P>,
      'format' | 'payload' | 'subject' | 'info' | 'method' | 'isNew' | 'amount_in_cents' | 'currency'
    >,
    Pick<CallOf<P>, 'gateway_code' | 'network_transaction_id' | 'token_id' | 'confirmed' | 'initiator' | 'invoice_id'>,
    Pick<CallOf<P>, 'prepare' | 'how' | 'isRecorded' | 'refused' | 'unanswered'> {
  readonly accountId: string | null;
  readonly payer: Payer;
  readonly action: 'purchase' | 'authorize';
  readonly tax_in_cents: number;
  readonly recurring: boolean;
  /** An order by mail or telephone: it counts as the customer's, who cannot be asked to confirm it. */
  readonly moto?: boolean | undefined;
  /** The initiator of the payment, where the merchant states it. */
  readonly initiation?: Initiation | undefined;
  readonly source: TransactionRecord['source'];
  /** The stored payment method that is charged, by its reference. */
  readonly method_reference?: string | undefined;
  /** Whether that is the backup. */
  readonly backup?: boolean | undefined;
}

export interface Taken {
  readonly outcome: 'answered';
  readonly intent: Intent;
  readonly answer: Succeeded | Pending;
  readonly transaction: TransactionRecord;
}

/**
 * Takes or authorizes a payment. A decline is recorded as the outcome of the request; the caller records a successful
 * payment with `recordTaken`. Throws what `askGateway` throws.
 */
export const takePayment = <P extends object>(
  deps: Omit<PaymentDeps, 'vault'>,
  caller: Caller,
  paying: PaymentToTake<P>,
): Promise<Taken | Declined> => askGateway(deps, caller, paymentCall(deps, caller, paying));

/** Opens a payment as `openCall` does: its intent is recorded, and no gateway called yet. */
export const openPayment = <P extends object>(
  deps: Omit<PaymentDeps, 'vault'>,
  caller: Caller,
  paying: PaymentToTake<P>,
): Promise<OpenCall<PaymentResult> | Declined> => openCall(deps, caller, paymentCall(deps, caller, paying));

const paymentCall = <P extends object>(
  { gateways, world }: Pick<PaymentDeps, 'gateways' | 'world'>,
  { at }: Caller,
  paying: PaymentToTake<P>,
): CallOf<P> => {
  const { action, amount_in_cents, initiator, moto, initiation, invoice_id = null } = paying;
  const merchant_reason_code = initiation?.merchant_reason_code ?? null;
  return {
    ...paying,
    operation: action,
    initiator: moto || initiation?.initiator === 'merchant' ? 'merchant' : initiator,
    // Automatic attempts, when an invoice is due, have limits of their own.
    isCounted: initiator === 'customer',
    call: (request) => gateways[action]({ ...request, amount_in_cents, merchant_reason_code }),
    transactionOf(answer, gateway_code) {
      const context = {
        ...paying,
        byToken: paying.token_id !== null,
        gateway_code,
        action: action === 'authorize' ? ('authorization' as const) : action,
      };
      return { ...transactionRecord(world, at, context, answer), invoice_id };
    },
  };
};
