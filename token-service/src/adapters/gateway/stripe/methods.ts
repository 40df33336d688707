import type { BillingAddress } from '@service/billing/domain/billing-info/billing-address.ts';
import type { VerifyRequest } from '@service/billing/ports/gateway.ts';
import type { MethodValues, Presented } from '@service/billing/ports/vault.ts';
import type Stripe from 'stripe';
import { type StripeParts, stepKey } from './parts.ts';
import type { Problem } from './problem.ts';
import type { StripeMethod } from './references.ts';
import type { Send } from './send.ts';

/** A method to pay with, or why there is none. `unreached`: nothing of the method has left the service. */
export type Offered = { readonly stored: StripeMethod } | { readonly problem: Problem; readonly unreached: boolean };

const nameOf = ({ name_on_account, first_name, last_name }: BillingAddress): string =>
  name_on_account || [first_name, last_name].filter((part) => part).join(' ');

const billingDetails = (address: BillingAddress): Stripe.PaymentMethodCreateParams.BillingDetails => {
  const { address1, address2, city, state, zip, country, phone } = address;
  const name = nameOf(address);
  const lines = { line1: address1, line2: address2, city, state, postal_code: zip, country };
  const given = Object.entries(lines).filter(([, line]) => line);
  return {
    ...(name ? { name } : {}),
    ...(phone ? { phone } : {}),
    ...(given.length > 0 ? { address: Object.fromEntries(given) } : {}),
  };
};

/** The only place where the adapter reads numbers. */
const methodParams = (
  values: Exclude<MethodValues, { type: 'paypal' }>,
  billing_details: Stripe.PaymentMethodCreateParams.BillingDetails,
): Stripe.PaymentMethodCreateParams => {
  if (values.type === 'bank_account') {
    const { routing_number, account_number, account_type } = values;
    const us_bank_account = { routing_number, account_number: account_number.reveal(), account_type };
    return {
      type: 'us_bank_account',
      us_bank_account: { ...us_bank_account, account_holder_type: 'individual' },
      billing_details,
    };
  }
  const { number, month, year, verification_value } = values;
  const cvc = verification_value?.reveal();
  return {
    type: 'card',
    card: { number: number.reveal(), exp_month: month, exp_year: year, ...(cvc ? { cvc } : {}) },
    billing_details,
  };
};

/**
 * Makes a payment method of Stripe from a presented card or bank account, for a customer of its own: Stripe charges a
 * method again only for the customer it belongs to. The customer comes first, so that an account that cannot be reached
 * consumes no card.
 */
export const storeStripeMethod = async (
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
    const params = methodParams(values, billingDetails(billing_address));
    return send((options) => stripe.paymentMethods.create(params, options), stepKey(request, 'method'));
  });
  if ('problem' in method) return { ...method, unreached: false };
  const isBank = presented.description.type === 'bank_account';
  return { stored: { customer: customer.value.id, payment_method: method.value.id, isBank } };
};

/**
 * The customer's mandate for debits of a bank account. The merchant collected it; Stripe would want the browser's
 * address and name of one that was given online, which the service does not have for every request.
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
