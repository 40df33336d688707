import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import type { GatewayResult } from '../../domain/payments/gateway-result.ts';
import type { Payer } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { PresentedCode } from '../../ports/vault.ts';
import { callRequest } from './ask-gateway.ts';
import { askWithinLimits, attemptOf, type LimitReached } from './attempt-limits.ts';
import type { PaymentDeps } from './open-intent.ts';

export interface CodeToCompare {
  readonly payer: Pick<Payer, 'account_code' | 'email'>;
  /** The card on file. */
  readonly info: BillingInfoRecord;
  readonly code: PresentedCode;
  readonly currency: string;
}

/**
 * Asks the gateway of a card on file whether a security code is the card's. It opens no payment intent: nothing has to
 * be completed or reversed, and no other operation of the account has to wait. Returns the limit of declined attempts
 * that blocked the request, which the client may see, unlike that of a payment. Throws `simultaneous_request`.
 */
export const compareSecurityCode = (
  deps: Pick<PaymentDeps, 'gateways' | 'attempts' | 'world'>,
  caller: Caller,
  { payer, info, code, currency }: CodeToCompare,
): Promise<GatewayResult | LimitReached> => {
  const { reference, gateway_code, network_transaction_id } = info;
  const attempt = { ...attemptOf(caller, payer.account_code, { reference }, info), comparesCode: true };
  const method = { reference, verification_value: code };
  const asked = { payer, info, method, currency, network_transaction_id, initiator: 'customer' as const };
  return askWithinLimits(deps, attempt, () => {
    const gateway_key = deps.world.ids.uuid();
    return deps.gateways.verify(
      callRequest(caller, asked, { gateway_code, gateway_key, correlation: caller.correlation }),
    );
  });
};
