import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Hvorfor dette beløb?',
  price: 'Fuld pris',
  time: 'Periode',
  prorated: 'For denne periode',
  diff: 'Forskel',
  instead: (now, before) => `${now} i stedet for ${before}`,
  tier: (from, to) => `Pris for enhederne ${from} til ${to}`,
  lastTier: (from) => `Pris for enheder fra ${from}`,
  ramp: (from) => `Pris fra og med faktureringsperiode ${from}`,
  trial: 'Gratis prøveperiode',
  usage: 'Forbrug',
  late: (amount) => `Registreret senere; ${amount} var allerede faktureret.`,
  step: (amount) => `Pris for det trin, som ${amount} enheder når`,
  coupon: (code) => `Kupon ${code}`,
  ofInvoice: (amount) => `${amount} rabat på hele fakturaen, heraf på denne linje`,
  credit: (charge, invoice) => `Tilgodehavende for »${charge}« på faktura ${invoice}`,
  charged: 'Opkrævet',
  unused: 'Ubrugt tid',
  credited: 'Godskrevet',
  total: 'I alt',
  rounding:
    'Rabatter og afgifter afrundes én gang for hele fakturaen. En linjes andel kan derfor afvige med den mindste enhed.',
  pdf: 'PDF med denne forklaring',
  more: 'De øvrige linjer beregnes på samme måde.',
};
