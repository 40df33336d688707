import type { GatewayResult, PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { VerifyRequest } from '@service/billing/ports/gateway.ts';
import type { PresentedCode } from '@service/billing/ports/vault.ts';
import { CANCELED_BY_SERVICE } from './follow-ups.ts';
import { type StripeParts, stepKey, WITH_CHARGE } from './parts.ts';
import { type StripeMethod, storedMethod } from './references.ts';
import { declinedBy, refusedBy } from './refused.ts';
import { paymentResult, released, stripeDecline, unknownOutcome } from './results.ts';

/**
 * The amounts that are authorized, in the currency's minor unit: twice the smallest amount that Stripe charges
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts), because that also applies to the amount in
 * the currency in which Stripe pays out.
 */
const AMOUNTS: Readonly<Record<string, number>> = {
  ...{ USD: 100, AED: 400, AUD: 100, BGN: 200, BRL: 100, CAD: 100, CHF: 100, CZK: 3000, DKK: 500, EUR: 100, GBP: 60 },
  ...{ HKD: 800, HUF: 35000, INR: 100, JPY: 100, MXN: 2000, MYR: 400, NOK: 600, NZD: 100, PLN: 400, RON: 400 },
  ...{ SEK: 600, SGD: 100, THB: 2000 },
};

const MATCHES = 'M';
const DIFFERS = { code: 'N', text: 'does not match' } as const;

/** A challenge has nowhere to be shown: only the code is in question. */
const FAILED = 'three_d_secure_authentication';

/** Returns what the bank says to an authorization with the code. */
const judged = (result: PaymentResult): GatewayResult => {
  if (result.outcome === 'pending') return unknownOutcome(0);
  if (result.outcome !== 'succeeded') return result;
  const checked = { ...result, amount_in_cents: 0 };
  if (result.cvv?.code === MATCHES) return released(checked);
  const { cvv, avs, avs_street, avs_postal, reference, test } = checked;
  const about = { cvv, avs, avs_street, avs_postal, reference, test };
  return cvv?.code === DIFFERS.code
    ? stripeDecline('fraud_security_code', { ...about, message: 'The security code does not match.' })
    : stripeDecline('issuer_unavailable', { ...about, message: 'The bank did not check the security code.' });
};

/**
 * Compares a security code with a stored card. Stripe does so with a payment only: a small amount is authorized, and
 * canceled at once. If the connection ends between the two, the authorization ends by itself within a week; it is never
 * captured.
 */
export const stripeCodeChecks = ({ stripe, vault, begin }: StripeParts) => {
  const authorization = (request: VerifyRequest, { customer, payment_method }: StripeMethod, amount: number) => ({
    amount,
    currency: request.currency.toLowerCase(),
    customer,
    payment_method,
    allowed_payment_method_types: ['card' as const],
    capture_method: 'manual' as const,
    confirm: true,
    error_on_requires_action: true,
    description: request.descriptor,
    // Without the site: that it ends is no news of a payment.
    metadata: { service_action: 'verify', service_request: request.correlation },
    ...WITH_CHARGE,
  });

  return async (request: VerifyRequest, reference: string, code: PresentedCode): Promise<GatewayResult> => {
    const cvc = vault.readCode(code);
    const stored = storedMethod(reference);
    if (stored?.type !== 'card') return stripeDecline('gateway_token_not_found');
    const amount = AMOUNTS[request.currency];
    if (amount === undefined) {
      const message = `Stripe compares a security code with a payment only, and names no smallest amount in ${request.currency}.`;
      return stripeDecline('zero_dollar_auth_not_supported', { message });
    }
    const send = begin();
    const token = await send(
      (options) => stripe.tokens.create({ cvc_update: { cvc: cvc.reveal() } }, options),
      stepKey(request, 'code'),
    );
    if ('problem' in token) return declinedBy(token.problem, 0);
    const params = {
      ...authorization(request, stored, amount),
      payment_method_options: { card: { cvc_token: token.value.id } },
    };
    const authorized = await send(
      (options) => stripe.paymentIntents.create(params, options),
      stepKey(request, 'authorize'),
    );
    if ('problem' in authorized) {
      const refused = refusedBy(authorized.problem, 0);
      if (refused.error_code === 'fraud_security_code') return { ...refused, cvv: DIFFERS };
      return refused.error_code === 'three_d_secure_action_required' ? stripeDecline(FAILED) : refused;
    }
    const { id } = authorized.value;
    await send(
      (options) => stripe.paymentIntents.cancel(id, { cancellation_reason: CANCELED_BY_SERVICE }, options),
      stepKey(request, 'cancel'),
    );
    return judged(paymentResult(authorized.value) ?? unknownOutcome(0));
  };
};
