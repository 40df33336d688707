import type { Random } from '../../money/random.ts';

/** Texts known to break programs, wherever a value is expected. */
const HOSTILE = [
  '',
  ' ',
  '\t\r\n',
  '0',
  '-0',
  '-1',
  '1e9',
  '0x10',
  '00000000001',
  '2147483648',
  '3300000',
  '9007199254740993',
  '-9223372036854775809',
  '99999999999999999999999999',
  '0.1',
  '1.999999999999999999999',
  'NaN',
  'Infinity',
  'true',
  'null',
  'undefined',
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '9999-12-31T23:59:59Z',
  '2026-02-30',
  '2026-11-20T12:00:00+99:99',
  '+275760-09-13T00:00:00Z',
  '__proto__',
  'constructor',
  'toString',
  "'; DROP TABLE accounts; --",
  '%00',
  '%',
  '%E0%A4%A',
  '../../etc/passwd',
  '<script>',
  ']]>',
  '&amp;&#0;',
  '\u0000',
  '\ud800',
  '\u202e\u200d\ufeff',
  'é'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(5_000),
  '9'.repeat(400),
];

/** The number of accounts that requests refer to. */
export const ACCOUNTS = 12;

/** Ordinary values. The names are few, so that requests meet the records of earlier ones. */
const USUAL: Readonly<Record<string, (random: Random) => string>> = {
  account_code: (random) => `fuzz-${random.below(ACCOUNTS)}`,
  plan_code: (random) => random.pick(['tideline', 'tideline-yearly', `plan-${random.below(8)}`]) ?? '',
  add_on_code: (random) => `add-on-${random.below(4)}`,
  coupon_code: (random) => random.pick(['TIDE15', 'WELCOME5', 'FIRSTMONTH', `COUPON${random.below(8)}`]) ?? '',
  redemption_code: (random) => random.pick(['DEMOGIFTUSD00020', 'DEMOGIFTUSD00100', 'DEMOGIFTEUR00050']) ?? '',
  invoice_number: (random) => String(1000 + random.below(300)),
  currency: (random) => random.pick(['USD', 'EUR', 'GBP', 'JPY']) ?? '',
  country: (random) => random.pick(['US', 'DE', 'GB', 'CA']) ?? '',
  number: (random) =>
    random.pick(['4111111111111111', '4000000000000002', '5555555555554444', '4111111111111112']) ?? '',
  month: (random) => String(1 + random.below(12)),
  year: (random) => String(2026 + random.below(10)),
  verification_value: () => '123',
  email: () => 'ada@example.com',
  routing_number: () => '123456780',
};

/** Returns a value for a field: usually a valid one, sometimes one known to break programs. */
export const fieldValue = (random: Random, name: string, kind = ''): string =>
  random.percent(6) ? hostile(random) : usual(random, name, kind);

export const hostile = (random: Random): string => random.pick(HOSTILE) ?? '';

const usual = (random: Random, name: string, kind: string): string => {
  const known = USUAL[name];
  if (known) return known(random);
  if (kind === 'integer') return String(random.below(random.percent(80) ? 12 : 100_000));
  if (kind === 'boolean' || kind === 'true or false') return random.percent(50) ? 'true' : 'false';
  if (kind.startsWith('decimal')) return `${random.below(100)}.${random.below(100)}`;
  if (kind.startsWith('date') || kind.startsWith('moment') || /_(at|date)$/.test(name)) {
    return `20${26 + random.below(3)}-${String(1 + random.below(12)).padStart(2, '0')}-15T12:00:00Z`;
  }
  if (kind.includes('currency')) return 'USD';
  if (kind.includes('country')) return 'US';
  if (kind.startsWith('email')) return 'ada@example.com';
  // The kind of an enumeration lists its choices.
  if (kind.includes(', ') && !kind.startsWith('text')) return random.pick(kind.split(', ')) ?? '';
  return `${name} ${random.below(10)}`;
};
