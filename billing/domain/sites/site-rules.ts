import { isCountry } from '../../resources/countries.ts';
import { isCurrency } from '../../resources/currencies.ts';
import { emailKind, type Fault, isFault } from '../../resources/kind.ts';
import { isMailKind } from '../../resources/mail-kind.ts';
import type { GiftCardOffer, Setting, SettingKind, SettingValues } from '../../resources/setting.ts';
import type { Site } from '../../resources/site.ts';
import { SETTING_NAMES, SITE_SETTINGS, type SiteSettings } from '../../resources/site-settings.ts';
import { LATEST } from '../../resources/version.ts';
import type { Issue } from '../../values/failure.ts';
import { isLoopback } from '../../values/loopback.ts';
import { MAX_UNIT_CENTS } from '../../values/money/cents.ts';
import { isTaxRegion } from '../../values/tax/places.ts';
import { isTimeZone } from '../../values/time-zone.ts';

/** Returns the default of a setting on a site of a mode. */
export const defaultOf = (setting: Setting, mode: Site['mode']): unknown =>
  mode === 'production' && setting.productionDefault !== undefined ? setting.productionDefault : setting.default;

/** Returns the settings of a new site. */
export const newSite = (mode: Site['mode'] = 'sandbox'): SiteSettings => {
  const defaults = SETTING_NAMES.map((name) => [name, defaultOf(SITE_SETTINGS[name], mode)]);
  return { ...(Object.fromEntries(defaults) as SiteSettings), mode };
};

/** Returns a site whose settings are the defaults of its mode where they were those of its mode before. */
export const withModeDefaults = (site: Site, before: Site['mode']): Site => {
  const changed = SETTING_NAMES.flatMap((name) => {
    const setting: Setting = SITE_SETTINGS[name];
    if (setting.productionDefault === undefined || site[name] !== defaultOf(setting, before)) return [];
    return [[name, defaultOf(setting, site.mode)]];
  });
  return { ...site, ...Object.fromEntries(changed) };
};

/** The pattern of a name that can be part of a host name. */
const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns all issues of a site, with field names `site.…`. */
export const siteIssues = (site: Site): Issue[] => [
  ...(SUBDOMAIN.test(site.subdomain) ? [] : [{ field: 'site.subdomain', ...INVALID }]),
  ...SETTING_NAMES.flatMap((name) => settingIssues(name, site)),
  ...(site.mode === 'production' && site.clock_offset !== 0 ? [{ field: 'site.mode', ...INVALID }] : []),
];

const settingIssues = (name: keyof SiteSettings, site: Site): Issue[] => {
  const setting: Setting = SITE_SETTINGS[name];
  const check = CHECKS[setting.kind] as Check<SettingKind>;
  const fault = site[name] === null ? undefined : check(site[name], setting, site);
  return fault ? [{ field: `site.${name}`, ...fault }] : [];
};

type Check<K extends SettingKind> = (
  value: NonNullable<SettingValues[K]>,
  setting: Setting,
  site: Site,
) => Fault | undefined;

const INVALID = { symbol: 'invalid' } as const;
const INCLUSION = { symbol: 'inclusion' } as const;
const TAKEN = { symbol: 'taken' } as const;

