/** Examples of postal codes by country, for customers who entered one that it cannot have. */
const EXAMPLES: Readonly<Record<string, string>> = {
  AT: '1010',
  AU: '2000',
  BE: '1000',
  BR: '01310-100',
  CA: 'K1A 0B1',
  CH: '8001',
  CZ: '110 00',
  DE: '50667',
  DK: '1050',
  ES: '28013',
  FI: '00100',
  FR: '75001',
  GB: 'SW1A 1AA',
  IE: 'D02 AF30',
  IN: '110001',
  IT: '00184',
  JP: '100-0001',
  LU: '1111',
  MX: '06000',
  NL: '1012 AB',
  NO: '0150',
  NZ: '6011',
  PL: '00-001',
  PT: '1100-148',
  SE: '111 20',
  US: '94105',
};

export const postalCodeExample = (country: string): string | undefined =>
  Object.hasOwn(EXAMPLES, country) ? EXAMPLES[country] : undefined;
