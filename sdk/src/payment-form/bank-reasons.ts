/** Whether the check digits of an IBAN fit: with its first four characters at the end, it is 1 modulo 97. */
const fits = (iban: string): boolean => {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    remainder = Number(`${remainder}${Number.parseInt(character, 36)}`) % 97;
  }
  return remainder === 1;
};

/** The shapes of the numbers of an account, and the reason why a value is not valid. */
const SHAPES: Readonly<Record<string, readonly [shape: RegExp, reason: string]>> = {
  routing_number: [/^\d{9}$/, 'incomplete'],
  sort_code: [/^\d{6}$/, 'invalid'],
  bsb_code: [/^\d{6}$/, 'invalid'],
  iban: [/^[a-z]{2}\d{2}[a-z\d]{11,30}$/i, 'invalid'],
};

/**
 * Returns the reason why a value of a bank account is not valid, for the customer who leaves its field. `scheme`: the
 * method by which it is debited.
 */
export const bankReason = (name: string, value: string, accountNumber: string, scheme = 'bank'): string => {
  const written = value.replace(/[\s-]/g, '');
  if (!written) return '';
  if (name === 'account_number') {
    if (scheme === 'bank') return /^\d{4,17}$/.test(written) ? '' : 'invalid';
    return /^\d{4,9}$/.test(written) ? '' : 'incomplete';
  }
  if (name === 'account_number_confirmation') return value === accountNumber ? '' : 'mismatch';
  const [shape, reason] = SHAPES[name] ?? [/^/, ''];
  return shape.test(written) && (name !== 'iban' || fits(written)) ? '' : reason;
};
