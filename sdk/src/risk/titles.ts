import { type Language, languageOf } from '../texts/language.ts';

/** The accessible name of the frame, by language. */
const TITLES: Readonly<Record<Language, string>> = {
  en: 'Confirm your payment',
  de: 'Zahlung bestätigen',
  fr: 'Confirmez votre paiement',
  es: 'Confirme el pago',
  it: 'Confermi il pagamento',
  nl: 'Bevestig uw betaling',
  pt: 'Confirme o pagamento',
  'pt-BR': 'Confirme o pagamento',
  sv: 'Godkänn betalningen',
  da: 'Bekræft betalingen',
  nb: 'Bekreft betalingen',
  fi: 'Vahvista maksu',
  pl: 'Potwierdzenie płatności',
  cs: 'Potvrďte platbu',
  tr: 'Ödemenizi onaylayın',
  el: 'Επιβεβαιώστε την πληρωμή',
  ar: 'أكّد عملية الدفع',
  he: 'אישור התשלום',
  ko: '결제 확인',
  ja: 'お支払いの確認',
  'zh-Hans': '确认付款',
  'zh-Hant': '確認付款',
};

/** Returns the title in the first of the languages that there is one in; English without one. */
export const titleIn = (languages: readonly string[]): string => TITLES[languageOf(languages)];
