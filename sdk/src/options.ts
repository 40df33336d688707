import {
  type FieldType,
  type FrameStyle,
  type GivenOptions,
  INPUT_TYPES,
  members,
  originOf,
} from '@service/hosted-fields/protocol';
import { BRAND_SLUGS, FIELD_KEYS, isCurrencyCode, isWords, need, REQUIRED } from './allowed.ts';
import { ServiceError } from './errors.ts';
import type { OwnTexts } from './texts/texts.ts';
import type { FieldOptions, Options } from './types.ts';

const ALWAYS_REQUIRED = ['number', 'month', 'year', 'first_name', 'last_name'];

const TITLES: Record<FieldType, string> = {
  number: 'Card number',
  expiry: 'Expiry date',
  month: 'Expiry month',
  year: 'Expiry year',
  cvv: 'Security code',
};

const isFlag = (value: unknown) => typeof value === 'boolean';

const isGiven = (value: unknown) => value !== undefined;

/** The options of a field and their types; others are dropped. Styles are merged, the rest is replaced. */
const REPLACED = {
  selector: isGiven,
  tabIndex: isGiven,
  format: isFlag,
  disabled: isFlag,
  required: isFlag,
  advance: isFlag,
  inputType: (value: unknown) => (INPUT_TYPES as readonly unknown[]).includes(value),
  title: isWords,
  label: isWords,
  error: isGiven,
};

export interface FieldConfig extends Pick<FieldOptions, keyof typeof REPLACED> {
  readonly style: FrameStyle;
}

const fits = ([key, value]: readonly [string, unknown]): boolean =>
  Object.hasOwn(REPLACED, key) && REPLACED[key as keyof typeof REPLACED](value);

/** The validated options of an instance, merged over all its `configure` calls. Not shared with the page. */
export interface InstanceConfig {
  readonly publicKey: string;
  readonly api: string;
  readonly timeout: number;
  readonly currency: string;
  readonly required: readonly string[];
  readonly locale: string;
  /** As given: what is loaded on demand knows their names. */
  readonly texts: OwnTexts;
  readonly preventAutofill: boolean;
  readonly brands: readonly string[];
  readonly fields: Readonly<Record<(typeof FIELD_KEYS)[number], FieldConfig>>;
}

/** Throws invalid-options unless `options` is an object. */
export const requireOptions = (given: unknown): void => {
  if (members(given) === given) return;
  throw new ServiceError('invalid-options', 'Pass options or the public key.');
};

/** Returns the merchant's own properties, without inherited ones. */
const own = <T extends object>(given: T): T => ({ __proto__: null, ...given });

/** Merges two styles: nested objects are merged, other values of `over` win. Keeps plain data only. */
const mergeStyle = (under: FrameStyle, over: unknown): FrameStyle => {
  const merged: Record<string, string | number | FrameStyle> = { ...under };
  for (const [key, value] of Object.entries(members(over))) {
    if (key === '__proto__') continue;
    if (isWords(value) || typeof value === 'number') merged[key] = value;
    else if (members(value) === value) merged[key] = mergeStyle(members(merged[key]) as FrameStyle, value);
  }
  return merged;
};

export const mergeField = (
  before: FieldConfig,
  given: FieldOptions | string | undefined,
  olderStyle?: unknown,
): FieldConfig => {
  const options: FieldOptions = isWords(given) ? { selector: given } : own(given ?? {});
  return {
    ...before,
    ...Object.fromEntries(Object.entries(options).filter(fits)),
    style: mergeStyle(mergeStyle(before.style, olderStyle), options.style),
  };
};

/** Returns a text that must be given. Throws `code`, invalid-option by default. */
export const needText = (option: string, given: unknown, code?: string): string =>
  need(option, 'a non-empty string', given as string, isWords(given) && given, code);

const readApi = (api: unknown): string =>
  new URL(need('api', 'an absolute http(s) address', api as string, isWords(api) && originOf(api))).href.replace(
    /\/+$/,
    '',
  );

