import type { AccountSettings } from '@service/billing/domain/gateway-accounts/account.ts';
import type { CredentialCheck } from '@service/billing/domain/gateway-accounts/credentials.ts';
import type { AdapterTerms } from '@service/billing/ports/gateway-accounts.ts';
import type { MethodReader } from '@service/billing/ports/vault.ts';
import { currenciesOfDebit } from '@service/billing/values/bank/debits.ts';
import type { Secret } from '@service/billing/values/secret.ts';
import type { Clock, Millis } from '@service/billing/values/time.ts';
import type { Gateway, GatewayAdapter } from '../gateway.ts';
import { CARD_CURRENCIES } from './amounts.ts';
import { stripeChallenges } from './challenges.ts';
import { stripeClient, type TraceParent } from './client.ts';
import { stripeEvidence } from './evidence.ts';
import { stripeFollowUps } from './follow-ups.ts';
import { stripeListings } from './listings.ts';
import { stripeLookups } from './lookups.ts';
import { readStripeEvent } from './notifications.ts';
import type { GatewayOperations } from './operations.ts';
import { stripePayments } from './payments.ts';
import { stripePayouts } from './payouts.ts';
import { problemOf } from './problem.ts';
import { beginSending, STRIPE_TIMEOUTS, type StripeTimeouts } from './send.ts';
import { stripeVault } from './vault.ts';
import { stripeVerifications } from './verifications.ts';

export interface StripeDeps {
  readonly vault: MethodReader;
  readonly operations: GatewayOperations;
  readonly clock: Clock;
  /** Resolves after this many milliseconds. */
  readonly pause: (milliseconds: Millis) => Promise<void>;
  readonly patience?: StripeTimeouts;
  readonly traceParent?: TraceParent | undefined;
}

const keyOf = ({ credentials }: AccountSettings): Secret => {
  const key = credentials.secret_key;
  if (!key) throw new Error('A Stripe account needs its secret_key.');
  return key;
};

/** Characters of a key after its prefix, at least. */
const KEY_LENGTH = 8;
const KEY = new RegExp(`^(?:sk|rk)_(test|live)_\\w{${KEY_LENGTH},}$`);

/** Milliseconds for which `npm run gateway -- test` waits. */
const CHECK_MS = 15_000;

const objection: AdapterTerms['objection'] = (mode, { credentials, endpoint }) => {
  const kind = KEY.exec(credentials.secret_key?.reveal() ?? '')?.[1];
  if (!kind) {
    return (
      'secret_key has to be a secret key of Stripe: sk_test_ or sk_live_, or of a restricted key rk_test_ or rk_live_, ' +
      `and after that at least ${KEY_LENGTH} letters, digits or underscores`
    );
  }
  if (mode === 'sandbox' && kind === 'live') {
    return 'a sandbox site takes a test key (sk_test_…): with a live one, its test payments would be real';
  }
  if (mode === 'production' && kind === 'test' && endpoint === null) {
    return 'a production site takes a live key (sk_live_…): payments with a test key bring no money. To try it with a simulator, give --endpoint';
  }
  if (kind === 'live' && endpoint !== null) return 'a live key is sent to Stripe only: leave --endpoint out';
  return undefined;
};

const check = async (account: AccountSettings): Promise<CredentialCheck> => {
  try {
    // Something that every key of the service may do: a restricted one may not read the account itself.
    await stripeClient(keyOf(account), account.endpoint).paymentIntents.list({ limit: 1 }, { timeout: CHECK_MS });
    return { outcome: 'accepted' };
  } catch (error) {
    const { status, message } = problemOf(error);
    return { outcome: status === 401 || status === 403 ? 'refused' : 'no_answer', message };
  }
};

/** Accounts at Stripe, on any site. `webhook_secret_before` is accepted while an endpoint's secret is rotated. */
export const STRIPE_ADAPTER: AdapterTerms = {
  credentials: { required: ['secret_key', 'webhook_secret'], optional: ['webhook_secret_before'] },
  modes: ['sandbox', 'production'],
  takesEndpoint: true,
  tellsPayouts: true,
  objection,
  check,
};

const stripeGateway = (deps: StripeDeps, account: AccountSettings): Gateway => {
  const { vault, operations, clock, pause, patience = STRIPE_TIMEOUTS, traceParent } = deps;
  const { currencies, credentials, endpoint } = account;
  const accepted = (all: ReadonlySet<string>): ReadonlySet<string> =>
    currencies ? all.intersection(new Set(currencies)) : all;
  const cards = accepted(CARD_CURRENCIES);
  const begin = () => beginSending({ clock, pause }, patience);
  const parts = { stripe: stripeClient(keyOf(account), endpoint, traceParent), vault, operations, begin };
  const secrets = [credentials.webhook_secret, credentials.webhook_secret_before].filter((each) => each !== undefined);
  return {
    serves: (_, type) => type !== 'paypal',
    currencies: (type) => (type === 'credit_card' ? cards : accepted(currenciesOfDebit(type))),
    ...stripeVerifications(parts),
    ...stripePayments(parts),
    ...stripeFollowUps(parts),
    ...stripeLookups(parts),
    ...stripeListings(parts),
    ...stripePayouts(parts),
    ...stripeVault(parts),
    ...stripeChallenges(parts),
    ...stripeEvidence(parts),
    parseNotification: async (message) => readStripeEvent(message, secrets, clock),
  };
};

export const stripeAdapter = (deps: StripeDeps): GatewayAdapter => ({
  ...STRIPE_ADAPTER,
  open: (account) => stripeGateway(deps, account),
});
