import type { ErrorDetail } from '../errors.ts';

/** What a page may say of a bank account and its holder. */
export const BANK_NAMES: readonly string[] =
  /* @__PURE__ */ `routing_number account_number account_number_confirmation account_type name_on_account iban sort_code bsb_code type address1 address2 company city state postal_code country phone vat_number`.split(
    ' ',
  );

export type BankValues = Readonly<Record<string, unknown>>;

interface Scheme {
  /** `type` of the request; empty for the default, a US account. */
  readonly type: string;
  readonly required: readonly string[];
}

const NUMBER = 'account_number account_number_confirmation';

/** What is required, by the beginning of the type. */
const REQUIRED: Readonly<Record<string, string>> = {
  iban: 'iban name_on_account',
  bacs: `name_on_account sort_code ${NUMBER}`,
  becs: `name_on_account bsb_code ${NUMBER}`,
};

/** The rules that apply: by `type`, or by an `iban`; a US account otherwise. */
export const schemeOf = ({ type, iban }: BankValues): Scheme => {
  const [, kind = iban === undefined ? '' : 'iban'] = /^(bacs|becs|iban(?=_))(_bank_account)?$/.exec(`${type}`) ?? [];
  const required = (REQUIRED[kind] ?? `routing_number ${NUMBER} account_type name_on_account`).split(' ');
  return { type: kind && `${kind}_bank_account`, required };
};

/** What is wrong with a value that must be a text; undefined when nothing is. */
export const problem = (value: unknown): string | undefined => {
  if (!String(value ?? '').trim()) return "can't be blank";
  return typeof value === 'string' ? undefined : 'is invalid';
};

/** Everything wrong with an account before it is sent (sdk reference, section 7.1), one entry per field. */
export const findings = (values: BankValues): readonly ErrorDetail[] => {
  const { account_number, account_number_confirmation, account_type } = values;
  const differ = `${account_number ?? ''}` !== `${account_number_confirmation ?? ''}`;
  const unknown = !problem(account_type) && account_type !== 'checking' && account_type !== 'savings';
  return schemeOf(values)
    .required.map((field) => ({
      field,
      messages: [
        field === 'account_number_confirmation' && differ && 'does not match',
        problem(values[field]),
        field === 'account_type' && unknown && 'is invalid',
      ].filter((message) => typeof message === 'string'),
    }))
    .filter(({ messages }) => messages.length);
};
