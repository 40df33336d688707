import {
  FIELD_TYPES,
  type FieldType,
  type FieldOptions as FrameOptions,
  INPUT_TYPES,
  originOf,
  type Style,
} from '@service/hosted-fields/protocol';
import { ServiceError } from './errors.ts';
import type { FieldOptions, Options } from './types.ts';

const FIELD_KEYS = ['all', ...FIELD_TYPES] as const;
const ALWAYS_REQUIRED = ['number', 'month', 'year', 'first_name', 'last_name'];

const TITLES: Record<FieldType, string> = {
  number: 'Card number',
  month: 'Expiry month',
  year: 'Expiry year',
  cvv: 'Security code',
};

const isFlag = (value: unknown) => typeof value === 'boolean';
const isWords = (value: unknown) => typeof value === 'string';

/** Plain options of a field, with what they may be; anything else is dropped. */
const PLAIN = {
  format: isFlag,
  disabled: isFlag,
  inputType: (value: unknown) => (INPUT_TYPES as readonly unknown[]).includes(value),
  title: isWords,
  label: isWords,
  error: isWords,
};

interface FieldConfig extends Pick<FieldOptions, keyof typeof PLAIN> {
  readonly selector?: string | Element;
  readonly style: Style;
  readonly tabIndex?: number;
}

/** The options of an instance, checked, merged over all its `configure` calls and shared with nobody. */
export interface Config {
  readonly publicKey: string;
  readonly api: string;
  readonly timeout: number;
  readonly currency: string;
  readonly required: readonly string[];
  readonly locale: string;
  readonly preventAutofill: boolean;
  readonly brands: readonly string[];
  readonly fields: Readonly<Record<(typeof FIELD_KEYS)[number], FieldConfig>>;
}

const show = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

const invalid = (option: string, wanted: string, got: unknown) =>
  new ServiceError('invalid-option', { message: `The \`${option}\` option must be ${wanted}, got ${show(got)}.` });

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What the merchant wrote, and nothing that somebody put on a prototype. */
const own = <T extends object>(given: T): T => ({ __proto__: null, ...given });

/** Two styles as one: nested objects are merged, other values of `over` win. Keeps plain data only. */
const mergeStyle = (under: Style, over: unknown): Style => {
  const merged: Record<string, string | number | Style> = { ...under };
  for (const [key, value] of Object.entries(isObject(over) ? over : {})) {
    if (key === '__proto__') continue;
    const before = merged[key];
    if (typeof value === 'string' || typeof value === 'number') merged[key] = value;
    else if (isObject(value)) merged[key] = mergeStyle(typeof before === 'object' ? before : {}, value);
  }
  return merged;
};

const mergeField = (
  before: FieldConfig,
  given: FieldOptions | string | undefined,
  olderStyle: unknown,
): FieldConfig => {
  const options: FieldOptions = typeof given === 'string' ? { selector: given } : own(given ?? {});
  const { selector, style, tabIndex } = options;
  const plain = Object.entries(PLAIN).filter(([key, fits]) => fits(options[key as keyof typeof PLAIN]));
  return {
    ...before,
    ...Object.fromEntries(plain.map(([key]) => [key, options[key as keyof typeof PLAIN]])),
    style: mergeStyle(mergeStyle(before.style, olderStyle), style),
    ...(selector === undefined ? {} : { selector }),
    ...(tabIndex === undefined ? {} : { tabIndex: Number(tabIndex) || 0 }),
  };
};

const readKey = (publicKey: unknown): string => {
  if (typeof publicKey === 'string' && publicKey) return publicKey;
  throw new ServiceError('missing-public-key', {
    message: `The \`publicKey\` option must be a non-empty string, got ${show(publicKey)}.`,
  });
};

const readApi = (api: unknown): string => {
  if (typeof api === 'string' && originOf(api)) return new URL(api).href.replace(/\/+$/, '');
  throw invalid('api', 'an absolute http(s) address, e.g. https://pay.example.com/js/v1', api);
};

const readTimeout = (timeout: unknown): number => {
  if (typeof timeout === 'number' && timeout > 0 && timeout < 2 ** 31 - 10_000) return timeout;
  throw invalid('timeout', 'a positive number of milliseconds', timeout);
};

const readNames = (option: string, given: unknown): readonly string[] => {
  if (Array.isArray(given) && given.every((name) => typeof name === 'string')) return given;
  throw invalid(option, 'an array of names', given);
};

/** Browser API beside the script at this address, or undefined where the script has no http(s) address of its own. */
export const apiBeside = (script: string): string | undefined => {
  const origin = originOf(script);
  return origin && `${origin}/js/v1`;
};

/**
 * The configuration after one more call of `configure` (sdk reference, configure).
 * Throws invalid-options, invalid-option, missing-public-key, or already-configured for another key or API.
 */
export const mergeOptions = (given: unknown, before: Config | undefined, defaultApi: string | undefined): Config => {
  if (!isObject(given) && typeof given !== 'string') throw new ServiceError('invalid-options');
  const options: Options = typeof given === 'string' ? { publicKey: given } : own(given);

  const publicKey = readKey(options.publicKey ?? before?.publicKey);
  const api = readApi(options.api ?? before?.api ?? defaultApi);
  if (before && (before.publicKey !== publicKey || before.api !== api)) throw new ServiceError('already-configured');

  const field = (name: (typeof FIELD_KEYS)[number]) =>
    mergeField(before?.fields[name] ?? { style: {} }, options.fields?.[name], options.style?.[name]);

  return {
    publicKey,
    api,
    timeout: readTimeout(options.timeout ?? before?.timeout ?? 60_000),
    locale: String(options.locale ?? before?.locale ?? ''),
    preventAutofill: Boolean(options.preventAutofill ?? before?.preventAutofill),
    brands: [...readNames('brands', options.brands ?? before?.brands ?? [])],
    currency: String(options.currency ?? before?.currency ?? 'USD'),
    required: [
      ...new Set([...(before?.required ?? ALWAYS_REQUIRED), ...readNames('required', options.required ?? [])]),
    ],
    fields: {
      all: field('all'),
      number: field('number'),
      month: field('month'),
      year: field('year'),
      cvv: field('cvv'),
    },
  };
};

/** What applies to one field: its own options over those of `all`. */
export interface FieldSettings {
  /** Undefined when the merchant named no place, and the default selector counts. */
  readonly selector: string | Element | undefined;
  readonly tabIndex: number;
  /** Of the frame. */
  readonly title: string;
  /** Of the field in it, apart from what depends on the page around it. */
  readonly options: Omit<FrameOptions, 'message' | 'rtl'>;
}

export const fieldSettings = (config: Config, type: FieldType): FieldSettings => {
  const { fields, required, locale, preventAutofill, brands } = config;
  const { all, [type]: own } = fields;
  const {
    format = true,
    disabled = false,
    inputType = 'text',
    error = '',
    tabIndex = 0,
    style: _,
    ...texts
  } = { ...all, ...own };
  const style = mergeStyle(all.style, own.style);
  const title = texts.title ?? (typeof own.style.title === 'string' ? own.style.title : TITLES[type]);
  const label = texts.label ?? title;
  const options = { format, disabled, inputType, error, label, required: required.includes(type), style };
  return { selector: own.selector, tabIndex, title, options: { ...options, preventAutofill, brands, lang: locale } };
};
