import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Skąd ta kwota?',
  price: 'Pełna cena',
  time: 'Czas',
  prorated: 'Za ten czas',
  diff: 'Różnica',
  instead: (now, before) => `${now} zamiast ${before}`,
  tier: (from, to) => `Cena za jednostki od ${from} do ${to}`,
  lastTier: (from) => `Cena za jednostki od ${from}`,
  ramp: (from) => `Cena od okresu rozliczeniowego ${from}`,
  trial: 'Bezpłatny okres próbny',
  usage: 'Zużycie',
  late: (amount) => `Zarejestrowano później; ${amount} już rozliczono.`,
  step: (amount) => `Cena progu dla liczby jednostek: ${amount}`,
  coupon: (code) => `Kupon ${code}`,
  ofInvoice: (amount) => `${amount} zniżki na całą fakturę, z tego na tę pozycję`,
  credit: (charge, invoice) => `Środki za „${charge}” z faktury ${invoice}`,
  charged: 'Naliczono',
  unused: 'Niewykorzystany czas',
  credited: 'Zwrócono jako środki',
  total: 'Razem',
  rounding:
    'Zniżki i podatki są zaokrąglane raz dla całej faktury, więc udział pozycji może różnić się o najmniejszą jednostkę waluty.',
  pdf: 'PDF z tym wyjaśnieniem',
  more: 'Pozostałe pozycje oblicza się tak samo.',
};
