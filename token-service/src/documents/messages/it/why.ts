import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Perché questo importo?',
  price: 'Prezzo intero',
  time: 'Durata',
  prorated: 'Per questa durata',
  diff: 'Differenza',
  instead: (now, before) => `${now} invece di ${before}`,
  tier: (from, to) => `Prezzo delle unità da ${from} a ${to}`,
  lastTier: (from) => `Prezzo delle unità da ${from} in poi`,
  ramp: (from) => `Prezzo dal periodo di fatturazione ${from} in poi`,
  trial: 'Prova gratuita',
  usage: 'Consumo',
  late: (amount) => `Registrato in ritardo; ${amount} erano già stati fatturati.`,
  step: (amount) => `Prezzo dello scaglione raggiunto da ${amount} unità`,
  coupon: (code) => `Codice sconto ${code}`,
  ofInvoice: (amount) => `${amount} di sconto sull’intera fattura, di cui per questa voce`,
  credit: (charge, invoice) => `Credito per «${charge}» della fattura ${invoice}`,
  charged: 'Addebitato',
  unused: 'Durata non utilizzata',
  credited: 'Accreditato',
  total: 'Totale',
  rounding:
    'Sconti e imposte si arrotondano una sola volta per l’intera fattura. La quota di una voce può quindi differire di un centesimo.',
  pdf: 'PDF con questa spiegazione',
  more: 'Le altre voci sono calcolate allo stesso modo.',
};
