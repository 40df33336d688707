import type { Texts } from './texts.ts';

/** Returns what is wrong with a field and what to do about it. `reason`: that of a state or of an error's detail. */
export const textFor = (texts: Texts, field: string, reason: string): string => {
  const all = texts as Readonly<Record<string, string>>;
  return all[`${field}_${reason}`] ?? all[`${field}_invalid`] ?? all[reason] ?? texts.invalid;
};

/** Returns the texts of a field by reason, as its frame takes them. */
export const errorTexts = (texts: Texts, field: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([name]) => name.startsWith(`${field}_`))
      .map(([name, text]) => [name.slice(field.length + 1), text]),
  );
