import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Proč tato částka?',
  price: 'Plná cena',
  time: 'Doba',
  prorated: 'Za tuto dobu',
  diff: 'Rozdíl',
  instead: (now, before) => `${now} místo ${before}`,
  tier: (from, to) => `Cena za jednotky ${from} až ${to}`,
  lastTier: (from) => `Cena za jednotky od ${from}`,
  ramp: (from) => `Cena od ${from}. zúčtovacího období`,
  trial: 'Zkušební období zdarma',
  usage: 'Spotřeba',
  late: (amount) => `Zaznamenáno později; ${amount} už bylo vyúčtováno.`,
  step: (amount) => `Cena stupně pro počet jednotek: ${amount}`,
  coupon: (code) => `Kupón ${code}`,
  ofInvoice: (amount) => `${amount} slevy na celou fakturu, z toho na tuto položku`,
  credit: (charge, invoice) => `Kredit za „${charge}“ z faktury ${invoice}`,
  charged: 'Účtováno',
  unused: 'Nevyužitá doba',
  credited: 'Připsáno',
  total: 'Celkem',
  rounding:
    'Slevy a daně se zaokrouhlují jednou za celou fakturu. Podíl položky se proto může lišit o nejmenší jednotku měny.',
  pdf: 'PDF s tímto vysvětlením',
  more: 'Ostatní položky se počítají stejně.',
};
