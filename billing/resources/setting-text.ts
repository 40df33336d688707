import type { GiftCardOffer, Setting, SettingKind, SettingValues } from './setting.ts';

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
const wholeOrNone: SettingText<number | null> = {
  typed: () => `1…999999999|${NO_VALUE}`,
  read: (text) => (isNoValue(text) ? null : /^\d{1,9}$/.test(text) ? Number(text) : undefined),
  show: (value) => (value === null ? NO_VALUE : String(value)),
};

/** The texts of amounts in a currency. `undefined` from `read`: not understood. */
interface AmountText {
  read(text: string, currency: string): number | undefined;
  show(cents: number, currency: string): string;
}

const OFFER = /^([\w.-]+):([A-Z]{3}):([^:]+)$/;

/** Returns the texts of gift cards on sale: `tideline:USD:2000,tideline:EUR:2000`. */
export const offerText = (amounts: AmountText): SettingText<readonly GiftCardOffer[]> => ({
  typed: typedExampleOrNone,
  read(text) {
    const offers = wordsOf(text).map((word): GiftCardOffer | undefined => {
      const [, product_code = '', currency = '', amount = ''] = OFFER.exec(word) ?? [];
      const unit_amount_in_cents = amounts.read(amount, currency);
      return unit_amount_in_cents === undefined ? undefined : { product_code, currency, unit_amount_in_cents };
    });
    return offers.every((offer) => offer !== undefined) ? offers : undefined;
  },
  show: (offers) =>
    listed.show(
      offers.map(
        ({ product_code, currency, unit_amount_in_cents: cents }) =>
          `${product_code}:${currency}:${amounts.show(cents, currency)}`,
      ),
    ),
});

const inCents: AmountText = {
  read: (text) => (/^\d{1,8}$/.test(text) ? Number(text) : undefined),
  show: String,
};

/** The texts of every kind of setting but the logo and the texts for customers, which are files. */
export const SETTING_TEXTS: { readonly [K in Exclude<SettingKind, 'logo' | 'texts'>]: SettingText<SettingValues[K]> } =
  {
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
    count: wholeOrNone,
    cents: wholeOrNone,
    text: wordOrNone,
    long_text: wordOrNone,
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
    gift_card_offers: offerText(inCents),
  };
