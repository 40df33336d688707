import type Stripe from 'stripe';
import type { Check } from '../cards/behaviour.ts';
import type { DirectDebit } from '../cards/direct-debits.ts';
import type { CardNetwork, TestCard } from '../cards/numbers.ts';
import { newId } from '../world/ids.ts';
import type { SimulatorWorld } from '../world/world.ts';

export const NO_BILLING_DETAILS: Stripe.PaymentMethod.BillingDetails = {
  address: null,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

const base = (
  world: SimulatorWorld,
  billing_details: Stripe.PaymentMethod.BillingDetails,
  metadata: Stripe.Metadata,
) => ({
  id: newId('pm'),
  object: 'payment_method' as const,
  allow_redisplay: 'unspecified' as const,
  billing_details,
  created: world.clock.seconds(),
  customer: null,
  customer_account: null,
  livemode: false,
  metadata,
});

export interface CardFacts {
  readonly card: TestCard;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly fingerprint: string;
  /** `networks[preferred]`. */
  readonly preferred?: string | undefined;
}

/** Returns the networks of a card, with the one that is preferred. */
const networksOf = ({ card: { brand, coBadge }, preferred }: CardFacts): Stripe.PaymentMethod.Card.Networks => {
  const available = coBadge ? [coBadge, brand] : [brand];
  return { available, preferred: preferredOf(available, preferred) };
};

/** Returns how a card keeps the preference for a network. */
export const preferredOf = (available: readonly string[], preferred: string | undefined): string | null =>
  preferred && !available.includes(preferred) ? 'invalid_preference' : preferred || null;

/** Returns the network that processes the payments of a card. */
export const chargedNetwork = ({ brand, networks }: Stripe.PaymentMethod.Card): string => {
  const { available = [], preferred = null } = networks ?? {};
  return (preferred !== null && available.includes(preferred) ? preferred : available[0]) ?? brand;
};

/** Names of brands as cards show them. */
const BRAND_NAMES: Record<CardNetwork, string> = {
  amex: 'american_express',
  diners: 'diners_club',
  discover: 'discover',
  jcb: 'jcb',
  mastercard: 'mastercard',
  unionpay: 'union_pay',
  visa: 'visa',
};

export const cardPaymentMethod = (
  world: SimulatorWorld,
  facts: CardFacts,
  checks: Stripe.PaymentMethod.Card.Checks,
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Stripe.Metadata,
): Stripe.PaymentMethod => ({
  ...base(world, billing, metadata),
  type: 'card',
  card: {
    brand: facts.card.brand,
    checks,
    country: facts.card.country,
    display_brand: BRAND_NAMES[facts.card.brand],
    exp_month: facts.exp_month,
    exp_year: facts.exp_year,
    fingerprint: facts.fingerprint,
    funding: facts.card.funding,
    generated_from: null,
    last4: facts.last4,
    networks: networksOf(facts),
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: facts.card.behaviour.authentication !== 'not_supported' },
    wallet: null,
  },
});

export interface BankFacts {
  readonly account_holder_type: 'company' | 'individual';
  readonly account_type: 'checking' | 'savings';
  readonly bank_name: string | null;
  readonly fingerprint: string;
  readonly last4: string;
  readonly routing_number: string;
}

export const bankPaymentMethod = (
  world: SimulatorWorld,
  facts: BankFacts,
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Stripe.Metadata,
): Stripe.PaymentMethod => ({
  ...base(world, billing, metadata),
  type: 'us_bank_account',
  us_bank_account: {
    ...facts,
    financial_connections_account: null,
    networks: { preferred: 'ach', supported: ['ach'] },
    status_details: {},
  },
});

export const directDebitPaymentMethod = (
  world: SimulatorWorld,
  type: DirectDebit,
  account: Pick<Stripe.PaymentMethod, DirectDebit>,
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Stripe.Metadata,
): Stripe.PaymentMethod => ({ ...base(world, billing, metadata), type, ...account });

/** Returns the result of a check, or null where there was nothing to check. */
export const checkOutcome = (sent: boolean, result: Check | undefined): string | null =>
  sent ? (result ?? 'pass') : null;
