import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Varför detta belopp?',
  price: 'Fullt pris',
  time: 'Period',
  prorated: 'För denna period',
  diff: 'Skillnad',
  instead: (now, before) => `${now} i stället för ${before}`,
  tier: (from, to) => `Pris för enheterna ${from} till ${to}`,
  lastTier: (from) => `Pris för enheter från ${from}`,
  ramp: (from) => `Pris från och med faktureringsperiod ${from}`,
  trial: 'Gratis provperiod',
  usage: 'Förbrukning',
  late: (amount) => `Registrerades senare; ${amount} hade redan fakturerats.`,
  step: (amount) => `Pris för den nivå som ${amount} enheter når`,
  coupon: (code) => `Kupong ${code}`,
  ofInvoice: (amount) => `${amount} rabatt på hela fakturan, varav på denna rad`,
  credit: (charge, invoice) => `Tillgodohavande för ”${charge}” på faktura ${invoice}`,
  charged: 'Debiterat',
  unused: 'Outnyttjad tid',
  credited: 'Tillgodofört',
  total: 'Summa',
  rounding:
    'Rabatter och skatter avrundas en gång för hela fakturan. En rads andel kan därför skilja sig med den minsta enheten.',
  pdf: 'PDF med denna förklaring',
  more: 'Övriga rader beräknas på samma sätt.',
};
