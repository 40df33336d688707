import { ISSUERS } from '@service/billing/values/card/issuer.ts';
import { BILLING_NAMES, FIELD_TYPES } from '@service/hosted-fields/protocol';
import { ServiceError } from './errors.ts';

/** The allowed values of an option in words, and whether a value is one. */
export type Rule = readonly [wanted: string, fits: (value: unknown) => boolean];

/** The options that there are, by name. */
export type Rules = Readonly<Record<string, Rule>>;

export const isWords = (value: unknown): value is string => typeof value === 'string';

const oneOf = (values: readonly unknown[]): Rule => [`one of ${values.join(', ')}`, (value) => values.includes(value)];

const someOf = (values: readonly unknown[]): Rule => [
  `an array of ${values.join(', ')}`,
  (value) => Array.isArray(value) && value.every((each) => values.includes(each)),
];

/** Judged elsewhere. */
const ANY: Rule = ['', () => true];
const TEXT: Rule = ['a string', isWords];

/** Returns whether this is a currency. Not all browsers know the last two. */
export const isCurrencyCode = (code: unknown): boolean =>
  [...Intl.supportedValuesOf('currency'), 'VED', 'ZWG'].includes(code as string);

/** The fields that can be required of a card: the expiry field fills in month and year. */
export const REQUIRED: readonly string[] = /* @__PURE__ */ [...FIELD_TYPES, ...BILLING_NAMES].filter(
  (name) => name !== 'expiry',
);

export const BRAND_SLUGS: readonly string[] = /* @__PURE__ */ ISSUERS.map(({ slug }) => slug);

export const FIELD_KEYS = ['all', 'card', ...FIELD_TYPES] as const;

const THEME = /* @__PURE__ */ oneOf(['light', 'dark', 'auto']);

export const textRules = (names: readonly string[]): Rules => Object.fromEntries(names.map((name) => [name, TEXT]));

/** The options of a payment form, and of those in its appearance, by the path. `variables`: the names that it knows. */
export const paymentFormRules = (variables: readonly string[]): Readonly<Record<string, Rules>> => ({
  PaymentForm: {
    methods: someOf(['card', 'bank', 'sepa', 'bacs', 'becs', 'wallet']),
    appearance: ANY,
    texts: ANY,
    locale: TEXT,
    saved: TEXT,
    description: TEXT,
  },
  'PaymentForm.appearance': { theme: THEME, variables: ANY, rules: ANY },
  'PaymentForm.appearance.variables': textRules(variables),
});

/** The options of a challenge. */
export const CHALLENGE: Rules = { actionTokenId: ANY, locale: TEXT, theme: THEME, texts: ANY };

/** Returns the error for an option with a wrong value. */
export const invalid = (option: string, wanted: string, got: unknown, code = 'invalid-option'): ServiceError =>
  new ServiceError(code, `The \`${option}\` option must be ${wanted}, got '${got}'.`);

/** Returns a value of an option; throws the error for one that does not fit. */
export const need = <Value>(option: string, wanted: string, got: Value, fits: unknown, code?: string): Value => {
  if (fits) return got;
  throw invalid(option, wanted, got, code);
};

/** Throws invalid-option for a wrong value and for an unknown name. `path`: what contains the options. */
export const judgeOptions = (refuse: typeof invalid, path: string, rules: Rules, given: object): void => {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(rules, name)) throw refuse(path, oneOf(Object.keys(rules))[0], name);
    const [wanted, fits] = rules[name]!;
    if ((value ?? null) !== null && !fits(value)) throw refuse(`${path}.${name}`, wanted, value);
  }
};
