/** Looking for digits that must not be somewhere: card numbers, security codes, bank account numbers. */

/** Somewhere that was searched. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

export const place = (name: string, bytes: Buffer | string): Place => ({ name, bytes: Buffer.from(bytes) });

/** The ways in which digits can hide in a text or in bytes, by name. */
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

/** Where the digits are, in whatever disguise: the name of the place and how they looked there. */
export const found = (digits: string, places: readonly Place[]): string[] => {
  const forms = disguises(digits);
  return places.flatMap(({ name, bytes }) =>
    forms.filter(([, form]) => bytes.includes(form)).map(([disguise]) => `${name}: ${disguise}`),
  );
};

/** Where so few digits stand that they turn up inside ids by chance: only where no letter or digit is beside them. */
export const foundAlone = (digits: string, places: readonly Place[]): string[] => {
  const alone = new RegExp(`(?<![0-9A-Za-z])${digits}(?![0-9A-Za-z])`);
  return places.filter(({ bytes }) => alone.test(bytes.toString('latin1'))).map(({ name }) => name);
};

/** As cards show their numbers: 4-6-5 of fifteen digits, else by fours. */
const grouped = (digits: string): string =>
  digits.length === 15 ? digits.replace(/^(.{4})(.{6})/, '$1 $2 ') : digits.replace(/(.{4})(?=.)/g, '$1 ');

/** Where base64 begins within its text shifts what it looks like; the first and last sign depend on what is around. */
const base64 = (digits: string, shift: 0 | 1 | 2): string =>
  Buffer.concat([Buffer.alloc(shift), Buffer.from(digits)])
    .toString('base64')
    .replace(/=+$/, '')
    .slice(shift === 0 ? 0 : shift + 1, -1);
