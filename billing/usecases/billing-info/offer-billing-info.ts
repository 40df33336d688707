import { refuseTokenCompanions, type SentBillingInfo } from '../../domain/billing-info/billing-info.ts';
import type { RawMethod } from '../../domain/billing-info/payment-method.ts';
import { refuseUntaken } from '../../domain/billing-info/untaken.ts';
import type { OfferedBillingInfo } from '../../engine/accounts/offered-billing-info.ts';
import type { Vault } from '../../ports/vault.ts';
import type { BillingInfoInput } from '../../resources/billing-info.ts';
import type { Site } from '../../resources/site.ts';
import type { Submitted } from '../../resources/submitted.ts';
import type { Issue } from '../../values/failure.ts';

export interface Offer {
  readonly offered: OfferedBillingInfo;
  readonly issues: readonly Issue[];
}

/**
 * Passes the card or account numbers of a request to the vault, before any use case runs. Returns their description, or
 * their issues under `path`, in addition to earlier issues. Throws `billing_info_invalid` for a token together with
 * other payment fields, and `feature_not_enabled` for a method that no gateway of this service takes.
 */
export const offerBillingInfo = (
  vault: Vault,
  site: Site,
  path: string,
  { value, issues }: Submitted<BillingInfoInput>,
): Offer => {
  refuseTokenCompanions(value);
  refuseUntaken(value);
  const input = withoutNumbers(value);
  const raw = rawMethod(value);
  const at = ({ field, ...issue }: Issue): Issue => ({ ...issue, field: `${path}.${field}` });
  if (!raw) return { offered: { input }, issues: [...issues, ...emptied(value).map(at)] };
  const mixed = mixedWith(raw, value);
  const { routing_number, account_type, ...unnumbered } = input;
  const unread = { input: unnumbered };
  if (mixed.length > 0) return { offered: unread, issues: [...issues, ...mixed.map(at)] };
  const judged = vault.present(site, raw);
  if ('accepted' in judged) return { offered: { input, presented: judged.accepted }, issues };
  const known = new Set(issues.map(({ field }) => field));
  return { offered: unread, issues: [...issues, ...judged.issues.map(at).filter(({ field }) => !known.has(field))] };
};

/** Returns billing info without what only the vault sees. */
const withoutNumbers = (value: BillingInfoInput): SentBillingInfo => {
  const { number, verification_value, account_number, iban, sort_code, bsb_code, ...input } = value;
  return input;
};

/** The fields that present a payment method. */
const PRESENTING = [
  'token_id',
  'number',
  'routing_number',
  'account_number',
  'iban',
  'sort_code',
  'bsb_code',
  'paypal_billing_agreement_id',
] as const satisfies readonly (keyof BillingInfoInput)[];

/** Returns the issues of empty fields in a request that presents no method: the stored one would stay unnoticed. */
const emptied = (input: BillingInfoInput): Issue[] =>
  input.token_id
    ? []
    : PRESENTING.filter((name) => input[name] === null || input[name] === '').map((field) => ({
        field,
        symbol: 'blank',
      }));

/** The fields that only one type of payment method has. */
const OWN_FIELDS = {
  iban: 'sepa',
  sort_code: 'bacs',
  bsb_code: 'becs',
  routing_number: 'bank_account',
  paypal_billing_agreement_id: 'paypal',
} as const satisfies Partial<Record<keyof BillingInfoInput, RawMethod['type']>>;

/** Returns the issues of fields that belong to another payment method than the one that is presented. */
const mixedWith = ({ type }: RawMethod, input: BillingInfoInput): Issue[] => {
  const others = Object.entries(OWN_FIELDS).filter(
    ([name, owner]) => owner !== type && input[name as keyof typeof OWN_FIELDS],
  );
  const isOther = input.type && input.type !== type;
  return [
    ...others.map(([field]): Issue => ({ field, symbol: 'present', reason: 'field_of_another_method' })),
    ...(isOther ? [{ field: 'type', symbol: 'invalid', reason: 'type_of_another_method' } as const] : []),
  ];
};

const rawMethod = (input: BillingInfoInput): RawMethod | undefined => {
  const { number, month, year, verification_value, account_number, routing_number, account_type } = input;
  const { iban, sort_code, bsb_code, type, paypal_billing_agreement_id } = input;
  if (number || verification_value) return { type: 'credit_card', number, month, year, verification_value };
  if (iban) return { type: 'sepa', iban };
  if (sort_code || (account_number && type === 'bacs')) return { type: 'bacs', sort_code, account_number };
  if (bsb_code || (account_number && type === 'becs')) return { type: 'becs', bsb_code, account_number };
  if (account_number) return { type: 'bank_account', account_number, routing_number, account_type };
  if (paypal_billing_agreement_id) return { type: 'paypal', paypal_billing_agreement_id };
  return undefined;
};
