import type { PaymentAction } from '../../domain/payments/payment-action.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

/** A message does not repeat a token. */
const HIDDEN = '…';

/**
 * Returns a payment that the customer has to confirm, by its action token. Throws `not_found`, also once it was used or
 * has expired.
 */
export const needPaymentAction = async (
  { paymentActions }: Pick<Records, 'paymentActions'>,
  id: string,
  at: Seconds,
): Promise<PaymentAction> => {
  const found = await paymentActions.find(id);
  if (!found || found.state === 'used' || found.ends_at <= at) throw notFound('PaymentAction', 'id', HIDDEN);
  return found;
};
