/** Searches for digits that must not be stored or logged: card numbers, security codes, bank account numbers. */

/** A searched text or file. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

export const place = (name: string, bytes: Buffer | string): Place => ({ name, bytes: Buffer.from(bytes) });

/** Every encoding in which digits can occur in a text or in bytes, by name. */
export const disguises = (digits: string): readonly (readonly [name: string, form: string])[] => {
  const spaced = grouped(digits);
  return [
    ['plain', digits],
    ['spaced', spaced],
    ['dashed', spaced.replaceAll(' ', '-')],
    ['spaced in a URL', encodeURIComponent(spaced)],
    ['spaced in a form', spaced.replaceAll(' ', '+')],
    ['hex', Buffer.from(digits).toString('hex')],
    ['URL-encoded', [...digits].map((digit) => `%${digit.charCodeAt(0).toString(16)}`).join('')],
    ...([0, 1, 2] as const).map((shift) => [`base64, ${shift} bytes in`, base64(digits, shift)] as const),
  ];
};

/** Returns the places that contain the digits in any encoding, with the name of the encoding. */
export const found = (digits: string, places: readonly Place[]): string[] => {
  const forms = disguises(digits);
  return places.flatMap(({ name, bytes }) =>
    forms.filter(([, form]) => bytes.includes(form)).map(([disguise]) => `${name}: ${disguise}`),
  );
};

/** Finds short digit strings, which occur inside ids by chance: only where no letter or digit is adjacent. */
export const foundAlone = (digits: string, places: readonly Place[]): string[] => {
  const alone = new RegExp(`(?<![0-9A-Za-z])${digits}(?![0-9A-Za-z])`);
  return places.filter(({ bytes }) => alone.test(bytes.toString('latin1'))).map(({ name }) => name);
};

/** Groups digits as printed on cards: 4-6-5 for fifteen digits, else groups of four. */
const grouped = (digits: string): string =>
  digits.length === 15 ? digits.replace(/^(.{4})(.{6})/, '$1 $2 ') : digits.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * The base64 form depends on the offset within the text; the first and last characters depend on the neighbouring
 * bytes.
 */
const base64 = (digits: string, shift: 0 | 1 | 2): string =>
  Buffer.concat([Buffer.alloc(shift), Buffer.from(digits)])
    .toString('base64')
    .replace(/=+$/, '')
    .slice(shift === 0 ? 0 : shift + 1, -1);
