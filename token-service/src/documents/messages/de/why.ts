import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Warum dieser Betrag?',
  price: 'Voller Preis',
  time: 'Zeitraum',
  prorated: 'Für diesen Zeitraum',
  diff: 'Differenz',
  instead: (now, before) => `${now} statt ${before}`,
  tier: (from, to) => `Preis für die Einheiten ${from} bis ${to}`,
  lastTier: (from) => `Preis für die Einheiten ab ${from}`,
  ramp: (from) => `Preis ab dem ${from}. Abrechnungszeitraum`,
  trial: 'Kostenlose Testphase',
  usage: 'Verbrauch',
  late: (amount) => `Nachträglich erfasst; ${amount} wurden schon berechnet.`,
  step: (amount) => `Preis der Stufe, die ${amount} Einheiten erreichen`,
  coupon: (code) => `Gutschein ${code}`,
  ofInvoice: (amount) => `${amount} Rabatt auf die ganze Rechnung, davon für diese Position`,
  credit: (charge, invoice) => `Guthaben für „${charge}“ aus Rechnung ${invoice}`,
  charged: 'Berechnet',
  unused: 'Nicht genutzte Zeit',
  credited: 'Gutgeschrieben',
  total: 'Summe',
  rounding:
    'Rabatte und Steuern werden einmal für die ganze Rechnung gerundet. Der Anteil einer Position kann deshalb um einen Cent abweichen.',
  pdf: 'PDF mit dieser Erklärung',
  more: 'Die übrigen Positionen werden ebenso berechnet.',
};
