import type {
  GatewayResult,
  Lookup,
  PaymentResult,
  Succeeded,
} from '@service/billing/domain/payments/gateway-result.ts';
import type { FollowUpRequest, PaymentRequest, VerifyRequest } from '@service/billing/ports/gateway.ts';
import type { Gateway } from '../gateway.ts';
import { cancelWaiting, sameRequest } from './test-cancellations.ts';
import { testChallenges } from './test-challenges.ts';
import type { TestGatewayParts } from './test-gateway-parts.ts';
import { type PaymentStanding, resultOf, settlementOf, standingOf } from './test-money.ts';
import type { Judged } from './test-results.ts';

/** The part of a request that is logged. */
const logged = (request: VerifyRequest) => ({
  correlation: request.correlation,
  initiator: request.initiator,
  network_preference: request.network_preference ?? undefined,
  network_transaction_id: request.network_transaction_id,
  descriptor: request.descriptor,
  return_url: request.return_url,
  site_time: request.at,
});

/** The operations of the test gateway, which keeps its records in its log. */
export const testPayments = (
  parts: TestGatewayParts,
): Pick<Gateway, 'verify' | 'authorize' | 'purchase' | 'capture' | 'void' | 'refund' | 'challenge' | 'lookup'> => {
  const { log, keyOf, before, remember, ask, judge, declined, followed } = parts;
  const { challenge, completing } = testChallenges(parts);

  /** An operation on an earlier payment, decided by the state of its money. `judge` returns why it is declined. */
  const followUp = async (
    action: 'capture' | 'void' | 'refund',
    { site, key: name, at, reference, amount_in_cents, currency, correlation }: FollowUpRequest,
    objection: (standing: PaymentStanding) => string | undefined,
  ): Promise<PaymentResult> => {
    const key = keyOf(site, name);
    const request = [action, reference, amount_in_cents, currency].join(' ');
    const earlier = await before(key, request);
    if (earlier) return earlier;
    const standing = await standingOf(log, reference, at);
    const result = standing && resultOf(standing.call);
    const error_code = standing ? objection(standing) : 'transaction_not_found';
    const done =
      error_code || !result || 'error_code' in result
        ? declined(error_code ?? 'transaction_not_found')
        : followed(result, amount_in_cents);
    // Refunds to a bank account settle later, too.
    const isBank = standing?.call.movements.includes('debit') === true;
    const answer: PaymentResult =
      done.outcome === 'succeeded' && isBank && action === 'refund' ? { ...done, outcome: 'pending' } : done;
    return remember({
      key,
      action,
      request,
      scenario: standing?.call.scenario ?? 'unknown-reference',
      currency,
      movements: done.outcome === 'succeeded' ? [action] : [],
      answer,
      about: reference,
      site_time: at,
      correlation,
    });
  };

  const pay = async (action: 'authorize' | 'purchase', request: PaymentRequest): Promise<PaymentResult> => {
    const { site, method, amount_in_cents, currency, network_transaction_id } = request;
    const key = keyOf(site, request.key);
    const same = sameRequest(action, amount_in_cents, currency, request.confirmed_action);
    const earlier = await before(key, same);
    if (earlier) return earlier;
    const completed = await completing(action, request, amount_in_cents);
    const requested = await ask(method, currency);
    const { scenario } = requested;
    // Bank accounts have no authorizations.
    const judged =
      scenario.bank && action === 'authorize'
        ? { answer: { ...declined('transaction_cannot_be_authorized'), amount_in_cents } }
        : completed && 'error_code' in completed
          ? { answer: { ...declined(completed.error_code), amount_in_cents } }
          : judge(requested, {
              amount_in_cents,
              charging: true,
              network_transaction_id,
              initiator: request.initiator,
              confirmed: completed !== undefined,
            });
    const moves = (judged.happened ?? judged.answer).outcome === 'succeeded';
    const answer: PaymentResult =
      judged.answer.outcome === 'succeeded' && scenario.bank ? { ...judged.answer, outcome: 'pending' } : judged.answer;
    const movements = scenario.bank
      ? (['debit'] as const)
      : action === 'authorize'
        ? (['authorize'] as const)
        : (['authorize', 'capture'] as const);
    return remember({
      ...judged,
      ...logged(request),
      merchant_reason_code: request.merchant_reason_code ?? undefined,
      key,
      action,
      request: same,
      scenario: scenario.name,
      currency,
      movements: moves ? movements : [],
      answer,
      ...aboutOf(completed),
    });
  };

  return {
    async verify(request) {
      const { site, method, currency, network_transaction_id, initiator } = request;
      const key = keyOf(site, request.key);
      const same = sameRequest('verify', currency, request.confirmed_action);
      const earlier = await before(key, same);
      if (earlier) return immediate(earlier);
      const completed = await completing('verify', request, 0);
      const requested = await ask(method, currency);
      const judged: Judged =
        completed && 'error_code' in completed
          ? { answer: declined(completed.error_code) }
          : judge(requested, {
              amount_in_cents: 0,
              charging: false,
              network_transaction_id,
              initiator,
              confirmed: completed !== undefined,
            });
      return immediate(
        await remember({
          ...judged,
          ...logged(request),
          key,
          action: 'verify',
          request: same,
          scenario: requested.scenario.name,
          currency,
          // After a time-out, the authorization may still exist.
          movements: judged.happened
            ? ['authorize']
            : judged.answer.outcome === 'succeeded'
              ? ['authorize', 'void']
              : [],
          ...aboutOf(completed),
        }),
      );
    },

    authorize: (request) => pay('authorize', request),
    purchase: (request) => pay('purchase', request),

    capture: async (request) =>
      immediate(
        await followUp('capture', request, ({ isVoid, taken, call }) => {
          if (isVoid) return 'authorization_expired';
          if (taken > 0) return 'authorization_already_captured';
          return request.amount_in_cents > resultOf(call).amount_in_cents ? 'authorization_amount_depleted' : undefined;
        }),
      ),

    challenge,

    void: async (request) =>
      immediate(
        (await cancelWaiting(parts)(request)) ??
          (await followUp('void', request, ({ isVoid, returned, hasSettled, call }) => {
            if (isVoid) return 'transaction_already_voided';
            if (call.movements.includes('debit')) return 'transaction_cannot_be_voided';
            if (returned > 0) return 'transaction_already_refunded';
            return hasSettled ? 'transaction_settled' : undefined;
          })),
      ),

    refund: (request) =>
      followUp('refund', request, ({ isVoid, taken, returned, call }) => {
        if (call.scenario === 'refund-declined') return 'transaction_cannot_be_refunded';
        if (isVoid) return 'transaction_already_voided';
        return returned + request.amount_in_cents > taken ? 'total_credit_exceeds_capture' : undefined;
      }),

    async lookup({ site, at, ...named }): Promise<Lookup> {
      const call = await ('key' in named ? log.find(keyOf(site, named.key)) : log.byReference(named.reference));
      const result = call && resultOf(call);
      if (!call || !result || result.outcome === 'unknown') return { outcome: 'not_found' };
      return { outcome: 'found', result, currency: call.currency, settlement: settlementOf(call, at) };
    },
  };
};

/** A call that completes an operation refers to it. */
const aboutOf = (completed: { readonly about: string } | { readonly error_code: string } | undefined) =>
  completed && 'about' in completed ? completed : {};

/** Only payments and refunds settle later. */
const immediate = (result: PaymentResult): GatewayResult =>
  result.outcome === 'pending' ? ({ ...result, outcome: 'succeeded' } satisfies Succeeded) : result;
