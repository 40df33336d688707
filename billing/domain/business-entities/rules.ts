import type { EntityAddress } from '../../resources/business-entity.ts';
import { isCountry } from '../../resources/countries.ts';
import type { Issue, IssueSymbol } from '../../values/failure.ts';
import type { BusinessEntityRecord, EntitySettings } from './record.ts';

const CODE = /^[a-z0-9][a-z0-9_-]*$/;
const LONGEST_CODE = 50;
/** Up to four capital letters, so that the number follows without doubt. */
const PREFIX = /^[A-Z]{0,4}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The maximum number of entities of a site. */
export const MOST_ENTITIES = 100;

/** The longest values of the texts that are printed in one line. */
const LONGEST: Readonly<Partial<Record<keyof EntitySettings, number>>> = {
  name: 255,
  default_vat_number: 20,
  default_registration_number: 30,
  customer_notes: 10_000,
  terms_and_conditions: 10_000,
  vat_reverse_charge_notes: 10_000,
};

const issue = (name: string, symbol: IssueSymbol, more: Partial<Issue> = {}): Issue => ({
  field: `business_entity.${name}`,
  symbol,
  ...more,
});

/** Returns the issues of the code of a new entity. */
export const entityCodeIssues = (code: string, others: readonly BusinessEntityRecord[]): Issue[] => {
  if (!CODE.test(code) || code.length > LONGEST_CODE) return [issue('code', 'invalid')];
  return others.some((other) => other.code === code) ? [issue('code', 'taken')] : [];
};

/** Returns the issues of the settings of an entity. `others`: the other entities of the site. */
export const entityIssues = (settings: EntitySettings, others: readonly BusinessEntityRecord[]): Issue[] => {
  const { name, subscriber_location_countries: countries, invoice_number_prefix, mail_from } = settings;
  const taken = others.flatMap((other) => other.subscriber_location_countries);
  return [
    ...(name.trim() ? [] : [issue('name', 'blank')]),
    ...Object.entries(LONGEST).flatMap(([field, count]) => {
      const value = settings[field as keyof EntitySettings];
      return typeof value === 'string' && value.length > count ? [issue(field, 'too_long', { count })] : [];
    }),
    ...entityAddressIssues('business_entity.invoice_display_address', settings.invoice_display_address),
    ...entityAddressIssues('business_entity.tax_address', settings.tax_address),
    ...(countries.every(isCountry) ? [] : [issue('subscriber_location_countries', 'inclusion')]),
    ...(countries.some((country) => taken.includes(country)) ? [issue('subscriber_location_countries', 'taken')] : []),
    ...(PREFIX.test(invoice_number_prefix) ? [] : [issue('invoice_number_prefix', 'invalid')]),
    ...(mail_from === null || EMAIL.test(mail_from) ? [] : [issue('mail_from', 'invalid_email')]),
    ...(settings.is_default && others.some((other) => other.is_default) ? [issue('is_default', 'taken')] : []),
  ];
};

/** Returns the issues of an address of the merchant. `path`: of the address, from its record on. */
export const entityAddressIssues = (path: string, { country }: EntityAddress): Issue[] => {
  const field = `${path}.country`;
  if (!country) return [{ field, symbol: 'blank' }];
  return isCountry(country) ? [] : [{ field, symbol: 'inclusion' }];
};
