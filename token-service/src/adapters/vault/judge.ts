import type {
  AgreementDescription,
  BankAccountDescription,
  CardDescription,
  DebitDescription,
  MethodDescription,
  RawAgreement,
  RawBacsAccount,
  RawBankAccount,
  RawCard,
  RawMethod,
  RawSepaAccount,
} from '@service/billing/domain/billing-info/payment-method.ts';
import type { Judged } from '@service/billing/ports/vault.ts';
import { ibanFault, normaliseIban } from '@service/billing/values/bank/iban.ts';
import { isRoutingNumber } from '@service/billing/values/bank/routing-number.ts';
import { BRANDS, brandOf, UNKNOWN_BRAND } from '@service/billing/values/card/brand.ts';
import { cardTypeOfBrand } from '@service/billing/values/card/card-type.ts';
import { isCvv } from '@service/billing/values/card/cvv.ts';
import { isExpiryYear, parseMonth, parseYear, type YearMonth } from '@service/billing/values/card/expiry.ts';
import { isCardNumber, normaliseNumber, truncate } from '@service/billing/values/card/number.ts';
import type { Issue, IssueReason, IssueSymbol } from '@service/billing/values/failure.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { secretBytes } from './presented.ts';

/** An accepted method: its public description, and its secret values. */
export interface Accepted<Description> {
  readonly description: Description;
  readonly secret: Buffer;
}

const written = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value).trim();

const revealed = (value: Secret | null | undefined): string => written(value?.reveal());

const yearFault = (
  written: string,
  year: number | undefined,
  month: number | undefined,
  now: YearMonth,
): IssueSymbol | undefined => {
  if (written === '') return 'blank';
  if (year === undefined) return 'inclusion';
  // If the month is invalid, only the year is checked.
  if (year < now.year || (year === now.year && (month ?? now.month) < now.month)) return 'expired';
  return isExpiryYear(year, now) ? undefined : 'inclusion';
};

/** The issue of a value that is missing, or is none of the choices. */
const outside = (field: string, written: string, choices: readonly string[]): Issue =>
  written === '' ? { field, symbol: 'blank' } : { field, symbol: 'inclusion', choices };

/** Validates a card in the month `now`. Reports all issues, in the order of the fields. */
const judgeCard = (raw: RawCard, now: YearMonth): Judged<Accepted<CardDescription>> => {
  const number = normaliseNumber(revealed(raw.number));
  const writtenMonth = written(raw.month);
  const writtenYear = written(raw.year);
  const code = revealed(raw.verification_value);
  const month = parseMonth(writtenMonth);
  const year = parseYear(writtenYear);
  const issues: Issue[] = [];

  const known = isCardNumber(number);
  const brand = known ? brandOf(number) : UNKNOWN_BRAND;
  if (!known) issues.push({ field: 'number', symbol: number === '' ? 'blank' : 'invalid' });
  if (month === undefined) issues.push(outside('month', writtenMonth, ['1 to 12']));
  const wrongYear = yearFault(writtenYear, year, month, now);
  if (wrongYear) issues.push({ field: 'year', symbol: wrongYear });
  if (code !== '' && !isCvv(code, brand)) issues.push({ field: 'verification_value', symbol: 'invalid' });
  if (issues.length > 0 || month === undefined || year === undefined) return { issues };

  const { slug } = brand;
  const card_type = cardTypeOfBrand(slug);
  const { firstSix: first_six, lastFour: last_four } = truncate(number);
  return {
    accepted: {
      description: { type: 'credit_card', card_type, brand: slug, first_six, last_four, month, year },
      secret: secretBytes(number, code),
    },
  };
};

const ACCOUNT_TYPES: readonly BankAccountDescription['account_type'][] = ['checking', 'savings'];

const isAccountType = (value: string): value is BankAccountDescription['account_type'] =>
  (ACCOUNT_TYPES as readonly string[]).includes(value);

/** Validates a US bank account. */
const judgeBankAccount = (raw: RawBankAccount): Judged<Accepted<BankAccountDescription>> => {
  const routing = written(raw.routing_number);
  const number = normaliseNumber(revealed(raw.account_number));
  const type = written(raw.account_type);
  const issues: Issue[] = [];

  if (!isRoutingNumber(routing)) issues.push({ field: 'routing_number', symbol: routing === '' ? 'blank' : 'invalid' });
  if (!/^\d{4,17}$/.test(number)) issues.push({ field: 'account_number', symbol: number === '' ? 'blank' : 'invalid' });
  if (raw.account_number_confirmation && normaliseNumber(revealed(raw.account_number_confirmation)) !== number) {
    issues.push({ field: 'account_number_confirmation', symbol: 'confirmation' });
  }
  if (!isAccountType(type)) issues.push(outside('account_type', type, ACCOUNT_TYPES));
  if (issues.length > 0 || !isAccountType(type)) return { issues };

  return {
    accepted: {
      description: {
        type: 'bank_account',
        routing_number: routing,
        last_four: number.slice(-4),
        account_type: type,
      },
      secret: secretBytes(number),
    },
  };
};

