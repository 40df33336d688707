export type IntervalUnit = 'day' | 'week' | 'month' | 'year';

/**
 * The text for each plural form of a language (CLDR), with `#` for the count, and for counts that have a text of their
 * own: `varannan vecka`.
 */
export type CountForms = Partial<Record<Intl.LDMLPluralRule, string>> & {
  readonly other: string;
  readonly [count: number]: string;
};

/** Names an interval, and has the texts that it does so with. */
export interface IntervalWords {
  (unit: 'days' | 'months', length: number): string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly forms: Readonly<Record<IntervalUnit, CountForms>>;
}

/**
 * Returns a function that names an interval of days or months in a language, in the largest unit that it is a multiple
 * of: 14 days are 2 weeks.
 */
export const intervalWords = (language: string, forms: IntervalWords['forms']): IntervalWords => {
  const rules = new Intl.PluralRules(language);
  const name = (unit: 'days' | 'months', length: number): string => {
    const { named, count } = interval(unit, length);
    const texts = forms[named];
    const text = texts[count] ?? texts[rules.select(count)] ?? texts.other;
    return text.replace('#', String(count));
  };
  return Object.assign(name, { language, forms });
};

const interval = (
  unit: 'days' | 'months',
  length: number,
): { readonly named: IntervalUnit; readonly count: number } => {
  const [small, large, many] = unit === 'days' ? (['day', 'week', 7] as const) : (['month', 'year', 12] as const);
  return length > 0 && length % many === 0 ? { named: large, count: length / many } : { named: small, count: length };
};
