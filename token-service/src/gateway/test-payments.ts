import type {
  Approved,
  GatewayAnswer,
  PaymentAnswer,
  Refused,
  Settlement,
} from '@service/billing/payments/gateway-result.ts';
import type { ChargeRequest, FollowUpRequest } from '@service/billing/ports/gateway.ts';
import type { Site } from '@service/billing/site.ts';
import type { SystemClock } from '@service/billing/time.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayCall, GatewayLog } from './gateway-log.ts';
import type { Scenario } from './test-cards.ts';

interface Deps {
  readonly log: GatewayLog;
  readonly clock: SystemClock;
  readonly keyOf: (site: Site, key: string) => string;
  /** Keeps a call and answers it; a call made before by its key is answered as it was then. */
  readonly remember: <A extends PaymentAnswer>(call: GatewayCall & { readonly answer: A }) => Promise<A>;
  readonly decline: (error_code: string) => Refused;
  /** What the payment method named in a charge makes of it. */
  readonly consider: (request: ChargeRequest) => Promise<{ scenario: Scenario; answer: GatewayAnswer }>;
}

/** Seconds after which a bank has sent, settled or returned, and charged back a debit (reference "payments", section 9.4). */
const DAY = 86_400;
const SENT = DAY;
const SETTLED = 3 * DAY;
const CHARGED_BACK = 10 * DAY;

/** Where the money of a charge is, from everything that was done about it. */
interface Standing {
  readonly call: GatewayCall;
  readonly taken: number;
  readonly returned: number;
  readonly isVoid: boolean;
}

/** A refund that the customer's bank did not take. */
const cameBack = ({ action, scenario, site_time }: GatewayCall, now: number): boolean =>
  action === 'refund' && scenario === 'bank-refund-declined' && now - (site_time ?? 0) >= SETTLED;

/** What moves at once when a charge is answered. Of one that nobody heard an answer to, everything may have. */
const movedBy = (
  action: ChargeRequest['action'],
  { outcome }: PaymentAnswer,
  bank: boolean,
): GatewayCall['movements'] => {
  if (outcome === 'declined') return [];
  if (bank) return ['debit'];
  return action === 'authorize' ? ['authorize'] : ['authorize', 'capture'];
};

