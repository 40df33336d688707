import { declineCategory } from '@service/billing/domain/payments/decline-codes.ts';
import type {
  CardAuthentication,
  DeclinedByGateway,
  GatewayResult,
  Succeeded,
} from '@service/billing/domain/payments/gateway-result.ts';
import type { VerifyRequest } from '@service/billing/ports/gateway.ts';
import { MANDATED_DEBITS } from '@service/billing/resources/billing-info.ts';
import type { CheckResult } from '@service/billing/resources/schema.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Scenario } from './test-cards.ts';

const CVV_TEXT: Readonly<Record<string, string>> = { M: 'matches', N: 'does not match' };
const AVS_TEXT: Readonly<Record<string, string>> = {
  D: 'Street address and postal code match.',
  A: 'Street address matches, but postal code does not match.',
  Z: 'Street address does not match, but postal code matches.',
  N: 'No match: neither street address nor postal code match.',
};

/** The report of the test bank once the customer has confirmed an operation. */
const CONFIRMED: CardAuthentication = {
  result: 'authenticated',
  flow: 'challenge',
  version: '2.2.0',
  eci: '05',
  exemption: null,
};

const check = (code: string | undefined, texts: Readonly<Record<string, string>>): CheckResult | null =>
  code === undefined ? null : { code, text: texts[code] ?? '' };

/**
 * A payment method in a request: its scenario, whether a security code came with it, and its reference if it is stored
 * already.
 */
export interface MethodScenario {
  readonly scenario: Scenario;
  readonly withCode: boolean;
  readonly stored?: string;
}

/** Whether the customer has to confirm an operation with a payment method. */
const isChallenged = ({ scenario, stored }: MethodScenario, { initiator, confirmed }: JudgedFor): boolean => {
  switch (scenario.challenge) {
    case 'always':
      return true;
    case 'customer':
      return !confirmed && initiator === 'customer';
    case 'stored':
      return !confirmed && stored !== undefined;
    default:
      return false;
  }
};

/** The result that the caller receives. `happened`: the outcome of the operation, if the caller receives none. */
export interface Judged {
  readonly answer: GatewayResult;
  readonly happened?: Succeeded;
}

/**
 * Results of the test gateway. References are in the order of their creation, so that the database adds the entries of
 * its indexes side by side.
 */
export const testResults = ({ uuid, secret }: Ids) => {
  const unchecked = { cvv: null, avs: null, avs_street: null, avs_postal: null, gateway_type: 'test', test: true };

  const declined = (error_code: string): DeclinedByGateway => ({
    ...unchecked,
    outcome: 'declined',
    error_code,
    error_category: declineCategory(error_code),
    gateway_error_code: error_code,
    network_advice: null,
    reference: `test-${uuid()}`,
    message: `Test gateway: ${error_code.replaceAll('_', ' ')}`,
    amount_in_cents: 0,
  });

  /** An operation on an earlier payment has a reference of its own. */
  const followed = (
    {
      approval_code,
      method_reference,
      network_transaction_id,
    }: Pick<Succeeded, 'approval_code' | 'method_reference' | 'network_transaction_id'>,
    amount: number,
  ): Succeeded => ({
    ...unchecked,
    outcome: 'succeeded',
    reference: `test-${uuid()}`,
    message: 'Approved',
    approval_code,
    method_reference,
    network_transaction_id,
    amount_in_cents: amount,
  });

  /**
   * Returns the gateway's result for a payment method. `charging`: for a payment, not for a check before it is stored.
   */
  const judge = (method: MethodScenario, request: JudgedFor): Judged => {
    const { scenario, withCode, stored } = method;
    const { amount_in_cents, charging, network_transaction_id } = request;
    const common = {
      reference: `test-${uuid()}`,
      cvv: withCode ? check(scenario.cvv, CVV_TEXT) : null,
      avs: check(scenario.avs?.[0], AVS_TEXT),
      avs_street: scenario.avs?.[1] ?? null,
      avs_postal: scenario.avs?.[2] ?? null,
      amount_in_cents,
      gateway_type: 'test',
      test: true,
      method_country: scenario.country ?? null,
    };
    const succeeded: Succeeded = {
      ...common,
      outcome: 'succeeded',
      message: scenario.review ? 'Approved, to be reviewed for fraud' : 'Approved',
      approval_code: scenario.review ? 'approved_fraud_review' : secret(6),
      method_reference: stored ?? `test-${scenario.name}-${uuid()}`,
      network_transaction_id: scenario.avs ? (network_transaction_id ?? secret(15)) : null,
      ...(request.confirmed ? { three_d_secure: CONFIRMED } : {}),
      ...(stored === undefined && MANDATED_DEBITS.includes(scenario.bank ?? '')
        ? { mandate_reference: `TEST-${secret(8).toUpperCase()}` }
        : {}),
    };
    const message = `Test gateway: ${scenario.name}`;
    if (isChallenged(method, request)) {
      const answer = {
        ...common,
        cvv: null,
        avs: null,
        avs_street: null,
        avs_postal: null,
        message,
        outcome: 'action_required',
        error_code: 'three_d_secure_action_required',
        gateway_error_code: scenario.name,
        action_token: actionToken(common.reference, secret(24)),
        method_reference: succeeded.method_reference,
      } as const;
      return { answer };
    }
    const { error_code } = scenario;
    if (!error_code || (scenario.saveable && !charging)) return { answer: succeeded };
    const refused = { ...common, error_code, gateway_error_code: scenario.gateway_error_code ?? null };
    if (scenario.silent) {
      return { answer: { ...refused, outcome: 'unknown', reference: null, message: null }, happened: succeeded };
    }
    const network_advice = scenario.network_advice ?? null;
    const error_category = declineCategory(error_code);
    return { answer: { ...refused, outcome: 'declined', message, error_category, network_advice } };
  };

  return { declined, followed, judge };
};

/** An action token contains the reference of the operation that waits for it, so that it can be found. */
const actionToken = (reference: string, secret: string): string =>
  `test-action-${reference.slice('test-'.length)}-${secret}`;

/** Returns the reference of the operation that an action token belongs to. */
export const referenceOfAction = (action_token: string): string =>
  `test-${/^test-action-([A-Za-z0-9]+)-/.exec(action_token)?.[1] ?? ''}`;

interface JudgedFor extends Pick<VerifyRequest, 'initiator'> {
  readonly amount_in_cents: number;
  readonly charging: boolean;
  /** Whether the customer has passed the challenge of this operation. */
  readonly confirmed: boolean;
  /** The network transaction of the payment that the customer agreed to. */
  readonly network_transaction_id: string | null;
}

export type TestResults = ReturnType<typeof testResults>;