const LONGEST_TEXT = 10_000;
const LONGEST_NAME = 50;
/** A customer can read so many plans on a phone. */
const MOST_PLANS = 20;
/** A mail program loads a picture over HTTPS only. */
const PICTURE = /^https:\/\/[^\s"'<>]{3,500}$/;
const LOGO_PIXELS = { width: 2000, height: 1000 };
const COLOR = /^#[0-9a-f]{6}$/i;
const LANGUAGE = /^[a-z]{2}(-[A-Z][a-z]{3})?(-[A-Za-z]{2})?$/;
const PRODUCT_CODE = /^[\w.-]{1,50}$/;

const unless = (isRight: boolean, fault: Fault): Fault | undefined => (isRight ? undefined : fault);
const isRepeated = (values: readonly string[]): boolean => new Set(values).size < values.length;
const tooLong = (text: string, count: number): Fault | undefined =>
  unless(text.length <= count, { symbol: 'too_long', count });
const positive = (value: number): Fault | undefined =>
  unless(Number.isSafeInteger(value) && value >= 1, { symbol: 'greater_than_or_equal_to', count: 1 });

/** The check of a value for each kind of setting. None checks null: a kind that may be null has it in its type. */
const CHECKS: { readonly [K in SettingKind]: Check<K> } = {
  choice: (value, { choices }) => unless(choices.includes(value), INCLUSION),
  choices: (values, { choices }) =>
    unless(
      values.every((value) => choices.includes(value)),
      INCLUSION,
    ),
  flag: () => undefined,
  count: positive,
  cents: positive,
  text: (text) => tooLong(text, LONGEST_TEXT),
  long_text: (text) => tooLong(text, LONGEST_TEXT),
  lines: (lines) => lines.map((line) => tooLong(line, LONGEST_TEXT)).find((fault) => fault),
  email(address) {
    const fault = address === '' ? ({ symbol: 'blank' } as const) : emailKind().check?.(address, LATEST);
    return isFault(fault) ? fault : undefined;
  },
  picture: (address) => unless(PICTURE.test(address), INVALID),
  logo: ({ width, height }) =>
    unless(width >= 1 && width <= LOGO_PIXELS.width && height >= 1 && height <= LOGO_PIXELS.height, INVALID),
  page: (address) => unless(isPage(address), INVALID),
  origins(origins) {
    if (isRepeated(origins)) return TAKEN;
    return unless(
      origins.every((origin) => isPage(origin) && new URL(origin).origin === origin),
      INVALID,
    );
  },
  color: (color) => unless(COLOR.test(color), INVALID),
  country: (code) => unless(isCountry(code), INCLUSION),
  language: (tag) => unless(LANGUAGE.test(tag), INVALID),
  time_zone: (name) => unless(isTimeZone(name), INVALID),
  currencies(codes) {
    if (codes.length === 0) return { symbol: 'empty' };
    return isRepeated(codes) ? TAKEN : unless(codes.every(isCurrency), INCLUSION);
  },
  // The United States have no tax of their own, so they are named by their states.
  tax_places(places) {
    const isKnown = (place: string) => place === 'EU' || isTaxRegion(place) || (isCountry(place) && place !== 'US');
    return isRepeated(places) ? TAKEN : unless(places.every(isKnown), INCLUSION);
  },
  field_names(names) {
    if (names.some((name) => name.trim() === '')) return { symbol: 'blank' };
    return isRepeated(names) ? TAKEN : names.map((name) => tooLong(name, LONGEST_NAME)).find((fault) => fault);
  },
  plan_codes: (codes) =>
    isRepeated(codes) ? TAKEN : unless(codes.length <= MOST_PLANS, { symbol: 'too_many', count: MOST_PLANS }),
  mail_kinds: (kinds) => unless(kinds.every(isMailKind), INCLUSION),
  gift_card_offers(offers, _setting, { currencies }) {
    if (isRepeated(offers.map((offer) => `${offer.product_code} ${offer.currency} ${offer.unit_amount_in_cents}`)))
      return TAKEN;
    if (offers.some(({ currency }) => !currencies.includes(currency))) return INCLUSION;
    return unless(offers.every(isPossible), INVALID);
  },
  // Their names are those of the documents, which the surfaces that take them know.
  texts: (texts) =>
    unless(
      Object.values(texts).every((each) => Object.values(each).every((text) => text !== '')),
      INVALID,
    ),
};

const isPossible = ({ product_code, unit_amount_in_cents: cents }: GiftCardOffer): boolean =>
  PRODUCT_CODE.test(product_code) && Number.isSafeInteger(cents) && cents >= 1 && cents <= MAX_UNIT_CENTS;

const LONGEST_ADDRESS = 500;

/** Whether it is the address of a page that links may lead to: a secure one, but for a shop on this machine. */
const isPage = (address: string): boolean => {
  const { protocol, hostname, username, password } = URL.parse(address) ?? { protocol: '', hostname: '' };
  if (address.length > LONGEST_ADDRESS || /[\s"'<>]/.test(address) || username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
};
