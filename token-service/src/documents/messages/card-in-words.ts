import { knownCardType } from '@service/billing/values/card/card-type.ts';
import type { InvoiceWords } from './en/invoice.ts';

/** Returns `Visa ending in 1111`; of a card whose brand is not known, `Card ending in 1111`. */
export const cardInWords = (cardType: string | null | undefined, lastFour: string, words: InvoiceWords): string =>
  words.card(knownCardType(cardType) ?? words.methods.credit_card, lastFour);
