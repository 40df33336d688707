import { changes, filled } from '../../resources/apply.ts';
import { type BillingInfo, type BillingInfoInput, billingInfo, MANDATED_DEBITS } from '../../resources/billing-info.ts';
import type { Site } from '../../resources/site.ts';
import { cardMonth } from '../../values/card/card-month.ts';
import type { CardType } from '../../values/card/card-type.ts';
import { type NetworkPreference, readNetworkPreference } from '../../values/card/card-type.ts';
import { isExpiry, parseMonth } from '../../values/card/expiry.ts';
import { Failure, type Issue } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { vatNumberIssues } from '../accounts/account.ts';
import type { CardChange, Holder, MethodDescription } from './payment-method.ts';
import type { BillingInfoRecord } from './record.ts';
import { REQUIRED_ADDRESS } from './required-address.ts';

/** Billing info as a client sends it, without the card or account numbers, which only the vault sees. */
export type SentBillingInfo = Omit<
  BillingInfoInput,
  'number' | 'verification_value' | 'account_number' | 'iban' | 'sort_code' | 'bsb_code'
>;

/** A payment method that a client presents or names: its description, and the name and address of a token. */
export interface PresentedDetails {
  readonly description: MethodDescription;
  readonly holder?: Holder;
}

/** Billing info before a gateway has given it a reference. */
export type Unverified = Omit<
  BillingInfo,
  | 'updated_at'
  | 'uuid'
  | 'last_two'
  | 'primary_payment_method'
  | 'backup_payment_method'
  | 'gateway_code'
  | 'gateway_token'
>;

const BESIDE_A_TOKEN: ReadonlySet<string> = new Set([
  'token_id',
  'type',
  'currency',
  'three_d_secure_action_result_token_id',
  'transaction_type',
  'primary_payment_method',
  'backup_payment_method',
  'ip_address_country',
]);

/** Refuses other payment fields beside a token; `currency` is tolerated, because an existing client always sends it. */
export const refuseTokenCompanions = (input: BillingInfoInput): void => {
  if (!input.token_id) return;
  const sent = Object.entries(input).some(([name, value]) => value !== undefined && !BESIDE_A_TOKEN.has(name));
  if (sent) throw new Failure('billing_info_invalid');
};

/**
 * Returns the resulting billing info. A token replaces everything. Without a token only the fields in the request
 * change, unless the type of payment method changes: then the stored fields are dropped.
 */
export const resulting = (
  held: BillingInfoRecord | undefined,
  { input }: { readonly input: SentBillingInfo },
  presented: PresentedDetails | undefined,
): Unverified => {
  const description = presented?.description;
  const type = description?.type ?? held?.type ?? 'credit_card';
  const { ip_address_country } = input;
  const named = input.token_id ? { ...presented?.holder, ip_address_country } : input;
  const base = held && !input.token_id && held.type === type ? held : { ...nothingKnown, ...filled(billingInfo, {}) };
  return {
    ...base,
    ...changes(billingInfo, named),
    ...countryOfAddress(base, named),
    ...(presented
      ? {
          ...described(presented.description, input.card_type),
          ...authorized(presented, input),
          card_network_preference: preferred(named),
          cc_bin_country: ('cc_bin_country' in presented.description && presented.description.cc_bin_country) || null,
        }
      : {}),
    type,
  };
};

/** Returns that the country is not known of another IP address, unless it came with it. */
const countryOfAddress = (
  { ip_address: before }: Pick<Unverified, 'ip_address'>,
  {
    ip_address: after,
    ip_address_country,
  }: { readonly ip_address?: string | null; readonly ip_address_country?: string | null | undefined },
): Partial<BillingInfo> =>
  ip_address_country === undefined && after !== undefined && after !== before ? { ip_address_country: null } : {};

const nothingKnown = {
  cc_bin_country: null,
  first_six: null,
  last_four: null,
  bank_account_authorized_at: null,
  bank_account_authorization: null,
};

/** Returns authorization and mandate of a bank account: another bank account has its own, or none. */
const authorized = (
  { holder = {} }: PresentedDetails,
  { mandate_reference = null }: SentBillingInfo,
): Partial<BillingInfo> => {
  const { bank_account_authorized_at: at, bank_account_authorization = null } = holder;
  const bank_account_authorized_at = at ? Date.parse(at) / 1000 : null;
  return { bank_account_authorized_at, bank_account_authorization, mandate_reference };
};

