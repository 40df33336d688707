import type { CardAuthentication } from '@service/billing/domain/payments/gateway-result.ts';
import type Stripe from 'stripe';

const RESULTS: Readonly<Record<string, CardAuthentication['result']>> = {
  authenticated: 'authenticated',
  attempt_acknowledged: 'attempted',
  exempted: 'exempted',
  failed: 'failed',
  not_supported: 'not_supported',
  processing_error: 'error',
};
const FLOWS: Readonly<Record<string, CardAuthentication['flow']>> = {
  challenge: 'challenge',
  frictionless: 'frictionless',
};

/** Returns what Stripe reports of 3-D Secure for a charge; null where the bank was not asked. */
export const authenticationOf = (
  reported: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure | null | undefined,
): CardAuthentication | null => {
  if (!reported) return null;
  const { result, authentication_flow, version, electronic_commerce_indicator, exemption_indicator } = reported;
  return {
    result: RESULTS[result ?? ''] ?? 'unknown',
    flow: FLOWS[authentication_flow ?? ''] ?? null,
    version: version ?? null,
    eci: electronic_commerce_indicator ?? null,
    // Stripe says `none` where no exemption was asked for.
    exemption: exemption_indicator === 'none' ? null : (exemption_indicator ?? null),
  };
};
