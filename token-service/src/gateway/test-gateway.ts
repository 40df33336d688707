import type { GatewayAnswer, PaymentAnswer, Refused } from '@service/billing/payments/gateway-result.ts';
import type { VerifyRequest } from '@service/billing/ports/gateway.ts';
import type { MethodReader, MethodValues } from '@service/billing/ports/vault.ts';
import type { CheckResult } from '@service/billing/resources/schema.ts';
import type { Site } from '@service/billing/site.ts';
import type { SystemClock } from '@service/billing/time.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayCall, GatewayLog } from './gateway-log.ts';
import { accountScenario, agreementScenario, cardScenario, referenceScenario, type Scenario } from './test-cards.ts';
import { testPayments } from './test-payments.ts';

export interface TestGatewayDeps {
  readonly vault: MethodReader;
  readonly log: GatewayLog;
  readonly clock: SystemClock;
  /** What `gateway_code` names it by. */
  readonly code?: string;
  /** ISO 4217 codes, where it does not take all that the test gateway can. */
  readonly takes?: readonly string[] | null;
  /** `length` letters and digits nobody can guess. */
  readonly secret: (length: number) => string;
  /** Waits as long as the network would; runs after the call is logged and before it is answered. */
  readonly latency?: (call: GatewayCall) => Promise<void>;
}

const CARD_CURRENCIES: ReadonlySet<string> = new Set(
  'USD AUD BRL CAD CHF CZK DKK EUR GBP HUF ILS INR JPY MXN NOK NZD PLN SEK SGD ZAR'.split(' '),
);
const BANK_CURRENCIES: ReadonlySet<string> = new Set(['USD']);

/** A code that no stored card has, so that `verify_cvv` can be seen to fail. */
const WRONG_CODES: ReadonlySet<string> = new Set(['000', '0000']);

const CVV_TEXT: Readonly<Record<string, string>> = { M: 'matches', N: 'does not match' };
const AVS_TEXT: Readonly<Record<string, string>> = {
  D: 'Street address and postal code match.',
  A: 'Street address matches, but postal code does not match.',
  Z: 'Street address does not match, but postal code matches.',
  N: 'No match: neither street address nor postal code match.',
};

const result = (code: string | undefined, texts: Readonly<Record<string, string>>): CheckResult | null =>
  code === undefined ? null : { code, text: texts[code] ?? '' };

/** What is asked about: a scenario, whether a security code came with it, and the reference it has when it is stored already. */
export interface Asked {
  readonly scenario: Scenario;
  readonly withCode: boolean;
  readonly stored?: string;
}

const unsupportedCurrency: Scenario = {
  name: 'currency',
  error_code: 'currency_not_supported',
  gateway_error_code: 'currency',
};
const unknownReference: Scenario = {
  name: 'unknown-reference',
  error_code: 'gateway_token_not_found',
  gateway_error_code: 'reference',
};

const behaviourOf = (values: MethodValues): Asked => {
  switch (values.type) {
    case 'credit_card':
      return { scenario: cardScenario(values.number.reveal()), withCode: values.verification_value !== undefined };
    case 'bank_account':
      return { scenario: accountScenario(values.account_number.reveal()), withCode: false };
    case 'paypal':
      return { scenario: agreementScenario(values.paypal_billing_agreement_id), withCode: false };
  }
};

