import type { GatewayResult, Lookup, PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Millis, MonotonicClock } from '@service/billing/values/time.ts';
import { declinedByGateway } from './declined.ts';

/** A gateway account: the subdomain of its site, and its code. */
export interface AskedAccount {
  readonly site: string;
  readonly account: string;
}

/** Told of gateways that are spared, and of those that are slow. */
export interface SparedCalls {
  /** Called when an account is spared from now on, and when it answers again. */
  onChange(account: AskedAccount, isSpared: boolean): void;
}

interface Deps extends SparedCalls {
  readonly clock: Pick<MonotonicClock, 'elapsed'>;
  /** Called when an account begins to answer slowly, and when it ends. */
  readonly onSlow: (account: AskedAccount, isSlow: boolean) => void;
}

export interface SparedGateways {
  readonly gateways: Gateways;
  /** Returns the accounts whose latest answers were slow. */
  slow(): readonly AskedAccount[];
}

/** Consecutive calls without an answer that open the circuit of an account. */
const MOST_UNANSWERED = 3;
/** Milliseconds between two calls of an account whose circuit is open: each asks whether it answers again. */
const COOL_DOWN: Millis = 30_000;

/** Milliseconds from which an answer is slow, and consecutive slow answers that make the account count as slow. */
const SLOW: Millis = 5_000;
const MOST_SLOW = 3;
/** Milliseconds after its last answer for which an account counts as slow. */
const SLOW_FOR: Millis = 10 * 60_000;

/** The latest calls of an account. */
interface Line extends AskedAccount {
  unanswered: number;
  /** Elapsed time of the next call while the account is spared. */
  askAt: Millis;
  slow: number;
  answeredAt: Millis;
}

interface Asked {
  readonly site: Site;
  readonly gateway_code: string;
}

/**
 * Returns the same gateways, each account behind a circuit breaker: after three calls in a row that were not
 * delivered, or waited for an answer in vain, verifications, authorizations and purchases are declined as
 * `gateway_unavailable` without a call, except one each half minute. So ten thousand renewals do not wait for a
 * time-out each. What concerns an earlier payment is always sent: it is rare, and it may be the first to be answered.
 * Each process judges by its own calls.
 */
export const spareGateways = (gateways: Gateways, { clock, onChange, onSlow }: Deps): SparedGateways => {
  const lines = new Map<string, Line>();

  const lineOf = ({ site, gateway_code: account }: Asked): Line => {
    const name = `${site.id} ${account}`;
    const known = lines.get(name);
    if (known) return known;
    const line = { site: site.subdomain, account, unanswered: 0, askAt: 0, slow: 0, answeredAt: 0 };
    lines.set(name, line);
    return line;
  };

  const answered = (line: Line, took: Millis): void => {
    if (line.unanswered >= MOST_UNANSWERED) onChange(line, false);
    line.unanswered = 0;
    line.answeredAt = clock.elapsed();
    const before = line.slow;
    line.slow = took >= SLOW ? before + 1 : 0;
    if (line.slow === MOST_SLOW) onSlow(line, true);
    if (line.slow === 0 && before >= MOST_SLOW) onSlow(line, false);
  };
  const unanswered = (line: Line): void => {
    line.unanswered += 1;
    line.askAt = clock.elapsed() + COOL_DOWN;
    if (line.unanswered === MOST_UNANSWERED) onChange(line, true);
  };

  const watched =
    <R extends Asked, A extends PaymentResult | Lookup>(call: (request: R) => Promise<A>) =>
    async (request: R): Promise<A> => {
      const line = lineOf(request);
      const started = clock.elapsed();
      const answer = await call(request);
      const took = clock.elapsed() - started;
      if (isAnswer(answer)) answered(line, took);
      // A connection that was lost at once costs no time, and neither does a test card that is never answered.
      else if (isUndelivered(answer) || took >= SLOW) unanswered(line);
      return answer;
    };
  const spared = <R extends Asked, A extends GatewayResult | PaymentResult>(call: (request: R) => Promise<A>) => {
    const ask = watched(call);
    return async (request: R) => {
      const line = lineOf(request);
      if (line.unanswered < MOST_UNANSWERED) return ask(request);
      if (clock.elapsed() >= line.askAt) {
        // One asks; the others that come meanwhile do not wait for its answer.
        line.askAt = clock.elapsed() + COOL_DOWN;
        return ask(request);
      }
      return { ...declinedByGateway(request.gateway_code, 'gateway_unavailable'), unreached: true } as const;
    };
  };

  return {
    slow: () =>
      [...lines.values()].filter(
        ({ slow, answeredAt }) => slow >= MOST_SLOW && clock.elapsed() - answeredAt < SLOW_FOR,
      ),
    gateways: {
      ...gateways,
      verify: spared(gateways.verify),
      authorize: spared(gateways.authorize),
      purchase: spared(gateways.purchase),
      capture: watched(gateways.capture),
      void: watched(gateways.void),
      refund: watched(gateways.refund),
      lookup: watched(gateways.lookup),
    },
  };
};

/** Whether a gateway has answered, whatever it said: one that refuses the merchant has, too. */
const isAnswer = (answer: PaymentResult | Lookup): boolean =>
  answer.outcome !== 'unknown' && !isUndelivered(answer) && !isWith(answer, 'gateway_timeout');

/** Whether a call did not reach its gateway. */
const isUndelivered = (answer: PaymentResult | Lookup): boolean => isWith(answer, 'gateway_unavailable');

const isWith = (answer: PaymentResult | Lookup, error_code: string): boolean =>
  'error_code' in answer && answer.error_code === error_code;
