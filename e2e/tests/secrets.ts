/** Searches for a card number or a security code where none may be stored. */

/** A place that was searched, and its bytes read as latin-1 so that every byte is one character. */
export interface Haystack {
  readonly name: string;
  readonly text: string;
}

export const haystack = (name: string, bytes: Buffer | string): Haystack => ({
  name,
  text: Buffer.from(bytes).toString('latin1'),
});

/** Returns where the digits of a card number occur, in any encoding. */
export const findNumber = (number: string, haystacks: readonly Haystack[]): string[] => {
  const forms = [
    ['plain', number],
    ['spaced', grouped(number, ' ')],
    ['dashed', grouped(number, '-')],
    ['spaced in a URL', grouped(number, '%20')],
    ['spaced in a form', grouped(number, '+')],
    ...encoded(number),
  ] as const;
  return haystacks.flatMap(({ name, text }) =>
    forms.filter(([, form]) => text.includes(form)).map(([disguise]) => `${name}: ${disguise}`),
  );
};

/**
 * Returns where a security code occurs. Four digits also occur by chance inside longer ids, so plain ones count only
 * without a letter or digit beside them.
 */
export const findCode = (code: string, haystacks: readonly Haystack[]): string[] => {
  const alone = new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`);
  return haystacks.flatMap(({ name, text }) => [
    ...(alone.test(text) ? [`${name}: plain`] : []),
    ...encoded(code)
      .filter(([, form]) => text.includes(form))
      .map(([disguise]) => `${name}: ${disguise}`),
  ]);
};

/** Returns how often the digits occur, even inside an id: for places whose values are adjacent without a separator. */
export const countPlain = (digits: string, { text }: Haystack): number => text.split(digits).length - 1;

const encoded = (digits: string): (readonly [disguise: string, form: string])[] => {
  const bytes = Buffer.from(digits);
  return [
    ['hex', bytes.toString('hex')],
    ['URL-encoded', [...bytes].map((byte) => `%${byte.toString(16)}`).join('')],
    ['UTF-16', Buffer.from(digits, 'utf16le').toString('latin1')],
    ['base64', base64(bytes, 0)],
    ['base64, one byte in', base64(bytes, 1)],
    ['base64, two bytes in', base64(bytes, 2)],
  ];
};

const grouped = (number: string, separator: string): string => {
  const groups = number.length === 15 ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d+)$/;
  return groups.exec(number)?.slice(1).join(separator) ?? number;
};

/**
 * Returns the base64 of bytes that begin `before` bytes into a longer text, without the letters that depend on their
 * neighbors.
 */
const base64 = (bytes: Buffer, before: 0 | 1 | 2): string => {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6));
};

/** Returns a card number that passes the Luhn check, from all its digits but the last. */
export const withCheckDigit = (digits: string): string => {
  const sum = [...digits]
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};
