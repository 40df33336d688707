import type { AccountSettings } from '@service/billing/domain/gateway-accounts/account.ts';
import type { RequestedMethod } from '@service/billing/ports/gateway.ts';
import type { AdapterTerms } from '@service/billing/ports/gateway-accounts.ts';
import type { MethodReader, MethodValues } from '@service/billing/ports/vault.ts';
import { currenciesOfDebit, isBankDebit } from '@service/billing/values/bank/debits.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Gateway, GatewayAdapter } from '../gateway.ts';
import type { GatewayLog, GatewayLogEntry } from '../gateway-log.ts';
import { accountScenario, agreementScenario, cardScenario, referenceScenario, type Scenario } from './test-cards.ts';
import { testEvidence } from './test-evidence.ts';
import type { TestGatewayParts } from './test-gateway-parts.ts';
import { testListings } from './test-listings.ts';
import { readTestNotification } from './test-notifications.ts';
import { testPayments } from './test-payments.ts';
import { type MethodScenario, testResults } from './test-results.ts';
import { testVault } from './test-vault.ts';

export interface TestGatewayDeps {
  readonly vault: MethodReader;
  readonly log: GatewayLog;
  readonly clock: SystemClock;
  readonly ids: Ids;
  /** Simulates network latency, between logging a call and returning its result. */
  readonly latency?: (call: GatewayLogEntry) => Promise<void>;
}

const CARD_CURRENCIES: ReadonlySet<string> = new Set(
  'USD AUD BRL CAD CHF CZK DKK EUR GBP HUF ILS INR JPY MXN NOK NZD PLN SEK SGD ZAR'.split(' '),
);

/** A security code that never matches, so that `verify_cvv` can be tested with a failure. */
const WRONG_CODES: ReadonlySet<string> = new Set(['000', '0000']);

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

const behaviourOf = (values: MethodValues): MethodScenario => {
  switch (values.type) {
    case 'credit_card':
      return { scenario: cardScenario(values.number.reveal()), withCode: values.verification_value !== undefined };
    case 'bank_account':
    case 'bacs':
    case 'becs':
      return { scenario: accountScenario(values.type, values.account_number.reveal()), withCode: false };
    case 'sepa':
      return { scenario: accountScenario(values.type, values.iban.reveal()), withCode: false };
    case 'paypal':
      return { scenario: agreementScenario(values.paypal_billing_agreement_id), withCode: false };
  }
};

/** The gateway of sandbox sites: no network, and an outcome that depends on the card number. */
export const testGateway = (
  { vault, log, clock, ids, latency }: TestGatewayDeps,
  { credentials, currencies }: AccountSettings = { credentials: {}, currencies: null, endpoint: null },
): Gateway => {
  const accepted = (all: ReadonlySet<string>): ReadonlySet<string> =>
    currencies ? all.intersection(new Set(currencies)) : all;
  const cards = accepted(CARD_CURRENCIES);
  const ofDebit = (type: string): ReadonlySet<string> => accepted(currenciesOfDebit(type));
  const results = testResults(ids);

  const methodOf = async (method: RequestedMethod): Promise<MethodScenario> => {
    if ('presented' in method) return vault.read(method.presented, async (values) => behaviourOf(values));
    const scenario = referenceScenario(method.reference) ?? unknownReference;
    const stored = method.reference;
    if (!method.verification_value) return { scenario, withCode: false, stored };
    if (!WRONG_CODES.has(vault.readCode(method.verification_value).reveal()))
      return { scenario, withCode: true, stored };
    const mismatch = {
      error_code: 'fraud_security_code',
      gateway_error_code: '0101',
      saveable: false,
      cvv: 'N',
    } as const;
    return { scenario: { ...scenario, ...mismatch }, withCode: true, stored };
  };

  const parts: TestGatewayParts = {
    ...results,
    log,
    keyOf: (site, key) => `${site.id}/${key}`,
    async before(key, request) {
      const call = await log.find(key);
      return call && call.request !== undefined && call.request !== request
        ? results.declined('api_error')
        : call?.answer;
    },
    async remember(call) {
      const entry = { ...call, reference: (call.happened ?? call.answer).reference, at: clock.now() };
      if (!(await log.append(entry))) return (await log.find(call.key))?.answer ?? call.answer;
      await latency?.(entry);
      return call.answer;
    },
    async ask(method, currency) {
      const requested = await methodOf(method);
      const { bank } = requested.scenario;
      return (bank ? ofDebit(bank) : cards).has(currency) ? requested : { ...requested, scenario: unsupportedCurrency };
    },
  };

  return {
    serves: (site, type) => site.mode === 'sandbox' && (type !== 'paypal' || site.wallet),
    currencies: (type) => (isBankDebit(type) ? ofDebit(type) : cards),
    parseNotification: async (request) => readTestNotification(request, credentials.notification_secret),
    ...testPayments(parts),
    ...testListings(parts),
    ...testEvidence,
    ...testVault,
  };
};

/**
 * Accounts at the test gateway, which has no network and accepts all credentials. `notification_secret` signs the
 * gateway's notifications; without it, none are accepted.
 */
export const TEST_ADAPTER: AdapterTerms = {
  credentials: { required: [], optional: ['notification_secret'] },
  modes: ['sandbox'],
  takesEndpoint: false,
  tellsPayouts: false,
  objection: () => undefined,
  check: async () => ({ outcome: 'accepted' }),
};

export const testAdapter = (deps: TestGatewayDeps): GatewayAdapter => ({
  ...TEST_ADAPTER,
  open: (account) => testGateway(deps, account),
});
