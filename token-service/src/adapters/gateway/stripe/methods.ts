import type { BillingAddress } from '@service/billing/domain/billing-info/billing-address.ts';
import type { MethodDescription } from '@service/billing/domain/billing-info/payment-method.ts';
import type { VerifyRequest } from '@service/billing/ports/gateway.ts';
import type { MethodValues, Presented } from '@service/billing/ports/vault.ts';
import { MANDATED_DEBITS } from '@service/billing/resources/billing-info.ts';
import type Stripe from 'stripe';
import { type StripeParts, stepKey } from './parts.ts';
import type { Problem } from './problem.ts';
import { type StripeDebit, type StripeMethod, type StripeMethodType, storedMethod } from './references.ts';
import type { Send } from './send.ts';

/** A method to pay with, or why there is none. `unreached`: nothing of the method has left the service. */
export type Offered = { readonly stored: StripeMethod } | { readonly problem: Problem; readonly unreached: boolean };

const nameOf = ({ name_on_account, first_name, last_name }: BillingAddress): string =>
  name_on_account || [first_name, last_name].filter((part) => part).join(' ');

/** `email`: of the holder of an account whose scheme tells them of debits; undefined for other methods. */
const billingDetails = (
  address: BillingAddress,
  email: string | null | undefined,
): Stripe.PaymentMethodCreateParams.BillingDetails => {
  const { address1, address2, city, state, zip, country, phone } = address;
  const name = nameOf(address);
  const lines = { line1: address1, line2: address2, city, state, postal_code: zip, country };
  const given = Object.entries(lines).filter(([, line]) => line);
  return {
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(given.length > 0 ? { address: Object.fromEntries(given) } : {}),
  };
};

/** Stripe's names of the networks that cards have beside their own; it takes no preference for another. */
const NETWORKS = { CartesBancaires: 'cartes_bancaires', MasterCard: 'mastercard', Visa: 'visa' } as const;

const preferredNetwork = ({ network_preference: network }: Pick<VerifyRequest, 'network_preference'>) =>
  network && network in NETWORKS ? NETWORKS[network as keyof typeof NETWORKS] : undefined;

/** The only place where the adapter reads numbers. */
const methodParams = (
  values: Exclude<MethodValues, { type: 'paypal' }>,
  billing_details: Stripe.PaymentMethodCreateParams.BillingDetails,
  preferred: ReturnType<typeof preferredNetwork>,
): Stripe.PaymentMethodCreateParams => {
  switch (values.type) {
    case 'credit_card': {
      const { number, month, year, verification_value } = values;
      const cvc = verification_value?.reveal();
      const card = {
        number: number.reveal(),
        exp_month: month,
        exp_year: year,
        ...(cvc ? { cvc } : {}),
        ...(preferred ? { networks: { preferred } } : {}),
      };
      return { type: 'card', card, billing_details };
    }
    case 'bank_account': {
      const { routing_number, account_number, account_type } = values;
      const us_bank_account = { routing_number, account_number: account_number.reveal(), account_type };
      return {
        type: 'us_bank_account',
        us_bank_account: { ...us_bank_account, account_holder_type: 'individual' },
        billing_details,
      };
    }
    case 'sepa':
      return { type: 'sepa_debit', sepa_debit: { iban: values.iban.reveal() }, billing_details };
    case 'bacs': {
      const bacs_debit = { sort_code: values.sort_code.reveal(), account_number: values.account_number.reveal() };
      return { type: 'bacs_debit', bacs_debit, billing_details };
    }
    case 'becs': {
      const au_becs_debit = { bsb_number: values.bsb_code.reveal(), account_number: values.account_number.reveal() };
      return { type: 'au_becs_debit', au_becs_debit, billing_details };
    }
  }
};

/** Stripe's types of payment methods, by those of billing info. */
export const STRIPE_TYPES: Readonly<Record<MethodDescription['type'], StripeMethodType>> = {
  credit_card: 'card',
  bank_account: 'us_bank_account',
  sepa: 'sepa_debit',
  bacs: 'bacs_debit',
  becs: 'au_becs_debit',
  // Stripe has no agreements of this service's wallet, and is never asked for one.
  paypal: 'card',
};

