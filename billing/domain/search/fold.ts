/** Returns a text as the database folds it: the letters A to Z in lower case, all others as they are. */
export const foldedLetters = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const titled = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/**
 * Returns the forms in which the database may hold a text that was typed in any case: one for a text of the letters A
 * to Z, otherwise four, as typed and in lower case, in capitals and with a capital at the beginning of each word.
 */
export const foldings = (text: string): readonly string[] => {
  const lower = text.toLowerCase();
  const forms = [text, lower, text.toUpperCase(), titled(lower)].map(foldedLetters);
  return forms.every((form) => form === forms[0]) ? forms.slice(0, 1) : forms;
};

/** Letters that are compared as plain ones, of both cases. The last are marks that stand behind their letter. */
const PLAIN: Readonly<Record<string, string>> = {
  a: 'àáâãäåāăąǎÀÁÂÃÄÅĀĂĄǍ',
  c: 'çćĉċčÇĆĈĊČ',
  d: 'ďđðĎĐÐ',
  e: 'èéêëēĕėęěÈÉÊËĒĔĖĘĚ',
  g: 'ĝğġģĜĞĠĢ',
  h: 'ĥħĤĦ',
  i: 'ìíîïĩīĭįıÌÍÎÏĨĪĬĮİ',
  j: 'ĵĴ',
  k: 'ķĶ',
  l: 'ĺļľŀłĹĻĽĿŁ',
  n: 'ñńņňÑŃŅŇ',
  o: 'òóôõöøōŏőÒÓÔÕÖØŌŎŐ',
  r: 'ŕŗřŔŖŘ',
  s: 'śŝşšșŚŜŞŠȘ',
  t: 'ţťŧțŢŤŦȚ',
  u: 'ùúûüũūŭůűųÙÚÛÜŨŪŬŮŰŲ',
  w: 'ŵŴ',
  y: 'ýÿŷÝŸŶ',
  z: 'źżžŹŻŽ',
  ae: 'æÆ',
  oe: 'œŒ',
  ss: 'ßẞ',
  th: 'þÞ',
  '': '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328',
};

/** Each letter with a diacritical mark, and the plain letters that stand for it. */
export const PLAIN_LETTERS: readonly (readonly [letter: string, plain: string])[] = Object.entries(PLAIN).flatMap(
  ([plain, letters]) => [...letters].map((letter) => [letter, plain] as const),
);

const PLAIN_OF = new Map(PLAIN_LETTERS);

/** Returns a text as the database has it without diacritical marks: `Zürich` as `zurich`, `Łódź` as `lodz`. */
export const plainLettersOf = (text: string): string =>
  foldedLetters([...text].map((letter) => PLAIN_OF.get(letter) ?? letter).join(''));

/** Letters that people write as two where their keyboard lacks them. */
const WRITTEN_AS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/**
 * Returns the forms in which the database may hold a text that was typed in any case, with or without diacritical
 * marks: `München`, `munchen` and `Muenchen` all find `München`, and `München` finds `Muenchen`. One form is that of
 * most texts.
 */
export const plainForms = (text: string): readonly string[] => {
  const composed = text.normalize('NFC');
  const lower = composed.toLowerCase();
  const written = lower.replace(/[äöüøå]/g, (letter) => WRITTEN_AS[letter] ?? letter);
  const forms = [...[composed, lower, composed.toUpperCase(), titled(lower)], written].map(plainLettersOf);
  const shortened = plainLettersOf(lower).replace(/([aou])e/g, '$1');
  return [...new Set([...forms, shortened])];
};

/** Returns a postal code as it is compared: in lower case, without the blanks and dashes that people write. */
export const foldedPostalCode = (text: string): string => foldedLetters(text).replaceAll(/[\s-]/g, '');
