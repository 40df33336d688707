import {
  CARD_TYPES,
  type CardType,
  NETWORK_PREFERENCES,
  type NetworkPreference,
  readCardType,
  readNetworkPreference,
} from '../values/card/card-type.ts';
import { containsCardNumber } from '../values/card/find.ts';
import type { Issue } from '../values/failure.ts';
import { Secret, unmasked } from '../values/secret.ts';
import { isDate, isoTime, readTime, type Seconds } from '../values/time.ts';
import { isTimeZone } from '../values/time-zone.ts';
import { isCountry } from './countries.ts';
import { isCurrency } from './currencies.ts';
import { atLeast, type Version } from './version.ts';

/** The fault of one text, without the name of its field. */
export type Fault = Pick<Issue, 'symbol' | 'count' | 'choices' | 'reason'>;

/** The `type` attribute of an element; a string has none. */
export type Attribute = 'integer' | 'boolean' | 'datetime' | 'float';

/** Reads a plain value from text, validates and writes it. Absent and nil values never reach a kind. */
export interface Kind<T> {
  /** The name on the reference page. */
  readonly name: string;
  readonly attribute?: Attribute;
  /** The only values that it accepts. */
  readonly choices?: readonly string[];
  /** Whether it refuses every value, as its name explains. */
  readonly refused?: true;
  /** The column type it is stored as. */
  readonly column: 'text' | 'bigint' | 'boolean' | 'double precision';
  /** The value of an empty element: `''` for text, nil for everything else. */
  readonly empty: '' | null;
  read(text: string): T | Fault;
  check?(value: T, version: Version): Fault | undefined;
  /** Whether a card number was written into a free text. Missing where a value may be a long number of another kind. */
  containsCardNumber?(value: T): boolean;
  write(value: T): string;
}

export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'symbol' in value && !(value instanceof Secret);

const words = (name: string, check: (value: string, version: Version) => Fault | undefined): Kind<string> => ({
  name,
  column: 'text',
  empty: '',
  read: (text) => text,
  check,
  write: (value) => value,
});

const tooLong = (value: string, max: number): Fault | undefined =>
  value.length > max && [...value].length > max ? { symbol: 'too_long', count: max } : undefined;

/** Characters that no database column and no XML document can carry. */
export const unprintable = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the pattern looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(value);

/** Returns the kind of free text. */
export const textKind = (max: number, pattern?: RegExp): Kind<string> => freeText(codeKind(max, pattern));

/**
 * Returns the kind of an identifying text: a code, a number or an identifier of the merchant or another system, which
 * may be digits only.
 */
export const codeKind = (max: number, pattern?: RegExp): Kind<string> =>
  words(`text, at most ${max}`, (value) => {
    if (unprintable(value) || (pattern && value !== '' && !pattern.test(value))) return { symbol: 'invalid' };
    return tooLong(value, max);
  });

/** Has at most 15 digits, country code included, and one in ten of them passes the mod-10 check. */
const LONGEST_PHONE = 15;

export const phoneKind = (max: number): Kind<string> => ({
  ...textKind(max),
  containsCardNumber: (value) => containsCardNumber(value, LONGEST_PHONE + 1),
});

const freeText = (kind: Kind<string>): Kind<string> => ({
  ...kind,
  containsCardNumber: (value) => containsCardNumber(value),
});

const EMAIL = /^[^\s@,<>]+@[^\s@,<>.]+(\.[^\s@,<>.]+)+$/;

const emailFault = (value: string): Fault | undefined =>
  value === '' || (EMAIL.test(value) && !unprintable(value)) ? tooLong(value, 255) : { symbol: 'invalid_email' };

export const emailKind = (): Kind<string> => freeText(words('email address', emailFault));

export const emailsKind = (): Kind<string> =>
  freeText(
    words('email addresses, separated by commas', (value) => {
      for (const address of value.split(',')) {
        const fault = emailFault(address.trim());
        if (fault) return fault;
      }
      return tooLong(value, 2000);
    }),
  );

/** ISO 3166-1 alpha-2, checked from 2.8 on; any text before. */
export const countryKind = (): Kind<string> =>
  freeText(
    words('country, two letters', (value, version) => {
      if (!atLeast(version, '2.8')) return unprintable(value) ? { symbol: 'invalid' } : tooLong(value, 50);
      return value === '' || isCountry(value) ? undefined : { symbol: 'inclusion' };
    }),
  );

/** IANA name. */
export const timeZoneKind = (): Kind<string> => ({
  ...words('IANA time zone', (value) =>
    isTimeZone(value) ? tooLong(value, 50) : { symbol: 'invalid', reason: 'unknown_time_zone' },
  ),
  empty: null,
});

