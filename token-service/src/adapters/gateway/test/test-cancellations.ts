import type { PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { FollowUpRequest } from '@service/billing/ports/gateway.ts';
import { NOT_APPROVED } from './test-challenges.ts';
import type { TestGatewayParts } from './test-gateway-parts.ts';

/** The part in which requests with the same key must match. */
export const sameRequest = (...parts: readonly (string | number | null)[]): string =>
  parts.filter((part) => part !== null).join(' ');

/** Cancels an operation that waits for the customer's confirmation; undefined for any other. */
export const cancelWaiting =
  ({ log, keyOf, before, remember, declined, followed }: TestGatewayParts) =>
  async (request: FollowUpRequest): Promise<PaymentResult | undefined> => {
    const { site, reference, amount_in_cents, currency, at, correlation } = request;
    const call = await log.byReference(reference);
    if (call?.answer.outcome !== 'action_required' || !call.key.startsWith(keyOf(site, ''))) return undefined;
    const key = keyOf(site, request.key);
    const same = sameRequest('void', reference, amount_in_cents, currency);
    const earlier = await before(key, same);
    if (earlier) return earlier;
    const later = await log.about(reference);
    const error_code = later.some(({ action }) => action === 'void')
      ? 'transaction_already_voided'
      : later.some(({ action }) => action === call.action)
        ? 'transaction_cannot_be_voided'
        : undefined;
    return remember({
      key,
      action: 'void',
      request: same,
      scenario: call.scenario,
      currency,
      movements: [],
      answer: error_code ? declined(error_code) : followed({ ...call.answer, ...NOT_APPROVED }, 0),
      about: reference,
      site_time: at,
      correlation,
    });
  };
