import type { Setting, SettingKind, SettingValues } from './setting.ts';

/** The texts of the values of one kind of setting. `undefined` from `read`: not understood. */
export interface SettingText<T> {
  /** The values that may be typed: `on|off`. */
  typed(setting: Setting): string;
  read(text: string, setting: Setting): T | undefined;
  show(value: T): string;
}

/** Stands for no value. */
export const NO_VALUE = 'none';

const typedExample = ({ example = 'text' }: Setting): string => example;

/** Returns an example of a value that may be left out. */
export const typedExampleOrNone = (setting: Setting): string => `${typedExample(setting)}|${NO_VALUE}`;

/** Whether a text stands for no value. */
export const isNoValue = (text: string): boolean => text === NO_VALUE || text === '';

const word: SettingText<string> = { typed: typedExample, read: (text) => text, show: (value) => value };
const wordOrNone: SettingText<string | null> = {
  typed: typedExampleOrNone,
  read: (text) => (isNoValue(text) ? null : text),
  show: (value) => value ?? NO_VALUE,
};
const wordsOf = (text: string): string[] => (isNoValue(text) ? [] : text.split(',').map((entry) => entry.trim()));
const listed: SettingText<readonly string[]> = {
  typed: typedExample,
  read: wordsOf,
  show: (values) => (values.length === 0 ? NO_VALUE : values.join(',')),
};
const OFFER = /^([\w.-]+):([A-Z]{3}):(\d{1,8})$/;

/** The texts of every kind of setting but the logo, which is a file. */
export const SETTING_TEXTS: { readonly [K in Exclude<SettingKind, 'logo'>]: SettingText<SettingValues[K]> } = {
  choice: {
    typed: ({ choices }) => choices.join('|'),
    read: (text, { choices }) => choices.find((choice) => choice === text),
    show: (value) => value,
  },
  choices: {
    typed: ({ choices }) => choices.join(','),
    read(text, { choices }) {
      const words = wordsOf(text);
      return words.every((word) => choices.includes(word)) ? [...new Set(words)] : undefined;
    },
    show: listed.show,
  },
  flag: {
    typed: () => 'on|off',
    read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
    show: (value) => (value ? 'on' : 'off'),
  },
  count: {
    typed: () => `1…999999999|${NO_VALUE}`,
    read: (text) => (isNoValue(text) ? null : /^\d{1,9}$/.test(text) ? Number(text) : undefined),
    show: (value) => (value === null ? NO_VALUE : String(value)),
  },
  text: wordOrNone,
  email: wordOrNone,
  picture: wordOrNone,
  page: wordOrNone,
  origins: listed,
  color: wordOrNone,
  country: word,
  language: word,
  time_zone: word,
  currencies: listed,
  tax_places: listed,
  field_names: listed,
  plan_codes: listed,
  // The domain refuses a kind that does not exist.
  mail_kinds: listed as SettingText<SettingValues['mail_kinds']>,
  // Lines of an address have commas of their own.
  lines: {
    typed: typedExampleOrNone,
    read: (text) => (isNoValue(text) ? [] : text.split(';').map((line) => line.trim())),
    show: (values) => (values.length === 0 ? NO_VALUE : values.join('; ')),
  },
  gift_card_offers: {
    typed: typedExampleOrNone,
    read(text) {
      if (isNoValue(text)) return [];
      const read = text.split(',').map((entry) => OFFER.exec(entry.trim()));
      if (read.includes(null)) return undefined;
      return read.map((parts) => {
        const [, product_code = '', currency = '', cents] = parts ?? [];
        return { product_code, currency, unit_amount_in_cents: Number(cents) };
      });
    },
    show: (values) =>
      values.length === 0
        ? NO_VALUE
        : values.map((offer) => `${offer.product_code}:${offer.currency}:${offer.unit_amount_in_cents}`).join(','),
  },
};