/** Returns the network that is preferred for a presented card: that of the card before is not its own. */
const preferred = ({ card_network_preference: written }: Holder | SentBillingInfo): NetworkPreference | null =>
  (written && readNetworkPreference(written)) || null;

const described = (description: MethodDescription, cardType: CardType | null | undefined): Partial<BillingInfo> =>
  description.type === 'credit_card'
    ? { ...description, card_type: description.card_type === 'Unknown' && cardType ? cardType : description.card_type }
    : description;

/**
 * Returns the problems of billing info: missing names or agreement, a missing part of the address that the site
 * requires, an expiry in the past, an invalid VAT number, a mandate or a network of what has none, another type than
 * the request names.
 */
export const billingInfoIssues = (
  site: Site,
  now: Seconds,
  path: string,
  info: Unverified,
  { token_id, type }: SentBillingInfo,
): Issue[] => {
  // Address requirements apply to cards only.
  const address = info.type === 'credit_card' ? REQUIRED_ADDRESS[site.address_requirement] : [];
  const blank = [...NEEDED[info.type], ...address].filter((name) => !info[name]?.trim());
  return [
    ...blank.map((name): Issue => ({ field: `${path}.${name}`, symbol: 'blank' })),
    ...(info.type === 'credit_card' ? expiryIssues(path, info, now) : []),
    ...(info.mandate_reference && !MANDATED_DEBITS.includes(info.type)
      ? [{ field: `${path}.mandate_reference`, symbol: 'present', reason: 'of_a_mandate' } as const]
      : []),
    ...(info.card_network_preference && info.type !== 'credit_card'
      ? [{ field: `${path}.card_network_preference`, symbol: 'present', reason: 'of_a_card' } as const]
      : []),
    ...(type && type !== info.type && !token_id
      ? [{ field: `${path}.type`, symbol: 'invalid', reason: 'type_of_another_method' } as const]
      : []),
    ...vatNumberIssues(site, `${path}.vat_number`, info.country, info.vat_number),
  ];
};

const NEEDED = {
  credit_card: ['first_name', 'last_name'],
  paypal: ['paypal_billing_agreement_id'],
  bank_account: ['name_on_account'],
  sepa: ['name_on_account'],
  bacs: ['name_on_account'],
  becs: ['name_on_account'],
} as const satisfies Record<BillingInfo['type'], readonly (keyof BillingInfo)[]>;

const expiryIssues = (path: string, { month, year }: Unverified, now: Seconds): Issue[] => {
  if (parseMonth(month ?? '') === undefined)
    return [{ field: `${path}.month`, symbol: 'inclusion', choices: ['1 to 12'] }];
  return isExpiry(month ?? '', year ?? '', cardMonth(now)) ? [] : [{ field: `${path}.year`, symbol: 'expired' }];
};

/** The field in which a type of payment method is sent; by default a card is. */
const FIRST_FIELD: Readonly<Record<BillingInfo['type'], keyof BillingInfoInput>> = {
  credit_card: 'number',
  paypal: 'paypal_billing_agreement_id',
  bank_account: 'account_number',
  sepa: 'iban',
  bacs: 'sort_code',
  becs: 'bsb_code',
};

/** Returns the issue of billing info without a payment method. */
export const missingMethodIssue = (path: string, { type, routing_number }: SentBillingInfo): Issue => ({
  field: `${path}.${FIRST_FIELD[type ?? (routing_number ? 'bank_account' : 'credit_card')]}`,
  symbol: 'blank',
});

/**
 * Returns the issue of another bank, or of another type of account, in a request that presents no account: neither
 * changes without its number.
 */
export const unnumberedIssues = (
  path: string,
  held: BillingInfoRecord | undefined,
  { token_id, ...input }: SentBillingInfo,
): Issue[] => {
  const changes = (['routing_number', 'account_type'] as const).some(
    (name) => input[name] && input[name] !== held?.[name],
  );
  return changes && !token_id ? [{ field: `${path}.account_number`, symbol: 'blank' }] : [];
};

/**
 * Returns how the gateway is to change the card on file, and has its issuer check it; undefined if nothing changes that
 * the gateway knows of.
 */
export const changedCard = (
  held: BillingInfoRecord | undefined,
  { type, month, year, card_network_preference }: Unverified,
): CardChange | undefined =>
  type === 'credit_card' &&
  (held?.month !== month || held?.year !== year || held?.card_network_preference !== card_network_preference)
    ? { month: month ?? 0, year: year ?? 0 }
    : undefined;
