import { type DetailFaults, type DetailName, detailFaults } from '@service/billing/domain/accounts/detail-faults.ts';
import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { AccountInput } from '@service/billing/resources/account.ts';
import type { Fault } from '@service/billing/resources/kind.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { timeZonesWith } from '@service/billing/values/time-zone.ts';
import { spokenLanguage } from '../../../../documents/messages/document-language.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import type { FieldChoice } from '../../parts/form.ts';
import { countriesByName } from '../../parts/place-names.ts';

export const ACCOUNT_LABELS = {
  email: 'Email',
  cc_emails: 'Copies of mail to',
  first_name: 'First name',
  last_name: 'Last name',
  company_name: 'Company',
  vat_number: 'VAT number',
  tax_exempt: 'Exempt from taxes',
  exemption_certificate: 'Exemption certificate',
  entity_use_code: 'Entity use code',
  preferred_locale: 'Language, such as de-AT',
  preferred_time_zone: 'Time zone',
  invoice_template_uuid: 'Invoice template',
  override_business_entity_id: 'Business entity that sells',
} as const;

export const ADDRESS_LABELS = {
  address1: 'Address',
  address2: 'Address, second line',
  zip: 'Postal code',
  city: 'City',
  state: 'State or region',
  country: 'Country',
  phone: 'Phone',
} as const;

type AccountName = keyof typeof ACCOUNT_LABELS;
type AddressName = keyof typeof ADDRESS_LABELS;

/** The texts of a customer, and a box, which is `yes` or empty. */
export type EditedName = DetailName | 'tax_exempt';

const LABELS: Readonly<Record<EditedName, string>> = { ...ACCOUNT_LABELS, ...ADDRESS_LABELS };
const NAMES = Object.keys(LABELS) as readonly EditedName[];

export type DetailTexts = Readonly<Record<EditedName, string>>;

/** Returns the details of an account as the fields of a form have them. */
export const detailTexts = (account: AccountRecord): DetailTexts =>
  Object.fromEntries(
    NAMES.map((name) => {
      if (name === 'tax_exempt') return [name, account.tax_exempt ? 'yes' : ''];
      const value = name in ACCOUNT_LABELS ? account[name as AccountName] : account.address?.[name as AddressName];
      return [name, value ?? ''];
    }),
  ) as DetailTexts;

/** Countries by their English names, and the stored text if it is none. */
export const countryChoices = (stored: string): readonly FieldChoice[] => {
  const all = countriesByName();
  const other: readonly FieldChoice[] =
    stored === '' || all.some(([code]) => code === stored) ? [] : [[stored, stored]];
  return [['', 'None'], ...other, ...all];
};

/** Time zones by their IANA names. */
export const timeZoneChoices = (stored: string): readonly FieldChoice[] => [
  ['', 'That of the site'],
  ...timeZonesWith(stored).map((name): FieldChoice => [name, name.replaceAll('_', ' ')]),
];

/** Returns the texts that a form changes: those that were not typed stay, even where they break a rule of today. */
export const changedDetails = (form: Form, stored: DetailTexts): Readonly<Partial<DetailTexts>> =>
  Object.fromEntries(
    NAMES.filter((name) => (form[name] ?? '') !== stored[name]).map((name) => [name, form[name] ?? '']),
  );

/** Returns what is wrong with the changed details of a form, by its fields, in sentences. */
export const detailProblems = (site: Site, form: Form, changed: Partial<DetailTexts>): Record<string, string> => {
  const faults: DetailFaults = detailFaults(site, form);
  const touchesPlace = Object.keys(changed).some((name) => name in ADDRESS_LABELS);
  const counts = (name: EditedName): boolean => name in changed || (name in ADDRESS_LABELS && touchesPlace);
  const problems = Object.entries(faults)
    .filter(([name]) => counts(name as DetailName))
    .map(([name, fault]) => [name, sentenceOf(name as DetailName, fault)]);
  const language = changed.preferred_locale;
  if (language && !spokenLanguage(language)) {
    problems.push(['preferred_locale', 'Enter the tag of a language, such as en, de-AT or pt-BR.']);
  }
  return Object.fromEntries(problems);
};

const sentenceOf = (name: DetailName, fault: Fault): string => {
  if (name === 'email' && fault.symbol === 'invalid_email') return 'Enter an email address such as ada@example.com.';
  if (name === 'country' && fault.symbol === 'blank') return 'Choose the country of the address: taxes depend on it.';
  if (name === 'cc_emails' && fault.symbol === 'invalid_email') {
    return 'Give email addresses with commas, such as ada@example.com, max@example.com.';
  }
  if (name === 'entity_use_code') return 'Enter one letter, A to R.';
  if (name === 'preferred_time_zone') return 'Choose a time zone from the list.';
  if (name === 'zip' && fault.symbol === 'invalid') return 'The country has no such postal code.';
  return `${name === 'preferred_locale' ? 'Language' : LABELS[name]} ${english.issue({ field: name, ...fault })}.`;
};

/** Returns the request of the XML API for the changed details. An address is replaced as a whole. */
export const detailInput = ({ address }: AccountRecord, form: Form, changed: Partial<DetailTexts>): AccountInput => {
  const names = Object.keys(changed);
  const texts = (of: object) =>
    Object.keys(of).map((name) => [name, name === 'tax_exempt' ? form[name] === 'yes' : (form[name] ?? null)]);
  return {
    ...Object.fromEntries(texts(ACCOUNT_LABELS).filter(([name]) => names.includes(String(name)))),
    ...(names.some((name) => name in ADDRESS_LABELS)
      ? { address: { ...address, ...Object.fromEntries(texts(ADDRESS_LABELS)) } }
      : {}),
  } as AccountInput;
};
