import type { ActionRequired, Challenge, PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { ChallengeRequest, VerifyRequest } from '@service/billing/ports/gateway.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { GatewayLog, GatewayLogEntry } from '../gateway-log.ts';
import { referenceScenario } from './test-cards.ts';
import { referenceOfAction, type TestResults } from './test-results.ts';

type Parts = Pick<TestResults, 'declined' | 'followed'> & { readonly log: GatewayLog };

/** An operation that waits, or waited, for the customer's confirmation. */
export interface WaitingCall {
  readonly call: GatewayLogEntry;
  readonly required: ActionRequired;
  /** Undefined until the customer decides. */
  readonly decision: 'confirmed' | 'refused' | undefined;
  /** Whether the operation was completed after the confirmation. */
  readonly completed: boolean;
  readonly canceled: boolean;
}

/** An operation that moved no money has neither approval nor network transaction. */
export const NOT_APPROVED = { approval_code: null, network_transaction_id: null } as const;

const MISMATCH = 'three_d_secure_action_result_token_mismatch';
const FAILED = 'three_d_secure_authentication';

/** Returns the operation that an action token belongs to; undefined for an unknown token. */
const findWaiting = async (log: GatewayLog, action_token: string): Promise<WaitingCall | undefined> => {
  const call = await log.byReference(referenceOfAction(action_token));
  const required = call?.answer;
  if (!call || required?.outcome !== 'action_required' || required.action_token !== action_token) return undefined;
  const later = await log.about(required.reference ?? '');
  const decided = later.find(({ action }) => action === 'challenge');
  const knownDevice = referenceScenario(required.method_reference)?.knownDevice === true;
  const answered = decided && (decided.answer.outcome === 'succeeded' ? 'confirmed' : 'refused');
  return {
    call,
    required,
    decision: call.scenario === 'challenge' ? 'refused' : (answered ?? (knownDevice ? 'confirmed' : undefined)),
    completed: later.some(({ action }) => action === call.action),
    canceled: later.some(({ action }) => action === 'void'),
  };
};

/**
 * The challenges of the test gateway. Its bank's page is at the browser origin, beside the address to return to:
 * `test-bank/<action token>`.
 */
export const testChallenges = ({ log }: Parts) => ({
  async challenge({ site, action_token }: ChallengeRequest): Promise<Challenge> {
    const waiting = await findWaiting(log, action_token);
    if (!waiting?.call.key.startsWith(`${site.id}/`)) return { state: 'unknown' };
    const { call, decision, completed, canceled } = waiting;
    if (canceled || decision === 'refused') return { state: 'failed', error_code: FAILED };
    if (completed || decision === 'confirmed') return { state: 'confirmed' };
    // Without a browser, as at a renewal, there is nothing to show: the customer has to pay again.
    if (!call.return_url) return { state: 'failed', error_code: FAILED };
    return { state: 'waiting', url: new URL(`test-bank/${encodeURIComponent(action_token)}`, call.return_url).href };
  },

  /**
   * Returns the reference of the operation that a request completes, or why it cannot; undefined for a request that
   * starts an operation.
   */
  async completing(
    action: GatewayLogEntry['action'],
    { site, method, currency, confirmed_action }: VerifyRequest,
    amount_in_cents: number,
  ): Promise<{ readonly error_code: string } | { readonly about: string } | undefined> {
    if (confirmed_action === null) return undefined;
    const waiting = await findWaiting(log, confirmed_action);
    if (!waiting?.call.key.startsWith(`${site.id}/`)) return { error_code: MISMATCH };
    const { call, required, decision, completed, canceled } = waiting;
    const isSame =
      call.action === action &&
      call.currency === currency &&
      required.amount_in_cents === amount_in_cents &&
      'reference' in method &&
      method.reference === required.method_reference;
    if (!isSame || completed) return { error_code: MISMATCH };
    if (canceled || decision !== 'confirmed') return { error_code: FAILED };
    return { about: required.reference ?? '' };
  },
});

/** The payment that the page of the test bank shows. */
export interface TestBankPayment {
  readonly amount_in_cents: number;
  readonly currency: string;
  /** The merchant, as on the customer's statement. */
  readonly descriptor: string;
  readonly state: 'waiting' | 'confirmed' | 'refused';
  readonly return_url: string;
}

/** The bank of the customer in a sandbox: shows what is to be confirmed, and records the decision. The first counts. */
export const testBank = ({ log, clock, followed, declined }: Parts & { readonly clock: SystemClock }) => {
  const read = async (action_token: string): Promise<TestBankPayment | undefined> => {
    const waiting = await findWaiting(log, action_token);
    if (!waiting?.call.return_url) return undefined;
    const { call, required, decision, canceled } = waiting;
    return {
      amount_in_cents: required.amount_in_cents,
      currency: call.currency,
      descriptor: call.descriptor ?? '',
      state: canceled ? 'refused' : (decision ?? 'waiting'),
      return_url: call.return_url ?? '',
    };
  };
  return {
    read,
    async decide(action_token: string, decision: 'confirm' | 'refuse'): Promise<TestBankPayment | undefined> {
      const waiting = await findWaiting(log, action_token);
      if (waiting && waiting.decision === undefined && !waiting.canceled) {
        const { call, required } = waiting;
        const about = required.reference ?? '';
        const answer: PaymentResult =
          decision === 'confirm' ? followed({ ...required, ...NOT_APPROVED }, 0) : declined(FAILED);
        await log.append({
          key: `${call.key} challenge`,
          action: 'challenge',
          scenario: call.scenario,
          currency: call.currency,
          movements: [],
          answer,
          about,
          reference: null,
          correlation: call.correlation,
          at: clock.now(),
        });
      }
      return read(action_token);
    },
  };
};

export type TestBank = ReturnType<typeof testBank>;