/** Returns Stripe's type of the payment method in a request; undefined for a reference of another adapter. */
export const typeOf = ({ method }: Pick<VerifyRequest, 'method'>): StripeMethodType | undefined =>
  'presented' in method ? STRIPE_TYPES[method.presented.description.type] : storedMethod(method.reference)?.type;

export const isDebit = (type: StripeMethodType | undefined): type is StripeDebit =>
  type !== undefined && type !== 'card';

/**
 * Makes a payment method of Stripe from a presented card or bank account, for a customer of its own: Stripe charges a
 * method again only for the customer it belongs to. The customer comes first, so that an account that cannot be reached
 * consumes no card.
 */
const storeStripeMethod = async (
  { stripe, vault }: Pick<StripeParts, 'stripe' | 'vault'>,
  send: Send,
  request: VerifyRequest,
  presented: Presented,
): Promise<Offered> => {
  const { site, billing_address } = request;
  const name = nameOf(billing_address);
  const customer = await send(
    (options) => stripe.customers.create({ ...(name ? { name } : {}), metadata: { service_site: site.id } }, options),
    stepKey(request, 'customer'),
  );
  if ('problem' in customer) return { ...customer, unreached: customer.problem.kind !== 'refused' };
  const method = await vault.read(presented, async (values) => {
    if (values.type === 'paypal') throw new Error('Stripe accounts take no wallet agreements.');
    const email = MANDATED_DEBITS.includes(values.type) ? request.email : undefined;
    const params = methodParams(values, billingDetails(billing_address, email), preferredNetwork(request));
    return send((options) => stripe.paymentMethods.create(params, options), stepKey(request, 'method'));
  });
  if ('problem' in method) return { ...method, unreached: false };
  const type = STRIPE_TYPES[presented.description.type];
  return { stored: { customer: customer.value.id, payment_method: method.value.id, type } };
};

/**
 * Returns the method of a request: a presented one is stored, and a stored card changed where the customer changed it.
 * Undefined for a reference of another adapter.
 */
export const offeredMethod = async (
  parts: Pick<StripeParts, 'stripe' | 'vault'>,
  send: Send,
  request: VerifyRequest,
): Promise<Offered | undefined> => {
  const { method } = request;
  if ('presented' in method) return storeStripeMethod(parts, send, request, method.presented);
  const stored = storedMethod(method.reference);
  if (!stored || isDebit(stored.type) || !method.changed) return stored && { stored };
  const { month: exp_month, year: exp_year } = method.changed;
  const card = { exp_month, exp_year, networks: { preferred: preferredNetwork(request) ?? ('' as const) } };
  const changed = await send((options) => parts.stripe.paymentMethods.update(stored.payment_method, { card }, options));
  return 'problem' in changed ? { problem: changed.problem, unreached: false } : { stored };
};

/**
 * The customer's mandate for debits of a bank account, of whatever scheme. The merchant collected it; Stripe would want
 * the browser's address and name of one that was given online, which the service does not have for every request.
 */
export const MANDATE = { mandate_data: { customer_acceptance: { type: 'offline', offline: {} } } } as const;

/**
 * A card that a merchant enters for a customer who is not at a browser. Stripe asks for a permission to mark such
 * payments, which need no authentication.
 */
export const BY_MAIL_OR_TELEPHONE = { payment_method_options: { card: { moto: true } } } as const;

/**
 * Debits an account that was presented as numbers without microdeposits, which the customer would have to report.
 * Stripe permits this to accounts that verify bank accounts themselves, and refuses it to others.
 */
export const WITHOUT_MICRODEPOSITS = {
  payment_method_options: { us_bank_account: { verification_method: 'skip' } },
} as const;

/** The longest suffix that fits beside any prefix: 22 characters, with a prefix of at most 10 and `* `. */
const LONGEST_SUFFIX = 10;

/**
 * Returns what follows the account's own name on a card statement; undefined for a text that Stripe does not accept.
 * For other methods, Stripe uses the name that the account has.
 */
export const statementSuffix = (descriptor: string): string | undefined => {
  const suffix = descriptor
    .replace(/[<>\\'"*]/g, '')
    .slice(0, LONGEST_SUFFIX)
    .trim();
  return /[A-Za-z]/.test(suffix) ? suffix : undefined;
};
