import { type Language, languageOf } from '../texts/language.ts';

/** The accessible name of the frame, by language. */
const TITLES: Readonly<Record<Language, string>> = {
  en: 'Confirm your payment',
  de: 'Zahlung bestätigen',
  fr: 'Confirmer votre paiement',
  es: 'Confirmar el pago',
  it: 'Confermare il pagamento',
  nl: 'Betaling bevestigen',
  pt: 'Confirmar o pagamento',
};

/** Returns the title in the first of the languages that there is one in; English without one. */
export const titleIn = (languages: readonly string[]): string => TITLES[languageOf(languages)];
