import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Waarom dit bedrag?',
  price: 'Volledige prijs',
  time: 'Periode',
  prorated: 'Voor deze periode',
  diff: 'Verschil',
  instead: (now, before) => `${now} in plaats van ${before}`,
  tier: (from, to) => `Prijs voor eenheden ${from} tot en met ${to}`,
  lastTier: (from) => `Prijs voor eenheden vanaf ${from}`,
  ramp: (from) => `Prijs vanaf factureringsperiode ${from}`,
  trial: 'Gratis proefperiode',
  usage: 'Verbruik',
  late: (amount) => `Later geregistreerd; ${amount} was al in rekening gebracht.`,
  step: (amount) => `Prijs van de staffel die ${amount} eenheden bereiken`,
  coupon: (code) => `Kortingscode ${code}`,
  ofInvoice: (amount) => `${amount} korting op de hele factuur, waarvan voor deze regel`,
  credit: (charge, invoice) => `Tegoed voor “${charge}” van factuur ${invoice}`,
  charged: 'In rekening gebracht',
  unused: 'Niet-gebruikte tijd',
  credited: 'Gecrediteerd',
  total: 'Totaal',
  rounding:
    'Kortingen en belastingen worden één keer voor de hele factuur afgerond. Het deel van een regel kan daardoor een cent afwijken.',
  pdf: 'Pdf met deze uitleg',
  more: 'De overige regels worden op dezelfde manier berekend.',
};
