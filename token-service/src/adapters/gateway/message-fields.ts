import type { GatewayNotification, ReadNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import { isCurrency } from '@service/billing/resources/currencies.ts';
import { unprintable } from '@service/billing/resources/kind.ts';
import { MAX_CENTS } from '@service/billing/values/money/cents.ts';
import type { Seconds } from '@service/billing/values/time.ts';

/** Returns a value of a message after checking it. Throws `Malformed` with its path, never with the value. */
export type Read<T> = (value: unknown, path?: string) => T;

/** The reason why a value was not read: it names the field, never its value. */
export class Malformed extends Error {}

/**
 * Returns what an authentic message means. `read` gets its parsed JSON, throws what the readers below throw, and
 * returns undefined for a message of no interest.
 */
export const readMessage = (
  body: string,
  read: (message: unknown) => GatewayNotification | undefined,
): ReadNotification => {
  try {
    const notification = read(parsed(body));
    return notification ? { outcome: 'read', notification } : { outcome: 'ignored' };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { outcome: 'malformed', problem: error.message };
  }
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    // The error of the parser quotes the body.
    throw new Malformed('the body is not JSON');
  }
};

const accepting =
  <T>(wanted: string, accepts: (value: unknown) => value is T): Read<T> =>
  (value, name = 'the message') => {
    if (accepts(value)) return value;
    throw new Malformed(value === undefined ? `${name} is missing` : `${name} must be ${wanted}`);
  };

const LONGEST = 255;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST && !unprintable(value);

export const textValue: Read<string> = accepting(`printable text of 1 to ${LONGEST} characters`, isText);

const matching = (wanted: string, pattern: RegExp): Read<string> =>
  accepting(wanted, (value): value is string => typeof value === 'string' && pattern.test(value));

/** A word that a gateway uses as a name: a reason, a code. It has no room for a number of a card. */
export const symbolValue: Read<string> = matching(
  'a word of letters, underscores and at most six digits in a row',
  /^(?!.*\d{7})[\w.-]{1,64}$/,
);

/** So many digits, and no more: never a whole number of a card. */
export const digitsValue = (length: number): Read<string> =>
  matching(`${length} digits`, new RegExp(`^\\d{${length}}$`));

/** An address that a browser opens. */
export const urlValue: Read<string> = matching(
  'an HTTP address of at most 2,048 characters',
  /^https?:\/\/[!-~]{1,2040}$/,
);

/** ISO 4217, in either case. */
export const currencyValue: Read<string> = accepting(
  'a currency of ISO 4217, three letters',
  (value): value is string => typeof value === 'string' && isCurrency(value.toUpperCase()),
);

export const flagValue: Read<boolean> = accepting('true or false', (value) => typeof value === 'boolean');

/** Reads an integer. The bounds are inclusive. */
export const integerValue = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Read<number> =>
  accepting(
    `an integer from ${min} to ${max}`,
    (value): value is number =>
      typeof value === 'number' && Number.isSafeInteger(value) && min <= value && value <= max,
  );

/** Cents, at most the largest sum that the service counts with. */
export const centsValue = (min = 0): Read<number> => integerValue(min, MAX_CENTS);

/** A gateway's fee: at most ten million of any currency, in either direction. */
export const feeValue: Read<number> = integerValue(-1_000_000_000, 1_000_000_000);

const Y2000 = 946_684_800;
const Y10000 = 253_402_300_800;

/** A moment in seconds, from the year 2000 to 9999: what every date can be printed for. */
export const momentValue: Read<Seconds> = accepting(
  'a moment in seconds, of the years 2000 to 9999',
  (value): value is Seconds => Number.isSafeInteger(value) && Number(value) >= Y2000 && Number(value) < Y10000,
);

/** The year in which a card expires. */
export const yearValue: Read<number> = integerValue(2000, 2199);

export const oneOfValue = <const T extends string>(...choices: readonly T[]): Read<T> =>
  accepting(`one of ${choices.join(', ')}`, (value): value is T => choices.some((choice) => choice === value));

/** Null is a value of the field, which must not be missing. */
export const nullable =
  <T>(read: Read<T>): Read<T | null> =>
  (value, path) =>
    value === null ? null : read(value, path);

/** A missing field and null mean the same. */
export const optional =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value, path) =>
    value === undefined || value === null ? undefined : read(value, path);

const LONGEST_LIST = 100;

const array = accepting(
  `a list of at most ${LONGEST_LIST}`,
  (value): value is readonly unknown[] => Array.isArray(value) && value.length <= LONGEST_LIST,
);

export const listValue =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (value, path) =>
    array(value, path).map((each, index) => read(each, `${path}[${index}]`));

type Fields = Readonly<Record<string, Read<unknown>>>;
type Values<F extends Fields> = { readonly [Name in keyof F]: ReturnType<F[Name]> };

const members = accepting(
  'an object',
  (value): value is object => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** Other fields are left out. */
export const objectValue =
  <const F extends Fields>(fields: F): Read<Values<F>> =>
  (value, path) => {
    const given = new Map<string, unknown>(Object.entries(members(value, path)));
    const entries = Object.entries(fields).map(([name, read]) => [
      name,
      read(given.get(name), path === undefined ? name : `${path}.${name}`),
    ]);
    return Object.fromEntries(entries) as Values<F>;
  };
