import { isEuropean } from './places.ts';
import type { Seller } from './seller.ts';

/** A VAT number, or an Australian business number, in the format of its authority. */
export interface VatNumber {
  /** `DE`, `EL` for Greece, `XI` for Northern Ireland; elsewhere the country's own code. */
  readonly prefix: string;
  /** Capital letters and digits. */
  readonly digits: string;
}

const NORTHERN_IRELAND = 'XI';

/**
 * Accepted prefixes of numbers by country, with the official prefix of each. In other countries, the prefix is the
 * country code.
 */
const PREFIXES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GR: { EL: 'EL', GR: 'EL' },
  GB: { GB: 'GB', XI: NORTHERN_IRELAND },
};

/** Parses a number as a person enters it, with or without spaces, punctuation and the prefix of its country. */
export const readVatNumber = (country: string, written: string): VatNumber => {
  const compact = written.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const prefixes = Object.entries(PREFIXES[country] ?? { [country]: country });
  const [, usual = country] = prefixes[0] ?? [];
  const [letters = '', prefix = usual] = prefixes.find(([letters]) => compact.startsWith(letters)) ?? [];
  return { prefix, digits: compact.slice(letters.length) };
};

/** Whether a number counts within the European Union: that of a member, or of Northern Ireland. */
export const isEuropeanNumber = (country: string, { prefix }: VatNumber): boolean =>
  isEuropean(country) || prefix === NORTHERN_IRELAND;

/** The formats of numbers by prefix, as the European Commission publishes them for its register. */
const LOOKS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
};

/** The numbers with special results on sandbox sites. */
const SANDBOX = {
  invalidInEurope: '000000000',
  rejectedInAustralia: '51824753555',
  registeredInAustralia: '10120000004',
} as const;

/**
 * Whether a number may be stored with an address in the country. Sandbox sites accept every European number except
 * 000000000. Production sites check the format only, because the service has no access to the register. Numbers of
 * other countries are not checked.
 */
export const isVatNumber = (mode: Seller['mode'], country: string, written: string): boolean => {
  const number = readVatNumber(country, written);
  if (country === 'AU') return isAustralianNumber(mode, number);
  if (!isEuropeanNumber(country, number)) return true;
  if (mode === 'sandbox') return number.digits !== '' && number.digits !== SANDBOX.invalidInEurope;
  return LOOKS[number.prefix]?.test(number.digits) ?? false;
};

/** Whether it is an Australian number: a business number has eleven digits, a company number nine. */
const isAustralianNumber = (mode: Seller['mode'], { digits }: VatNumber): boolean =>
  /^(\d{9}|\d{11})$/.test(digits) && !(mode === 'sandbox' && digits === SANDBOX.rejectedInAustralia);

/**
 * Whether an Australian business is registered for goods and services tax. The number does not show it, so this is
 * always false in production, where a tax provider that queries the register replaces the table.
 */
export const isRegisteredForGst = (mode: Seller['mode'], written: string): boolean =>
  mode === 'sandbox' && readVatNumber('AU', written).digits === SANDBOX.registeredInAustralia;
