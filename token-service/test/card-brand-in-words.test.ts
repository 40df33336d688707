import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { CARD_TYPES } from '@service/billing/values/card/card-type.ts';
import { describe, expect, test } from 'vitest';
import { accountWordsByLanguage } from '../src/documents/messages/account-words.ts';
import { cardInWords } from '../src/documents/messages/card-in-words.ts';
import { invoiceWordsByLanguage } from '../src/documents/messages/invoice-words.ts';
import { methodName } from '../src/pages/account/parts/payment-method.ts';

/** Returns the names of a card that customers read: on account pages, in mail and PDF. */
const shown = (card_type: string | null) => [
  methodName(
    { words: accountWordsByLanguage.en } as never,
    { type: 'credit_card', card_type, last_four: '1232' } as BillingInfoRecord,
  ),
  cardInWords(card_type, '1232', invoiceWordsByLanguage.en),
];

describe('a card with a brand', () => {
  test.each(CARD_TYPES.filter((type) => type !== 'Unknown'))('%s', (type) => {
    expect(shown(type)).toEqual(Array(2).fill(`${type} ending in 1232`));
  });
});

test.each(['Unknown', null])('a card whose brand is %s is a card', (type) => {
  expect(shown(type)).toEqual(Array(2).fill('Card ending in 1232'));
});
