/** The accessible name of the frame, by language. */
const TITLES: Readonly<Record<string, string>> = {
  en: 'Confirm your payment',
  de: 'Zahlung bestätigen',
  fr: 'Confirmer votre paiement',
  es: 'Confirmar el pago',
  it: 'Confermare il pagamento',
  nl: 'Betaling bevestigen',
  pt: 'Confirmar o pagamento',
};

/** Returns the title in the first of the languages that there is one in; English without one. */
export const titleIn = (languages: readonly string[]): string =>
  languages.map((tag) => TITLES[tag.toLowerCase().split('-')[0] ?? '']).find(Boolean) ?? TITLES.en!;