/** The part of the test gateway that moves money: charges, and what may become of them. It keeps books of its own, in its log. */
export const testPayments = ({
  log,
  clock,
  keyOf,
  remember,
  decline,
  consider,
}: Deps): Pick<Gateway, 'charge' | 'capture' | 'void' | 'refund' | 'settlement' | 'reverse'> => {
  const standingOf = async (reference: string, now: number): Promise<Standing | undefined> => {
    const call = await log.answered(reference);
    if (!call || call.answer.outcome === 'declined') return undefined;
    const all = [call, ...(await log.about(reference))].filter(
      (one) => one.answer.outcome !== 'declined' && !cameBack(one, now),
    );
    const sum = (...moved: readonly string[]): number =>
      all
        .filter(({ movements }) => movements.some((movement) => moved.includes(movement)))
        .reduce((total, { answer }) => total + answer.amount_in_cents, 0);
    return {
      call,
      taken: sum('capture', 'debit'),
      returned: sum('refund'),
      isVoid: all.some(({ movements }) => movements.includes('void')),
    };
  };

  /** One step about an earlier charge, judged by where its money is. */
  const followUp = async <A extends PaymentAnswer>(
    action: 'capture' | 'void' | 'refund',
    { site, key: name, at, reference, amount_in_cents, currency, correlation }: FollowUpRequest,
    judge: (standing: Standing) => string | undefined,
    accepted: (answer: Approved, standing: Standing) => A | Approved = (answer) => answer,
  ): Promise<A | Approved | Refused> => {
    const key = keyOf(site, name);
    const before = await log.find(key);
    if (before) return before.answer as A;
    const standing = await standingOf(reference, at);
    const error_code = standing ? judge(standing) : 'transaction_not_found';
    const answer =
      error_code || !standing ? decline(error_code ?? '') : accepted(done(standing.call, amount_in_cents), standing);
    return remember<A | Approved | Refused>({
      key,
      action,
      scenario: standing?.call.scenario ?? 'unknown-reference',
      currency,
      movements: answer.outcome === 'declined' ? [] : [action],
      answer,
      about: reference,
      site_time: at,
      correlation,
      at: clock.now(),
    });
  };

  /** A follow-up has a reference of its own, after the charge it is about. */
  const done = ({ answer }: GatewayCall, amount_in_cents: number): Approved => {
    const { error_code: _, gateway_error_code: __, ...answered } = decline('');
    return {
      ...answered,
      outcome: 'approved',
      message: 'Approved',
      approval_code: 'approval_code' in answer ? answer.approval_code : null,
      method_reference: 'method_reference' in answer ? answer.method_reference : '',
      amount_in_cents,
    };
  };

  return {
    async charge(request) {
      const { site, action, amount_in_cents, currency, correlation } = request;
      const key = keyOf(site, request.key);
      const before = await log.find(key);
      if (before) return before.answer;
      const { scenario, answer: considered } = await consider(request);
      // A bank sends money or does not; it sets nothing aside.
      const impossible = scenario.bank === true && action === 'authorize';
      const charged = { ...(impossible ? decline('transaction_cannot_be_authorized') : considered), amount_in_cents };
      const debit = scenario.bank === true && charged.outcome === 'approved';
      const answer: PaymentAnswer = debit ? { ...charged, outcome: 'pending' } : charged;
      return remember({
        key,
        action: 'charge',
        scenario: scenario.name,
        currency,
        movements: movedBy(action, answer, debit),
        answer,
        site_time: request.at,
        correlation,
        at: clock.now(),
      });
    },

    capture: (request) =>
      followUp('capture', request, ({ isVoid, taken, call }) => {
        if (isVoid) return 'authorization_expired';
        if (taken > 0) return 'authorization_already_captured';
        return request.amount_in_cents > call.answer.amount_in_cents ? 'authorization_amount_depleted' : undefined;
      }),

    void: (request) =>
      followUp('void', request, ({ isVoid, returned, call }) => {
        if (isVoid) return 'transaction_already_voided';
        if (call.movements.includes('debit')) return 'transaction_cannot_be_voided';
        return returned > 0 ? 'transaction_already_refunded' : undefined;
      }),

    refund: (request) =>
      followUp(
        'refund',
        request,
        ({ isVoid, taken, returned, call }) => {
          if (call.scenario === 'refund-declined') return 'transaction_cannot_be_refunded';
          if (isVoid) return 'transaction_already_voided';
          return returned + request.amount_in_cents > taken ? 'total_credit_exceeds_capture' : undefined;
        },
        // A bank takes its time giving back, too.
        (answer, { call }): PaymentAnswer =>
          call.movements.includes('debit') ? { ...answer, outcome: 'pending' } : answer,
      ),

    async settlement({ reference, at }): Promise<Settlement> {
      const call = await log.answered(reference);
      const age = at - (call?.site_time ?? 0);
      if (age < SENT) return 'scheduled';
      if (age < SETTLED) return 'processing';
      if (call?.action === 'refund') return cameBack(call, at) ? 'returned' : 'settled';
      if (call?.scenario === 'returned') return 'returned';
      return call?.scenario === 'charged-back' && age >= CHARGED_BACK ? 'charged_back' : 'settled';
    },

    async reverse({ site, correlation, ...request }) {
      const call = await log.find(keyOf(site, request.key));
      if (!call) return undefined;
      const holds = call.movements.some((movement) => ['authorize', 'capture', 'debit'].includes(movement));
      if (!holds || call.movements.includes('void')) return call.answer;
      // What was captured is the authorization's money.
      const reference = call.about ?? call.answer.reference;
      return remember({
        ...call,
        key: `${call.key}/reverse`,
        action: 'reverse',
        movements: ['void'],
        ...(reference === null ? {} : { about: reference }),
        correlation,
        at: clock.now(),
      });
    },
  };
};
