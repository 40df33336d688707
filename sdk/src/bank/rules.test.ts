import { expect, test } from 'vitest';
import { bankFindings } from './rules.ts';

const ACCOUNT = {
  routing_number: '123456780',
  account_number: '111111111',
  account_number_confirmation: '111111111',
  account_type: 'checking',
  name_on_account: 'Ada Lovelace',
};

const shown = (values: Record<string, unknown>) =>
  bankFindings(values).map(({ field, messages }) => `${field}: ${messages.join(', ')}`);

test.each<[string, Record<string, unknown>]>([
  ['a US account', ACCOUNT],
  ['a savings account', { ...ACCOUNT, account_type: 'savings' }],
  ['an IBAN', { iban: 'DE89370400440532013000', name_on_account: 'Ada' }],
  [
    'a British account',
    {
      type: 'bacs',
      sort_code: '200000',
      account_number: '1',
      account_number_confirmation: '1',
      name_on_account: 'Ada',
    },
  ],
  [
    'an Australian account',
    { type: 'becs', bsb_code: '082902', account_number: '1', account_number_confirmation: '1', name_on_account: 'Ada' },
  ],
])('%s is complete', (_, values) => {
  expect(shown(values)).toEqual([]);
});

test.each<[string, Record<string, unknown>, string[]]>([
  [
    'nothing',
    {},
    [
      "routing_number: can't be blank",
      "account_number: can't be blank",
      "account_number_confirmation: can't be blank",
      "account_type: can't be blank",
      "name_on_account: can't be blank",
    ],
  ],
  [
    'two numbers',
    { ...ACCOUNT, account_number_confirmation: '111111112' },
    ['account_number_confirmation: does not match'],
  ],
  [
    'no confirmation, one finding per field',
    { ...ACCOUNT, account_number_confirmation: ' ' },
    ["account_number_confirmation: does not match, can't be blank"],
  ],
  ['a number that is no text', { ...ACCOUNT, routing_number: 123456780 }, ['routing_number: is invalid']],
  ['an unknown type of account', { ...ACCOUNT, account_type: 'gold' }, ['account_type: is invalid']],
  ['an IBAN of nothing', { iban: '' }, ["iban: can't be blank", "name_on_account: can't be blank"]],
  [
    'a British account of nothing',
    { type: 'bacs' },
    [
      "name_on_account: can't be blank",
      "sort_code: can't be blank",
      "account_number: can't be blank",
      "account_number_confirmation: can't be blank",
    ],
  ],
])('%s is refused', (_, values, expected) => {
  expect(shown(values)).toEqual(expected);
});
