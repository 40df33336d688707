import type Stripe from 'stripe';
import { DEBIT_CURRENCIES, type DebitType } from '../../cards/direct-debits.ts';
import { invalidRequest } from '../../http/api-error.ts';
import type { RequestParams } from '../../http/params.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { readAcceptance } from '../mandates.ts';
import type { Confirmation } from './confirm-payment.ts';

const METHOD_TYPES = ['card', ...(Object.keys(DEBIT_CURRENCIES) as DebitType[])] as const;
const DIRECT_DEBITS = ['sepa_debit', 'bacs_debit', 'au_becs_debit'] as const;
const SMALLEST_AMOUNT = 1;
const LARGEST_AMOUNT = 99_999_999;

/** @throws {ApiError} 400 for an amount that cannot be charged */
export const readAmount = (params: RequestParams): number => {
  const amount = params.needWhole('amount');
  if (amount < SMALLEST_AMOUNT)
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount > LARGEST_AMOUNT)
    throw invalidRequest(`Amount must be no more than ${LARGEST_AMOUNT}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  return amount;
};

/** Returns the currency in lower case. */
export const readCurrency = (params: RequestParams): string => {
  const currency = params.needText('currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency))
    throw invalidRequest(`Invalid currency: ${currency}. It must be a three-letter ISO code.`, { param: 'currency' });
  return currency;
};

export interface MethodOptions {
  readonly requested: Confirmation['requested'];
  readonly moto: boolean;
  readonly verification: string;
  /** `payment_method_options[card][cvc_token]`. */
  readonly securityCode: string | null;
  /** The options that the intent shows. */
  readonly shown: Stripe.PaymentIntent.PaymentMethodOptions;
}

/** Reads `payment_method_options`. `types` are those of the intent, for which it shows options. */
export const readMethodOptions = (params: RequestParams, types: readonly string[]): MethodOptions => {
  const options = params.object('payment_method_options');
  const card = options?.object('card');
  const bank = options?.object('us_bank_account');
  const requested = card?.choice('request_three_d_secure', ['any', 'automatic', 'challenge']) ?? 'automatic';
  const moto = card?.flag('moto') ?? false;
  const credential = card?.choice('stored_credential_usage', ['installment', 'recurring', 'unscheduled']);
  for (const name of ['network', 'setup_future_usage', 'capture_method', 'setup_credential_usage']) card?.text(name);
  const securityCode = card?.text('cvc_token') ?? null;
  const verification = bank?.choice('verification_method', ['automatic', 'instant', 'microdeposits', 'skip']);
  bank?.text('setup_future_usage');
  bank?.any('financial_connections');
  for (const name of DIRECT_DEBITS) options?.any(name);
  const shown: Stripe.PaymentIntent.PaymentMethodOptions = {
    ...(types.includes('card') && {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: requested,
        ...(credential && { stored_credential_usage: credential }),
      },
    }),
    ...(types.includes('us_bank_account') && {
      us_bank_account: {
        verification_method: (verification ?? 'automatic') as 'automatic' | 'instant' | 'microdeposits',
      },
    }),
    ...Object.fromEntries(DIRECT_DEBITS.filter((type) => types.includes(type)).map((type) => [type, {}])),
  };
  return { requested, moto, verification: verification ?? 'automatic', securityCode, shown };
};

/**
 * Reads what a confirmation adds to an intent.
 *
 * @throws {ApiError} 400 when parameters exclude one another
 */
export const readConfirmation = (params: RequestParams, options: MethodOptions): Confirmation => {
  const session = params.text('off_session');
  if (session !== undefined && !['true', 'false', 'one_off', 'recurring'].includes(session))
    throw invalidRequest(`Invalid boolean: ${session}`, { param: 'off_session' });
  const return_url = params.text('return_url') ?? null;
  if (return_url !== null && !URL.canParse(return_url))
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
  params.flag('use_stripe_sdk');
  return {
    offSession: session !== undefined && session !== 'false',
    requested: options.requested,
    moto: options.moto,
    return_url,
    failOnAction: params.flag('error_on_requires_action') ?? false,
    acceptance: readAcceptance(params),
    mandate: params.text('mandate') ?? null,
    verification: options.verification,
    securityCode: options.securityCode,
  };
};

/** Until this version, clients chose the types by `payment_method_types`. */
const FIRST_WITHOUT_TYPES = '2026-09-30.endive';

export interface MethodTypes {
  /** The types that can pay, which the intent shows as `payment_method_types`. */
  readonly types: string[];
  /** The value of `allowed_payment_method_types`. */
  readonly allowed: Stripe.PaymentIntent.AllowedPaymentMethodType[] | null;
  readonly automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
}

/**
 * Returns the payment method types of an intent in `currency`; null for any. Without a list, every type is enabled, as
 * in an account whose settings enable all.
 *
 * @throws {ApiError} 400 for types in a way that the version does not know, or in two ways
 */
export const readMethodTypes = (world: SimulatorWorld, params: RequestParams, currency: string | null): MethodTypes => {
  const version = world.request?.version ?? FIRST_WITHOUT_TYPES;
  if (params.has('payment_method_types') && version >= FIRST_WITHOUT_TYPES)
    throw invalidRequest(
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types, or dynamic payment ' +
        'methods.',
      { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
    );
  const types = params.list('payment_method_types');
  const allowed = params.list('allowed_payment_method_types');
  const excluded = params.list('excluded_payment_method_types');
  const automatic = params.object('automatic_payment_methods');
  const enabled = automatic?.flag('enabled');
  const allow_redirects = automatic?.choice('allow_redirects', ['always', 'never']) ?? 'always';
  const ways = [types, allowed, excluded ?? automatic].filter((way) => way !== undefined);
  if (ways.length > 1)
    throw invalidRequest(
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods, ' +
        'excluded_payment_method_types, payment_method_types.',
      { code: 'parameters_exclusive' },
    );
  const listed = types ?? allowed;
  const compatible = METHOD_TYPES.filter(
    (type) =>
      (listed?.includes(type) ?? !excluded?.includes(type)) &&
      (type === 'card' || currency === null || currency === DEBIT_CURRENCIES[type]),
  );
  if (compatible.length === 0)
    throw invalidRequest(
      'No payment method type fits. The simulator serves card, us_bank_account in usd, sepa_debit in eur, bacs_debit in gbp, and au_becs_debit in aud.',
      {
        code: 'payment_intent_invalid_parameter',
        param: types ? 'payment_method_types' : 'allowed_payment_method_types',
      },
    );
  return {
    types: compatible,
    allowed: (allowed ?? null) as MethodTypes['allowed'],
    automatic: (enabled ?? listed === undefined) ? { allow_redirects, enabled: true } : null,
  };
};

/** @throws {ApiError} 400 where the customer might be redirected, and there is no address to return to */
export const needReturnUrl = (
  automatic: { allow_redirects?: string } | null,
  return_url: string | null,
  noun: string,
): void => {
  if (automatic?.allow_redirects === 'always' && return_url === null)
    throw invalidRequest(
      `This ${noun} is configured to accept payment methods enabled in your Dashboard. Because some of these payment ` +
        'methods might redirect your customer off of your page, you must provide a `return_url`. If you do not want to ' +
        'accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and ' +
        `\`automatic_payment_methods[allow_redirects]\` to \`never\` when creating ${noun}s.`,
      { param: 'return_url' },
    );
};
