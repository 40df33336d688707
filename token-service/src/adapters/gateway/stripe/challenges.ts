import type { Challenge } from '@service/billing/domain/payments/gateway-result.ts';
import type { ChallengeRequest } from '@service/billing/ports/gateway.ts';
import type Stripe from 'stripe';
import { declineCode, type StripeRefusal } from './decline-codes.ts';
import type { StripeParts } from './parts.ts';
import { isPayment, isSetup } from './references.ts';

const UNKNOWN: Challenge = { state: 'unknown' };
const FAILED = 'three_d_secure_authentication';

const failed = (refusal: StripeRefusal | null): Challenge => {
  const error_code = refusal ? declineCode(refusal) : FAILED;
  // The bank of an off-session payment asks for the customer, who has to start a payment.
  return { state: 'failed', error_code: error_code === 'three_d_secure_action_required' ? FAILED : error_code };
};

const stateOf = (
  { status, next_action }: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'status' | 'next_action'>,
  refusal: StripeRefusal | null,
): Challenge => {
  const url = next_action?.redirect_to_url?.url;
  if (status === 'requires_action') return url ? { state: 'waiting', url } : failed(null);
  return status === 'requires_payment_method' || status === 'canceled' ? failed(refusal) : { state: 'confirmed' };
};

/** Reads the state of a challenge, whose token is the id of the payment or verification at Stripe. */
export const stripeChallenges = ({ stripe, begin }: Pick<StripeParts, 'stripe' | 'begin'>) => ({
  async challenge({ site, action_token }: ChallengeRequest): Promise<Challenge> {
    const send = begin();
    if (isPayment(action_token)) {
      const payment = await send((options) => stripe.paymentIntents.retrieve(action_token, {}, options));
      if ('problem' in payment || payment.value.metadata.service_site !== site.id) return UNKNOWN;
      return stateOf(payment.value, payment.value.last_payment_error);
    }
    if (!isSetup(action_token)) return UNKNOWN;
    const setup = await send((options) => stripe.setupIntents.retrieve(action_token, {}, options));
    if ('problem' in setup || setup.value.metadata?.service_site !== site.id) return UNKNOWN;
    return stateOf(setup.value, setup.value.last_setup_error);
  },
});
