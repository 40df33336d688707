import type { Setting, SettingKind, SettingValues } from '@service/billing/resources/setting.ts';
import type { Site } from '@service/billing/resources/site.ts';
import {
  SETTING_NAMES,
  type SettingName,
  SITE_SETTINGS,
  type SiteChanges,
} from '@service/billing/resources/site-settings.ts';
import { type CommandOptions, type Json, type JsonRow, type OptionValues, UsageError } from './command.ts';
import { flagOf } from './flag.ts';
import { readLogo } from './read-logo.ts';

/** The input format of one kind of setting. `undefined` from `read`: not understood. */
interface Input<T> {
  typed(setting: Setting): string;
  read(text: string, setting: Setting): T | undefined;
  show(value: T): string;
}

const NONE = 'none';

const typedExample = ({ example = 'text' }: Setting): string => example;
const typedExampleOrNone = (setting: Setting): string => `${typedExample(setting)}|${NONE}`;
const isNone = (text: string): boolean => text === NONE || text === '';

const word: Input<string> = { typed: typedExample, read: (text) => text, show: (value) => value };
const wordOrNone: Input<string | null> = {
  typed: typedExampleOrNone,
  read: (text) => (isNone(text) ? null : text),
  show: (value) => value ?? NONE,
};
const wordsOf = (text: string): string[] => (isNone(text) ? [] : text.split(',').map((entry) => entry.trim()));
const listed: Input<readonly string[]> = {
  typed: typedExample,
  read: wordsOf,
  show: (values) => (values.length === 0 ? NONE : values.join(',')),
};
const OFFER = /^([\w.-]+):([A-Z]{3}):(\d{1,8})$/;

const INPUTS: { readonly [K in SettingKind]: Input<SettingValues[K]> } = {
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
    typed: () => `1…999999999|${NONE}`,
    read: (text) => (text === NONE ? null : /^\d{1,9}$/.test(text) ? Number(text) : undefined),
    show: (value) => (value === null ? NONE : String(value)),
  },
  text: wordOrNone,
  email: wordOrNone,
  picture: wordOrNone,
  logo: {
    typed: typedExampleOrNone,
    read: (path) => (isNone(path) ? null : readLogo(path)),
    show: (logo) => (logo ? `${logo.width} × ${logo.height} px` : NONE),
  },
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
  mail_kinds: listed as Input<SettingValues['mail_kinds']>,
  // Lines of an address have commas of their own.
  lines: {
    typed: typedExampleOrNone,
    read: (text) => (isNone(text) ? [] : text.split(';').map((line) => line.trim())),
    show: (values) => (values.length === 0 ? NONE : values.join('; ')),
  },
  gift_card_offers: {
    typed: typedExampleOrNone,
    read(text) {
      if (isNone(text)) return [];
      const read = text.split(',').map((entry) => OFFER.exec(entry.trim()));
      if (read.includes(null)) return undefined;
      return read.map((parts) => {
        const [, product_code = '', currency = '', cents] = parts ?? [];
        return { product_code, currency, unit_amount_in_cents: Number(cents) };
      });
    },
    show: (values) =>
      values.length === 0
        ? NONE
        : values.map((offer) => `${offer.product_code}:${offer.currency}:${offer.unit_amount_in_cents}`).join(','),
  },
};

const inputOf = (name: SettingName): Input<unknown> => INPUTS[SITE_SETTINGS[name].kind] as Input<unknown>;

/** Returns the values that may be typed after the option of a setting. */
export const typedValues = (name: SettingName): string => inputOf(name).typed(SITE_SETTINGS[name]);

/** A value of a setting, as it is typed. */
export const shownValue = (name: SettingName, value: unknown): string => inputOf(name).show(value);

export const siteOptions: CommandOptions = Object.fromEntries(
  SETTING_NAMES.map((name) => [flagOf(name), { value: typedValues(name), help: SITE_SETTINGS[name].help }]),
);

/** The settings that a command line names. Throws `UsageError` for a value that cannot be understood. */
export const readSiteSettings = (given: OptionValues): SiteChanges => {
  const entries = SETTING_NAMES.flatMap((name): [string, unknown][] => {
    const text = given[flagOf(name)];
    if (typeof text !== 'string') return [];
    const value = inputOf(name).read(text, SITE_SETTINGS[name]);
    if (value === undefined) throw new UsageError(`--${flagOf(name)} takes ${typedValues(name)}, not “${text}”.`);
    return [[name, value]];
  });
  return Object.fromEntries(entries);
};

export const showSettings = (site: Site): string[][] =>
  SETTING_NAMES.map((name) => [flagOf(name), shownValue(name, site[name])]);

/** Returns the settings of a site by their own names, for `--json`. */
export const settingsJson = (site: Site): JsonRow<SettingName> =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, site[name] as Json])) as JsonRow<SettingName>;
