import { declineCategory } from '@service/billing/domain/payments/decline-codes.ts';
import type { DeclinedByGateway } from '@service/billing/domain/payments/gateway-result.ts';

/** A decline without a call to the gateway. */
export const declinedByGateway = (gateway_type: string, error_code: string): DeclinedByGateway => ({
  outcome: 'declined',
  error_code,
  error_category: declineCategory(error_code),
  gateway_error_code: null,
  network_advice: null,
  reference: null,
  message: null,
  cvv: null,
  avs: null,
  avs_street: null,
  avs_postal: null,
  amount_in_cents: 0,
  gateway_type,
  test: false,
});