const SEPA_FAULTS = {
  form: 'not_an_iban',
  check_digits: 'iban_check_digits',
  country: 'iban_outside_sepa',
} as const satisfies Record<NonNullable<ReturnType<typeof ibanFault>>, IssueReason>;

/** Validates an account in the euro payments area. */
const judgeSepaAccount = (raw: RawSepaAccount): Judged<Accepted<DebitDescription>> => {
  const iban = normaliseIban(revealed(raw.iban));
  if (iban === '') return { issues: [{ field: 'iban', symbol: 'blank' }] };
  const fault = ibanFault(iban);
  if (fault) return { issues: [{ field: 'iban', symbol: 'invalid', reason: SEPA_FAULTS[fault] }] };
  const description = { type: 'sepa', last_four: iban.slice(-4), cc_bin_country: iban.slice(0, 2) } as const;
  return { accepted: { description, secret: secretBytes(iban) } };
};

/** The bank code and the account number of a scheme. */
interface DebitForm {
  readonly type: 'bacs' | 'becs';
  readonly codeField: 'sort_code' | 'bsb_code';
  readonly codeReason: IssueReason;
  readonly number: RegExp;
  readonly numberReason: IssueReason;
}

const BACS: DebitForm = {
  type: 'bacs',
  codeField: 'sort_code',
  codeReason: 'not_a_sort_code',
  number: /^\d{8}$/,
  numberReason: 'not_a_british_account',
};

const BECS: DebitForm = {
  type: 'becs',
  codeField: 'bsb_code',
  codeReason: 'not_a_bsb_code',
  number: /^\d{5,9}$/,
  numberReason: 'not_an_australian_account',
};

/** Validates an account by the form of its scheme. */
const judgeDebitAccount = (
  { type, codeField, codeReason, number: form, numberReason }: DebitForm,
  writtenCode: Secret | null | undefined,
  {
    account_number,
    account_number_confirmation,
  }: Pick<RawBacsAccount, 'account_number' | 'account_number_confirmation'>,
): Judged<Accepted<DebitDescription>> => {
  const code = normaliseNumber(revealed(writtenCode));
  const number = normaliseNumber(revealed(account_number));
  const issues: Issue[] = [];
  const judge = (field: string, value: string, isRight: boolean, reason: IssueReason): void => {
    if (!isRight) issues.push(value === '' ? { field, symbol: 'blank' } : { field, symbol: 'invalid', reason });
  };
  judge(codeField, code, /^\d{6}$/.test(code), codeReason);
  judge('account_number', number, form.test(number), numberReason);
  if (account_number_confirmation && normaliseNumber(revealed(account_number_confirmation)) !== number) {
    issues.push({ field: 'account_number_confirmation', symbol: 'confirmation' });
  }
  if (issues.length > 0) return { issues };
  return { accepted: { description: { type, last_four: number.slice(-4) }, secret: secretBytes(number, code) } };
};

/** Validates the format of a wallet agreement's id; only the wallet knows whether the agreement exists. */
const judgeAgreement = (raw: RawAgreement): Judged<Accepted<AgreementDescription>> => {
  const id = written(raw.paypal_billing_agreement_id);
  if (!/^[\w-]{1,255}$/.test(id)) {
    return { issues: [{ field: 'paypal_billing_agreement_id', symbol: id === '' ? 'blank' : 'invalid' }] };
  }
  return {
    accepted: {
      description: { type: 'paypal', paypal_billing_agreement_id: id },
      secret: Buffer.alloc(0),
    },
  };
};

/** Validates a payment method of any type, a card in the month `now`. */
export const judgeMethod = (raw: RawMethod, now: () => YearMonth): Judged<Accepted<MethodDescription>> => {
  switch (raw.type) {
    case 'credit_card':
      return judgeCard(raw, now());
    case 'bank_account':
      return judgeBankAccount(raw);
    case 'sepa':
      return judgeSepaAccount(raw);
    case 'bacs':
      return judgeDebitAccount(BACS, raw.sort_code, raw);
    case 'becs':
      return judgeDebitAccount(BECS, raw.bsb_code, raw);
    case 'paypal':
      return judgeAgreement(raw);
  }
};

/** Validates a security code for a stored card of a type, or of any. */
export const judgeCode = (code: Secret | null | undefined, card_type?: string | null): Judged<Secret> => {
  const digits = revealed(code);
  const brand = BRANDS.find(({ slug }) => cardTypeOfBrand(slug) === card_type);
  if (digits === '') return { issues: [{ field: 'verification_value', symbol: 'blank' }] };
  return isCvv(digits, brand)
    ? { accepted: new Secret(digits) }
    : { issues: [{ field: 'verification_value', symbol: 'invalid' }] };
};
