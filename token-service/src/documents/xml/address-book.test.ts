import { describe, expect, it } from 'vitest';
import { addressBook } from './address-book.ts';

const addresses = addressBook([
  { name: 'accounts', path: '/v2/accounts' },
  { name: 'notes', path: '/v2/accounts/:account_code/notes', since: '2.15' },
  { name: 'shipping_address', path: '/v2/accounts/:account_code/shipping_addresses/:id' },
]);
const address = addresses('https://billing.example.com', '2.14');

describe('an address', () => {
  it.each([
    [{ endpoint: 'accounts', params: {} }, '/v2/accounts'],
    [{ endpoint: 'shipping_address', params: { account_code: 'ada', id: 7 } }, '/v2/accounts/ada/shipping_addresses/7'],
    [
      { endpoint: 'shipping_address', params: { account_code: ':id', id: 7 } },
      '/v2/accounts/%3Aid/shipping_addresses/7',
    ],
    [
      { endpoint: 'shipping_address', params: { account_code: "Løvelace, A. (it's *)!", id: 7 } },
      '/v2/accounts/L%C3%B8velace%2C%20A.%20%28it%27s%20%2A%29%21/shipping_addresses/7',
    ],
  ])('of %j is absolute and encoded', (to, path) => {
    expect(address(to)).toBe(`https://billing.example.com${path}`);
  });

  it('is there where the endpoint is, in the version asked for', () => {
    const notes = { endpoint: 'notes', params: { account_code: 'ada' } };
    expect(address(notes)).toBeUndefined();
    expect(addresses('https://billing.example.com', '2.15')(notes)).toMatch(/\/ada\/notes$/);
    expect(address({ endpoint: 'nowhere', params: {} })).toBeUndefined();
  });
});
