import type { PaymentAction } from '../../domain/payments/payment-action.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import { needPaymentAction } from '../../queries/payments/payments.ts';

export interface ShownPaymentAction extends Pick<PaymentAction, 'state' | 'gateway_type'> {
  /** The action token. */
  readonly id: string;
}

/** Returns the state of a payment that the customer has to confirm, by its action token. Throws `not_found`. */
export const readPaymentAction =
  ({ storage }: { readonly storage: Storage }) =>
  async ({ site, at }: Pick<Caller, 'site' | 'at'>, { id }: { readonly id: string }): Promise<ShownPaymentAction> => {
    const { state, gateway_type } = await needPaymentAction(storage.of(site.id), id, at);
    return { id, state, gateway_type };
  };
