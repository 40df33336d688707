import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Hvorfor dette beløpet?',
  price: 'Full pris',
  time: 'Periode',
  prorated: 'For denne perioden',
  diff: 'Forskjell',
  instead: (now, before) => `${now} i stedet for ${before}`,
  tier: (from, to) => `Pris for enhetene ${from} til ${to}`,
  lastTier: (from) => `Pris for enheter fra ${from}`,
  ramp: (from) => `Pris fra faktureringsperiode ${from}`,
  trial: 'Gratis prøveperiode',
  usage: 'Forbruk',
  late: (amount) => `Registrert senere; ${amount} var allerede fakturert.`,
  step: (amount) => `Pris for trinnet som ${amount} enheter når`,
  coupon: (code) => `Kupong ${code}`,
  ofInvoice: (amount) => `${amount} rabatt på hele fakturaen, herav på denne linjen`,
  credit: (charge, invoice) => `Tilgodehavende for «${charge}» på faktura ${invoice}`,
  charged: 'Belastet',
  unused: 'Ubrukt tid',
  credited: 'Godskrevet',
  total: 'Sum',
  rounding:
    'Rabatter og avgifter avrundes én gang for hele fakturaen. En linjes andel kan derfor avvike med den minste enheten.',
  pdf: 'PDF med denne forklaringen',
  more: 'De andre linjene beregnes på samme måte.',
};