const readTimeout = (timeout: unknown): number =>
  need(
    'timeout',
    'milliseconds above 0',
    timeout as number,
    typeof timeout === 'number' && timeout > 0 && timeout < 2e9,
  );

const readNames = <Name>(option: string, allowed: readonly unknown[], given: readonly Name[]): readonly Name[] =>
  need(
    option,
    `an array of ${allowed.join(', ')}`,
    given,
    Array.isArray(given) && given.every((name) => allowed.includes(name)),
  );

/** Only names of card and billing fields are enforced. */
const readRequired = (given: readonly string[]): readonly string[] =>
  need('required', 'an array of names', given, Array.isArray(given) && given.every(isWords)).filter((name) =>
    REQUIRED.includes(name),
  );

const readCurrency = (currency: string): string =>
  need('currency', 'an ISO 4217 currency', currency, isCurrencyCode(currency));

/** The browser API at the origin of the script; undefined if the script has no http(s) address of its own. */
export const apiBeside = (script: string): string | undefined => {
  const origin = originOf(script);
  return origin && `${origin}/js/v1`;
};

/**
 * Returns the configuration after another `configure` call. Throws invalid-options, invalid-option, missing-public-key,
 * or already-configured for another key or API.
 */
export const mergeOptions = (
  given: unknown,
  before: InstanceConfig | undefined,
  defaultApi: string | undefined,
): InstanceConfig => {
  if (!isWords(given)) requireOptions(given);
  const options: Options = isWords(given) ? { publicKey: given } : own(given as Options);

  const publicKey = needText('publicKey', options.publicKey ?? before?.publicKey, 'missing-public-key');
  const api = readApi(options.api ?? before?.api ?? defaultApi);
  if (before && (before.publicKey !== publicKey || before.api !== api)) {
    const message = 'Another `publicKey` or `api` needs a new Service.';
    throw new ServiceError('already-configured', message);
  }

  const field = (name: (typeof FIELD_KEYS)[number]) =>
    mergeField(before?.fields[name] ?? { style: {} }, options.fields?.[name], options.style?.[name]);

  return {
    publicKey,
    api,
    timeout: readTimeout(options.timeout ?? before?.timeout ?? 60_000),
    locale: String(options.locale ?? before?.locale ?? ''),
    texts: { ...before?.texts, ...options.texts },
    preventAutofill: Boolean(options.preventAutofill ?? before?.preventAutofill),
    brands: [...readNames('brands', BRAND_SLUGS, options.brands ?? before?.brands ?? [])],
    currency: readCurrency(options.currency ?? before?.currency ?? 'USD'),
    required: [...new Set([...(before?.required ?? ALWAYS_REQUIRED), ...readRequired(options.required ?? [])])],
    fields: Object.fromEntries(FIELD_KEYS.map((name) => [name, field(name)])) as InstanceConfig['fields'],
  };
};

/** The options of one field: its own over those of `all`. */
export interface FieldSettings {
  /** Undefined if the merchant named no target and the default selector applies. */
  readonly selector: string | Element | undefined;
  readonly tabIndex: number;
  /** The title of the frame. */
  readonly title: string;
  /** The options of the field in the frame, except those that depend on the page around it. */
  readonly options: GivenOptions;
}

export const fieldSettings = (config: InstanceConfig, type: FieldType): FieldSettings => {
  const { fields, required, locale, preventAutofill, brands, texts } = config;
  const { all, [type]: own } = fields;
  const style = mergeStyle(all.style, own.style);
  const inStyle = isWords(own.style.title) ? own.style.title : (texts[type] ?? TITLES[type]);
  const { selector: _, tabIndex, title = inStyle, ...plain } = { ...all, ...own };
  const given = {
    label: title,
    ...plain,
    required: required.includes(type === 'expiry' ? 'month' : type),
    style,
    preventAutofill,
    brands,
  };
  return {
    selector: own.selector,
    tabIndex: Number(tabIndex) || 0,
    title,
    options: { ...given, lang: locale, monthNames: locale !== '' },
  };
};
