import { declineCategory, declineCodes } from '@service/billing/domain/payments/decline-codes.ts';
import { expect, test } from 'vitest';
import { declineWords } from './declines.ts';

test('every code has a sentence for the payer and one for the merchant', () => {
  const bare = declineCodes().filter((code) => {
    const { customer_message, merchant_message } = declineWords(code);
    return !customer_message.endsWith('.') || !merchant_message.endsWith('.');
  });
  expect(bare).toEqual([]);
});

test('every sentence for the payer says what to do', () => {
  const helpless = declineCodes()
    .map((code) => declineWords(code).customer_message)
    .filter((text) => !/\b(add|check|choose|confirm it|contact|pay again|try|wait)\b/i.test(text));
  expect(helpless).toEqual([]);
});

test('the payer learns nothing of fraud checks', () => {
  const telling = declineCodes()
    .filter((code) => declineCategory(code) === 'fraud')
    .map((code) => declineWords(code).customer_message)
    .filter((text) => /fraud|stolen|risk|score|filter|IP/i.test(text));
  expect(telling).toEqual([]);
});

test.each([
  ['insufficient_funds', 'There are not enough funds for this payment. Try another card.'],
  ['authorization_expired', 'The payment was not completed in time. Pay again.'],
  ['fraud_address_someservice', 'The payment was declined. Contact support.'],
  ['somegateway_error', 'The payment was declined. Contact support.'],
  ['constructor', 'The payment was declined. Contact support.'],
])('%s: %s', (code, text) => {
  expect(declineWords(code).customer_message).toBe(text);
});
