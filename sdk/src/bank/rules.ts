import type { ErrorDetail } from '../errors.ts';

/** What a page may say of a bank account and its holder. */
export const BANK_NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set(
  `routing_number account_number account_number_confirmation account_type name_on_account iban sort_code bsb_code type
  address1 address2 company city state postal_code country phone vat_number`.split(/\s+/),
);

export type BankValues = Readonly<Record<string, unknown>>;

interface Scheme {
  /** `type` of the request; undefined for the default, a US account. */
  readonly type?: string;
  readonly required: readonly string[];
}

const US: Scheme = {
  required: ['routing_number', 'account_number', 'account_number_confirmation', 'account_type', 'name_on_account'],
};
const IBAN: Scheme = { type: 'iban_bank_account', required: ['iban', 'name_on_account'] };
const BACS: Scheme = {
  type: 'bacs_bank_account',
  required: ['name_on_account', 'sort_code', 'account_number', 'account_number_confirmation'],
};
const BECS: Scheme = {
  type: 'becs_bank_account',
  required: ['name_on_account', 'bsb_code', 'account_number', 'account_number_confirmation'],
};

/** The rules that apply: by `type`, or by an `iban`; a US account otherwise. */
export const schemeOf = ({ type, iban }: BankValues): Scheme => {
  if (type === 'bacs' || type === BACS.type) return BACS;
  if (type === 'becs' || type === BECS.type) return BECS;
  return iban !== undefined || type === IBAN.type ? IBAN : US;
};

const isBlank = (value: unknown): boolean => value === undefined || value === null || String(value).trim() === '';

/** What is wrong with a value that must be a text; undefined when nothing is. */
export const problem = (value: unknown): string | undefined => {
  if (isBlank(value)) return "can't be blank";
  return typeof value === 'string' ? undefined : 'is invalid';
};

/** Everything wrong with an account before it is sent (sdk reference, section 7.1), one entry per field. */
export const findings = (values: BankValues): readonly ErrorDetail[] => {
  const found = new Map<string, string[]>();
  const find = (field: string, message: string) => found.set(field, [...(found.get(field) ?? []), message]);
  const { required } = schemeOf(values);
  const { account_number, account_number_confirmation, account_type } = values;

  const differ = String(account_number ?? '') !== String(account_number_confirmation ?? '');
  if (required.includes('account_number') && differ) find('account_number_confirmation', 'does not match');
  for (const name of required) {
    const wrong = problem(values[name]);
    if (wrong) find(name, wrong);
  }
  const known = account_type === 'checking' || account_type === 'savings';
  if (required.includes('account_type') && !problem(account_type) && !known) find('account_type', 'is invalid');

  return [...found].map(([field, messages]) => ({ field, messages }));
};
