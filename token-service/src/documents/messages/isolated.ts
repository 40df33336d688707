/**
 * A template for text from right to left: isolates each value, so that names, amounts and codes from left to right keep
 * their order and do not reorder the sentence around them (UAX 9, FSI and PDI).
 */
export const isolated = (strings: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  String.raw({ raw: strings }, ...values.map((value) => `\u2068${value}\u2069`));
