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
  first_name: 'First name',
  last_name: 'Last name',
  company_name: 'Company',
  vat_number: 'VAT number',
  preferred_locale: 'Language, such as de-AT',
  preferred_time_zone: 'Time zone',
  invoice_template_uuid: 'Invoice template',
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

const LABELS: Readonly<Record<DetailName, string>> = { ...ACCOUNT_LABELS, ...ADDRESS_LABELS };
const NAMES = Object.keys(LABELS) as readonly DetailName[];

export type DetailTexts = Readonly<Record<DetailName, string>>;

/** Returns the details of an account as the fields of a form have them. */
export const detailTexts = (account: AccountRecord): DetailTexts =>
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      (name in ACCOUNT_LABELS
        ? account[name as keyof typeof ACCOUNT_LABELS]
        : account.address?.[name as keyof typeof ADDRESS_LABELS]) ?? '',
    ]),
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
  const counts = (name: DetailName): boolean => name in changed || (name in ADDRESS_LABELS && touchesPlace);
  const problems = Object.entries(faults)
    .filter(([name]) => counts(name as DetailName))
    .map(([name, fault]) => [name, sentenceOf(name as DetailName, fault)]);
  const language = changed.preferred_locale;
  if (language && !spokenLanguage(language)) {
    problems.push(['preferred_locale', 'Give the tag of a language, such as en, de-AT or pt-BR.']);
  }
  return Object.fromEntries(problems);
};

const sentenceOf = (name: DetailName, fault: Fault): string => {
  if (name === 'email' && fault.symbol === 'invalid_email') return 'Give an email address such as ada@example.com.';
  if (name === 'country' && fault.symbol === 'blank') return 'Choose the country of the address: taxes depend on it.';
  if (name === 'preferred_time_zone') return 'Choose a time zone from the list.';
  if (name === 'zip' && fault.symbol === 'invalid') return 'The country has no such postal code.';
  return `${name === 'preferred_locale' ? 'Language' : LABELS[name]} ${english.issue({ field: name, ...fault })}.`;
};

/** Returns the request of the XML API for the changed details. An address is replaced as a whole. */
export const detailInput = ({ address }: AccountRecord, form: Form, changed: Partial<DetailTexts>): AccountInput => {
  const names = Object.keys(changed);
  const texts = (of: object) => Object.keys(of).map((name) => [name, form[name] ?? null]);
  return {
    ...Object.fromEntries(texts(ACCOUNT_LABELS).filter(([name]) => names.includes(String(name)))),
    ...(names.some((name) => name in ADDRESS_LABELS)
      ? { address: { ...address, ...Object.fromEntries(texts(ADDRESS_LABELS)) } }
      : {}),
  } as AccountInput;
};
