import { randomUUID } from 'node:crypto';
import type {
  FollowUpRequest,
  PaymentRequest,
  RequestedMethod,
  VerifyRequest,
} from '@service/billing/ports/gateway.ts';
import type { Presented } from '@service/billing/ports/vault.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { BankDebit } from '@service/billing/values/bank/debits.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '@service/gateway-simulator/src/index.ts';
import { openTestGateway, sandbox } from '../gateway.fixture.ts';
import { stripeClient } from './client.ts';
import { type Crossing, type Fault, type Line, openLine } from './line.fixture.ts';
import { memoryOperations } from './operations.ts';
import { STRIPE_TIMEOUTS, type StripeTimeouts } from './send.ts';
import { CREDENTIALS, START } from './start.fixture.ts';
import { stripeAdapter } from './stripe-adapter.ts';

export interface StripeGround {
  readonly simulator: Simulator;
  readonly line: Line;
  /** Decides a challenge at the bank's page, as the customer does; nothing where there is no page any more. */
  decide(action_token: string, decision: 'confirm' | 'fail'): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a simulator with a line to it. */
export const openStripeGround = async (options: SimulatorOptions = {}): Promise<StripeGround> => {
  const simulator = await startSimulator({ clock: 'manual', start: START * 1000, ...options });
  const line = await openLine(simulator.url);
  return {
    simulator,
    line,
    decide: async (action_token, decision) => decide(simulator.url, action_token, decision),
    async stop() {
      await line.stop();
      await simulator.stop();
    },
  };
};

const decide = async (endpoint: string, action_token: string, decision: 'confirm' | 'fail'): Promise<void> => {
  const stripe = stripeClient(CREDENTIALS.secret_key, endpoint);
  const intent = action_token.startsWith('pi_')
    ? await stripe.paymentIntents.retrieve(action_token)
    : await stripe.setupIntents.retrieve(action_token);
  const url = intent.next_action?.redirect_to_url?.url;
  if (!url) return;
  const page = await (await fetch(url)).text();
  if (!page.includes(`value="${decision}"`)) throw new Error(`The page of the bank has no button to ${decision}.`);
  const token = new URL(url).searchParams.get('token') ?? '';
  const address = new URL(`/3d_secure/${action_token}`, url);
  await fetch(address, { method: 'POST', body: new URLSearchParams({ token, result: decision }), redirect: 'manual' });
};

/** Loses the answers to confirmations of payments with a card, although they are carried out. */
export const silentOn = (number: string): ((crossing: Crossing) => Fault | undefined) => {
  const operations = new Set<string>();
  return ({ key, path, body }) => {
    const operation = key?.slice(0, key.lastIndexOf('/')) ?? '';
    if (path === '/v1/payment_methods' && body.includes(number)) operations.add(operation);
    return path.endsWith('/confirm') && operations.has(operation) ? 'lose answer' : undefined;
  };
};

/** The patience of a test in which nothing answers. Elsewhere an answer is awaited, however busy the machine is. */
export const IMPATIENT: StripeTimeouts = { request: 1_000, operation: 20_000 };

/** Opens an account of the Stripe adapter, at a simulator or, without an endpoint, at Stripe; for a site of its own. */
export const openStripe = (
  endpoint: string | null,
  currencies: readonly string[] | null = null,
  {
    secret_key = CREDENTIALS.secret_key,
    patience = STRIPE_TIMEOUTS,
  }: { readonly secret_key?: Secret; readonly patience?: StripeTimeouts } = {},
) => {
  const { vault, card, account, present } = openTestGateway();
  const operations = memoryOperations();
  const adapter = stripeAdapter({
    vault,
    operations,
    clock: { now: () => START * 1000, elapsed: () => performance.now() },
    // A tenth of the pauses between attempts.
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 10)),
    patience,
  });
  const gateway = adapter.open({ credentials: { ...CREDENTIALS, secret_key }, currencies, endpoint });
  // Idempotency keys are unique by site, also at Stripe itself.
  const site: Site = { ...sandbox, id: randomUUID(), clock_offset: 0 };

  let keys = 0;
  const common = () => ({ site, gateway_code: 'stripe', key: `key-${++keys}`, at: START, correlation: 'request-1' });
  const request = (presented: RequestedMethod | Presented, more: Partial<VerifyRequest> = {}): VerifyRequest => ({
    ...common(),
    method: 'reference' in presented || 'presented' in presented ? presented : { presented },
    currency: 'USD',
    billing_address: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      name_on_account: null,
      address1: '12 St James’s Square',
      address2: null,
      city: 'London',
      state: null,
      zip: 'SW1Y 4JH',
      country: 'GB',
      phone: null,
    },
    network_preference: null,
    email: 'ada@example.com',
    ip_address: '192.0.2.1',
    initiator: 'customer',
    network_transaction_id: null,
    descriptor: 'Example',
    confirmed_action: null,
    return_url: 'http://127.0.0.1:3001/js/v1/three_d_secure/return',
    ...more,
  });
  const pay = (
    presented: RequestedMethod | Presented,
    amount_in_cents: number,
    more: Partial<PaymentRequest> = {},
  ): PaymentRequest => ({ merchant_reason_code: null, ...request(presented, more), amount_in_cents });
  const about = (
    { reference }: { readonly reference: string | null },
    amount_in_cents: number,
    more: Partial<FollowUpRequest> = {},
  ): FollowUpRequest => ({ ...common(), reference: reference ?? '', amount_in_cents, currency: 'USD', ...more });
  /** Presents a test account of Stripe, by its scheme. */
  const debit = (type: BankDebit) => {
    switch (type) {
      case 'bank_account':
        return account('000123456789');
      case 'sepa':
        return present({ type, iban: new Secret('DE89370400440532013000') });
      case 'bacs':
        return present({ type, sort_code: new Secret('10-88-00'), account_number: new Secret('00012345') });
      case 'becs':
        return present({ type, bsb_code: new Secret('000-000'), account_number: new Secret('000123456') });
    }
  };
  const stripe = stripeClient(secret_key, endpoint);
  /** Stores a method of Stripe's documentation for a customer, as the merchant did before. */
  const vaulted = async (method = 'pm_card_visa', metadata: Readonly<Record<string, string>> = {}) => {
    const { id: customer } = await stripe.customers.create({ metadata });
    const { id: token } = await stripe.paymentMethods.attach(method, { customer });
    return { token, customer };
  };
  const find = (by: { readonly key: string } | { readonly reference: string }) =>
    gateway.lookup({ site, gateway_code: 'stripe', at: START, correlation: 'request-1', ...by });
  return {
    gateway,
    site,
    vault,
    operations,
    card,
    account,
    present,
    debit,
    adapter,
    stripe,
    vaulted,
    request,
    pay,
    about,
    find,
  };
};
