import { describe, expect, test } from 'vitest';
import { CHALLENGE, invalid, judgeOptions, paymentFormRules } from './allowed.ts';
import { mergeOptions } from './options.ts';
import { VARIABLE_NAMES } from './payment-form/look.ts';

const configure = (options: object) =>
  mergeOptions({ publicKey: 'key', api: 'https://pay.example', ...options }, undefined, undefined);

const RULES = paymentFormRules(VARIABLE_NAMES);
const form = (path: string, options: object) => judgeOptions(invalid, path, RULES[path]!, options);

describe('a misspelled option is an error that names the option and what is allowed', () => {
  test.each<[string, () => unknown, RegExp]>([
    ['brands', () => configure({ brands: ['visacard'] }), /`brands` .* array of visa, master, .* got 'visacard'/],
    ['required', () => configure({ required: 'phone' as never }), /`required` .* array of names, got 'phone'/],
    ['currency', () => configure({ currency: 'XXQ' }), /`currency` .* ISO 4217 currency, got 'XXQ'/],
    ['currency, in lower case', () => configure({ currency: 'usd' }), /`currency`/],
    [
      'methods',
      () => form('PaymentForm', { methods: ['crad', 'bank'] }),
      /`PaymentForm.methods` .* card, bank, sepa, bacs, becs, wallet/,
    ],
    ['methods, one', () => form('PaymentForm', { methods: 'card' }), /`PaymentForm.methods` option must be an array/],
    ['a name', () => form('PaymentForm', { method: ['card'] }), /`PaymentForm` .* one of methods, .* got 'method'/],
    [
      'theme',
      () => form('PaymentForm.appearance', { theme: 'drak' }),
      /theme` .* one of light, dark, auto, got 'drak'/,
    ],
    [
      'a variable',
      () => form('PaymentForm.appearance.variables', { color: 'red' }),
      /one of .*colorText.* got 'color'/,
    ],
    [
      'of a challenge',
      () => judgeOptions(invalid, 'ThreeDSecure', CHALLENGE, { theme: 'night' }),
      /ThreeDSecure.theme/,
    ],
    ['of a prototype', () => form('PaymentForm', { constructor: 1 }), /got 'constructor'/],
  ])('%s', (_, act, message) => {
    expect(act).toThrow(expect.objectContaining({ code: 'invalid-option', message: expect.stringMatching(message) }));
  });
});

test('what the documentation shows is accepted, and so is what is left out', () => {
  configure({ brands: ['visa', 'american_express'], required: ['cvv', 'postal_code'], currency: 'EUR', fraud: {} });
  form('PaymentForm', { methods: ['card', 'bank', 'wallet'], locale: 'auto', saved: undefined, description: null });
  form('PaymentForm.appearance', { theme: 'auto', variables: { fontSize: '16px' } });
});

test('of required names, only those of card and billing fields are enforced', () => {
  expect(configure({ required: ['phone', 'phonee', 'expiry', 'cvv'] }).required).toEqual([
    'number',
    'month',
    'year',
    'first_name',
    'last_name',
    'phone',
    'cvv',
  ]);
});
