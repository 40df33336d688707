import type { Texts } from './texts.ts';

/** Returns the field whose texts are about a field: those of the expiry date, for its month and its year. */
export const wordedAs = (field: string): string => (/^(month|year)$/.test(field) ? 'expiry' : field);

/** Returns what is wrong with a field and what to do about it. `reason`: that of a state or of an error's detail. */
export const textFor = (texts: Texts, field: string, reason: string): string => {
  const all = texts as Readonly<Record<string, string>>;
  const start = wordedAs(field);
  return all[`${start}_${reason}`] ?? all[`${start}_invalid`] ?? all[reason] ?? texts.invalid;
};

/** Returns the texts of a field by reason, as its frame takes them. */
export const errorTexts = (texts: Texts, field: string): Record<string, string> => {
  const start = `${wordedAs(field)}_`;
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([name]) => name.startsWith(start))
      .map(([name, text]) => [name.slice(start.length), text]),
  );
};