/** ISO 4217. */
export const currencyKind = (): Kind<string> =>
  words('currency, three letters', (value) => {
    if (value !== '' && value.length !== 3) return { symbol: 'wrong_length', count: 3 };
    return value === '' || isCurrency(value) ? undefined : { symbol: 'inclusion' };
  });

export const choiceKind = <const T extends string>(choices: readonly T[]): Kind<T> => ({
  name: choices.join(', '),
  choices,
  column: 'text',
  empty: null,
  read: (text) => (choices.includes(text as T) ? (text as T) : { symbol: 'inclusion', choices }),
  write: (value) => value,
});

/** The brand of a card: any spelling is read, and its display form is stored. */
export const cardTypeKind = (): Kind<CardType> => ({
  ...choiceKind(CARD_TYPES),
  read: (text) => readCardType(text) ?? { symbol: 'inclusion', choices: CARD_TYPES },
});

/** The network of a card that has more than one: any spelling is read, and its display form is stored. */
export const networkPreferenceKind = (): Kind<NetworkPreference> => ({
  ...choiceKind(NETWORK_PREFERENCES),
  read: (text) => readNetworkPreference(text) ?? { symbol: 'inclusion', choices: NETWORK_PREFERENCES },
});

const WHOLE = /^[+-]?\d+$/;

export const integerKind = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Kind<number> => ({
  name: 'integer',
  attribute: 'integer',
  column: 'bigint',
  empty: null,
  read(text) {
    const trimmed = text.trim();
    if (!WHOLE.test(trimmed)) {
      return { symbol: trimmed !== '' && Number.isFinite(Number(trimmed)) ? 'not_an_integer' : 'not_a_number' };
    }
    const value = Number(trimmed);
    if (value < min) return { symbol: 'greater_than_or_equal_to', count: min };
    if (value > max) return { symbol: 'less_than_or_equal_to', count: max };
    return value;
  },
  write: String,
});

/** A number that identifies a record and that clients read as text. */
export const digitsKind = (): Kind<number> => {
  const { attribute: _, ...kind } = integerKind(1);
  return { ...kind, name: 'digits' };
};

const DECIMAL = /^([+-]?)(?=\.?\d)0*(?!0)(\d*)(?:\.(\d*))?$/;

/** Removes trailing zeros without a pattern, whose search for them would take quadratic time. */
const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
};

/**
 * A decimal number kept as its own text, so that no digit is lost. `places` behind the point at most; bounds are
 * inclusive.
 */
export const decimalKind = (places: number, min?: number, max?: number): Kind<string> => ({
  name: `decimal, at most ${places} places`,
  attribute: 'float',
  column: 'text',
  empty: null,
  read(text) {
    const trimmed = text.trim();
    const parts = DECIMAL.exec(trimmed);
    if (!parts) return { symbol: 'not_a_number' };
    if (min !== undefined && Number(trimmed) < min) return { symbol: 'greater_than_or_equal_to', count: min };
    if (max !== undefined && Number(trimmed) > max) return { symbol: 'less_than_or_equal_to', count: max };
    const [, sign, whole = '', behindPoint = ''] = parts;
    const fraction = withoutTrailingZeros(behindPoint);
    if (fraction.length > places) return { symbol: 'invalid' };
    const digits = fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;
    return sign === '-' && digits !== '0' ? `-${digits}` : digits;
  },
  write: (value) => value,
});

/** A decimal number as a string: its element has no type. */
export const untypedDecimalKind = (places: number, min?: number, max?: number): Kind<string> => {
  const { attribute: _, ...kind } = decimalKind(places, min, max);
  return kind;
};

export const flagKind = (): Kind<boolean> => ({
  name: 'boolean',
  attribute: 'boolean',
  column: 'boolean',
  empty: null,
  read(text) {
    const value = text.trim().toLowerCase();
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    return { symbol: 'inclusion' };
  },
  write: String,
});

export const timeKind = (): Kind<Seconds> => ({
  name: 'datetime',
  attribute: 'datetime',
  column: 'bigint',
  empty: null,
  read(text) {
    const at = readTime(text);
    return at === undefined || !isDate(at) ? { symbol: 'invalid' } : at;
  },
  write: isoTime,
});

/** A value that clients send and that is never shown, stored or printed. */
export const secretKind = (): Kind<Secret> => ({
  name: 'text, never stored and never returned',
  column: 'text',
  empty: null,
  read: (text) => new Secret(text),
  write: String,
});

/** A secret that clients read masked. One that comes back masked is nil: it says nothing new. */
export const maskedSecretKind = (): Kind<Secret | null> => ({
  ...secretKind(),
  name: 'text, returned masked',
  read: (text) => unmasked(text) ?? null,
  write: (secret) => secret?.masked() ?? '',
});
