import type { OutcomeUnknown, PaymentResult } from '../../domain/payments/gateway-result.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import type { Repayment } from '../../domain/transactions/repayment.ts';
import type { Caller } from '../../ports/caller.ts';
import type { FollowUpRequest, Gateways } from '../../ports/gateway.ts';

type FollowUpCaller = Pick<Caller, 'site' | 'at' | 'correlation'>;

/** An operation that a gateway has made, and the key of what it is asked to do with it. */
export type FollowUp = Omit<FollowUpRequest, keyof FollowUpCaller>;

/** Asks a gateway to capture all of what it has authorized. */
export const captureAtGateway = (
  gateways: Pick<Gateways, 'capture'>,
  { site, at, correlation }: FollowUpCaller,
  followUp: FollowUp,
): ReturnType<Gateways['capture']> => gateways.capture({ ...followUp, site, at, correlation });

/** Asks a gateway to cancel an authorization, or an operation that waits for the customer's confirmation. */
export const voidAtGateway = (
  gateways: Pick<Gateways, 'void'>,
  { site, at, correlation }: FollowUpCaller,
  followUp: FollowUp,
): ReturnType<Gateways['void']> => gateways.void({ ...followUp, site, at, correlation });

/**
 * Makes one of the repayments of an intent. `again`: another process may have called the gateway before, so it is
 * looked up first, and made only if the gateway never received it. Returns null for a repayment that calls no gateway.
 *
 * @param place the place of the repayment among those of the intent, from 0
 */
export const repayAtGateway = async (
  gateways: Pick<Gateways, 'lookup' | 'void' | 'refund'>,
  { site, at }: Pick<Caller, 'site' | 'at'>,
  { gateway_key, correlation }: Pick<Intent, 'gateway_key' | 'correlation'>,
  { action, gateway_code, reference, amount_in_cents, currency }: Repayment,
  place: number,
  again: boolean,
): Promise<PaymentResult | null> => {
  if (action === 'external') return null;
  const key = place === 0 ? gateway_key : `${gateway_key}/${place}`;
  const request = { site, gateway_code, key, at, correlation };
  const found = again ? await gateways.lookup(request) : ({ outcome: 'not_found' } as const);
  if (found.outcome === 'found') return found.result;
  if (found.outcome === 'unknown') return unknownOutcome(amount_in_cents);
  return gateways[action]({ ...request, reference, amount_in_cents, currency });
};

const unknownOutcome = (amount_in_cents: number): OutcomeUnknown => ({
  outcome: 'unknown',
  error_code: 'gateway_timeout',
  gateway_error_code: null,
  reference: null,
  message: null,
  cvv: null,
  avs: null,
  avs_street: null,
  avs_postal: null,
  amount_in_cents,
  gateway_type: '',
  test: false,
});
