import type { ErrorDetail } from '../errors.ts';
import { textProblem } from './problem.ts';

export type BankValues = Readonly<Record<string, unknown>>;

/** The properties that a page can send for a bank account and its holder. */
const BANK_NAMES: ReadonlySet<string> = new Set(
  (
    'routing_number account_number account_number_confirmation account_type name_on_account iban sort_code bsb_code ' +
    'type address1 address2 company city state postal_code country phone vat_number authorization'
  ).split(' '),
);

interface Scheme {
  /** The `type` of the request; empty for the default, a US account. */
  readonly type: string;
  readonly required: readonly string[];
}

const NUMBER = 'account_number account_number_confirmation';

/** The required properties, by the prefix of the type. */
const REQUIRED: Readonly<Record<string, string>> = {
  iban: 'iban name_on_account',
  bacs: `name_on_account sort_code ${NUMBER}`,
  becs: `name_on_account bsb_code ${NUMBER}`,
};

/** Returns the rules for an account: by its `type` or its `iban`, otherwise those of a US account. */
export const schemeOf = ({ type, iban }: BankValues): Scheme => {
  const [, kind = iban === undefined ? '' : 'iban'] = /^(bacs|becs|iban(?=_))(_bank_account)?$/.exec(`${type}`) ?? [];
  const required = (REQUIRED[kind] ?? `routing_number ${NUMBER} account_type name_on_account`).split(' ');
  return { type: kind && `${kind}_bank_account`, required };
};

/** Returns every problem of an account before it is sent, one entry per field. */
export const bankFindings = (values: BankValues): readonly ErrorDetail[] => {
  const { account_number, account_number_confirmation, account_type } = values;
  const differ = `${account_number ?? ''}` !== `${account_number_confirmation ?? ''}`;
  const unknown = !textProblem(account_type) && account_type !== 'checking' && account_type !== 'savings';
  return schemeOf(values)
    .required.map((field) => ({
      field,
      messages: [
        field === 'account_number_confirmation' && differ && 'does not match',
        textProblem(values[field]),
        field === 'account_type' && unknown && 'is invalid',
      ].filter((message) => typeof message === 'string'),
    }))
    .filter(({ messages }) => messages.length);
};

/** Returns the parameters of the token request. */
export const bankParams = (given: BankValues): BankValues => {
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => BANK_NAMES.has(name)));
  const { type } = schemeOf(values);
  return { ...values, ...(type && { type }) };
};
