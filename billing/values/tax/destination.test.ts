import { expect, test } from 'vitest';
import { type CustomerAddresses, sufficient, taxDestination } from './destination.ts';

const shipping = { country: 'DE' };
const billing = { country: 'FR' };
const account = { country: 'ES' };
const SITE = { tax_account_address: false };
const ACCOUNT_ONLY = { tax_account_address: true };

test.each<['automatic' | 'manual', CustomerAddresses, object | undefined]>([
  ['automatic', { shipping, billing, account }, shipping],
  ['automatic', { billing, account }, billing],
  ['automatic', { account }, account],
  ['automatic', { shipping: { country: null }, billing: null, account }, account],
  ['automatic', {}, undefined],
  ['manual', { shipping, billing, account }, shipping],
  ['manual', { billing, account }, account],
  ['manual', { billing }, undefined],
])('an %s invoice to %j goes by %j', (collection, addresses, expected) => {
  expect(taxDestination(SITE, collection, addresses)).toEqual(expected);
});

test('a site may go by the account’s address alone', () => {
  expect(taxDestination(ACCOUNT_ONLY, 'automatic', { shipping, billing, account })).toEqual(account);
  expect(taxDestination(ACCOUNT_ONLY, 'automatic', { shipping, billing })).toBeUndefined();
});

test.each([
  [{ country: 'DE' }, { country: 'DE', state: '', zip: '' }],
  [
    { country: 'US', state: ' ca ', zip: '94105-1234' },
    { country: 'US', state: 'CA', zip: '941051234' },
  ],
  [
    { country: 'CA', zip: 'h2x 1y4' },
    { country: 'CA', state: '', zip: 'H2X1Y4' },
  ],
  [{ country: 'US', state: 'CA' }, undefined],
  [{ country: 'CA', zip: '  ' }, undefined],
  [{ country: '', zip: '94105' }, undefined],
  [undefined, undefined],
])('%j says %j', (address, expected) => {
  expect(sufficient(address)).toEqual(expected);
});
