import type { SettingKind, SettingValues } from '@service/billing/resources/setting.ts';
import {
  isNoValue,
  NO_VALUE,
  SETTING_TEXTS,
  type SettingText,
  typedExampleOrNone,
} from '@service/billing/resources/setting-text.ts';
import type { Site } from '@service/billing/resources/site.ts';
import {
  SETTING_NAMES,
  type SettingName,
  SITE_SETTINGS,
  type SiteChanges,
} from '@service/billing/resources/site-settings.ts';
import { textsInShort } from '../documents/messages/own-texts.ts';
import { type CommandOptions, type Json, type JsonRow, type OptionValues, UsageError } from './command.ts';
import { flagOf } from './flag.ts';
import { readLogo } from './read-picture.ts';
import { readTextsFile } from './read-texts.ts';

const INPUTS: { readonly [K in SettingKind]: SettingText<SettingValues[K]> } = {
  ...SETTING_TEXTS,
  logo: {
    typed: typedExampleOrNone,
    read: (path) => (isNoValue(path) ? null : readLogo(path)),
    show: (logo) => (logo ? `${logo.width} × ${logo.height} px` : NO_VALUE),
  },
  texts: {
    typed: typedExampleOrNone,
    read: (path) => (isNoValue(path) ? {} : readTextsFile(path)),
    show: textsInShort,
  },
};

const inputOf = (name: SettingName): SettingText<unknown> => INPUTS[SITE_SETTINGS[name].kind] as SettingText<unknown>;

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