/** The gateway of sandbox sites: no credentials, no network, and every outcome by the number it is given. */
export const testGateway = ({ vault, log, clock, secret, latency, code = 'test', takes }: TestGatewayDeps): Gateway => {
  const taken = (currencies: ReadonlySet<string>): ReadonlySet<string> =>
    takes ? currencies.intersection(new Set(takes)) : currencies;
  const cards = taken(CARD_CURRENCIES);
  const banks = taken(BANK_CURRENCIES);
  const answerFor = ({ scenario, withCode, stored }: Asked, charging = false): GatewayAnswer => {
    const answered = {
      reference: `test-${secret(16)}`,
      cvv: withCode ? result(scenario.cvv, CVV_TEXT) : null,
      avs: result(scenario.avs?.[0], AVS_TEXT),
      avs_street: scenario.avs?.[1] ?? null,
      avs_postal: scenario.avs?.[2] ?? null,
      amount_in_cents: 0,
      gateway_type: 'test',
      test: true,
    };
    if (scenario.error_code && (charging || !scenario.saveable)) {
      return {
        ...answered,
        reference: scenario.silent ? null : answered.reference,
        outcome: scenario.silent ? 'unknown' : 'declined',
        message: scenario.silent ? null : `Test gateway: ${scenario.name}`,
        error_code: scenario.error_code,
        gateway_error_code: scenario.gateway_error_code ?? null,
      };
    }
    return {
      ...answered,
      outcome: 'approved',
      message: scenario.review ? 'Approved, to be reviewed for fraud' : 'Approved',
      approval_code: scenario.review ? 'approved_fraud_review' : secret(6),
      method_reference: stored ?? `test-${scenario.name}-${secret(24)}`,
    };
  };

  const declineFor = (error_code: string): Refused => ({
    outcome: 'declined',
    error_code,
    gateway_error_code: error_code,
    reference: `test-${secret(16)}`,
    message: `Test gateway: ${error_code.replaceAll('_', ' ')}`,
    cvv: null,
    avs: null,
    avs_street: null,
    avs_postal: null,
    amount_in_cents: 0,
    gateway_type: 'test',
    test: true,
  });

  /** Remembers the call, unless one by its key is remembered: then that one's answer stands. */
  const remember = async <A extends PaymentAnswer>(call: GatewayCall & { readonly answer: A }): Promise<A> => {
    if (!(await log.append(call))) return ((await log.find(call.key))?.answer as A | undefined) ?? call.answer;
    await latency?.(call);
    return call.answer;
  };

  const asked = async ({ method }: Pick<VerifyRequest, 'method'>): Promise<Asked> => {
    if ('reference' in method) {
      const scenario = referenceScenario(method.reference) ?? unknownReference;
      return { scenario, withCode: false, stored: method.reference };
    }
    return vault.read(method.presented, async (values) => behaviourOf(values));
  };

  const keyOf = (site: Site, key: string): string => `${site.id}/${key}`;

  return {
    code,
    serves: (site, type) => site.mode === 'sandbox' && (type !== 'paypal' || site.wallet),
    currencies: (type) => (type === 'bank_account' ? banks : cards),

    async verify(request) {
      const { site, currency, correlation } = request;
      const key = keyOf(site, request.key);
      const before = await log.find(key);
      if (before) return before.answer as GatewayAnswer;

      const about = await asked(request);
      const taken = about.scenario.bank ? banks : cards;
      const scenario = taken.has(currency) ? about.scenario : unsupportedCurrency;
      const answer = answerFor({ ...about, scenario });
      const movements = answer.outcome === 'approved' ? (['authorize', 'void'] as const) : [];
      return remember({
        key,
        action: 'verify',
        scenario: scenario.name,
        currency,
        movements: scenario.silent ? ['authorize'] : movements,
        answer,
        correlation,
        at: clock.now(),
      });
    },

    async verifyCode({ site, reference, code, currency, correlation, ...request }) {
      const key = keyOf(site, request.key);
      const before = await log.find(key);
      if (before) return before.answer as GatewayAnswer;

      const known = referenceScenario(reference) ?? unknownReference;
      const wrong = WRONG_CODES.has(vault.readCode(code).reveal());
      const scenario: Scenario = wrong
        ? { ...known, error_code: 'fraud_security_code', gateway_error_code: '0101', saveable: false, cvv: 'N' }
        : known;
      const answer = answerFor({ scenario, withCode: true, stored: reference });
      return remember({
        key,
        action: 'verify_code',
        scenario: scenario.name,
        currency,
        movements: [],
        answer,
        correlation,
        at: clock.now(),
      });
    },

    ...testPayments({
      log,
      clock,
      keyOf,
      remember,
      decline: declineFor,
      async consider(request) {
        const about = await asked(request);
        const taken = about.scenario.bank ? banks : cards;
        const scenario = taken.has(request.currency) ? about.scenario : unsupportedCurrency;
        return { scenario, answer: answerFor({ ...about, scenario }, true) };
      },
    }),
  };
};
