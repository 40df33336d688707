import { expect, test } from 'vitest';
import { addressOrder, addressOrders } from '../address-format.ts';
import { addressLines } from './address.ts';

const ada = { first_name: 'Ada', last_name: 'Lovelace', address1: '1 Pier', city: 'Town', state: 'ST', zip: '12345' };
const written = (country: string, changes = {}) => addressLines({ ...ada, country, ...changes }, (code) => code);

test.each([
  ['US', ['Ada Lovelace', '1 Pier', 'Town, ST 12345', 'US']],
  ['DE', ['Ada Lovelace', '1 Pier', '12345 Town', 'ST', 'DE']],
  ['GB', ['Ada Lovelace', '1 Pier', 'Town', 'ST', '12345', 'GB']],
  ['NZ', ['Ada Lovelace', '1 Pier', 'Town 12345', 'ST', 'NZ']],
  ['IN', ['Ada Lovelace', '1 Pier', 'Town 12345, ST', 'IN']],
  ['BR', ['Ada Lovelace', '1 Pier', 'Town - ST', '12345', 'BR']],
  ['IT', ['Ada Lovelace', '1 Pier', '12345 Town ST', 'IT']],
  ['HU', ['Ada Lovelace', 'Town', '1 Pier', '12345', 'ST', 'HU']],
  ['JP', ['12345', 'ST Town', '1 Pier', 'Ada Lovelace', 'JP']],
])('an address in %s is written in the order of its country', (country, lines) => {
  expect(written(country)).toEqual(lines);
});

test('a part that is missing leaves no comma behind', () => {
  expect(written('US', { state: null })).toEqual(['Ada Lovelace', '1 Pier', 'Town 12345', 'US']);
  expect(written('US', { city: null })).toEqual(['Ada Lovelace', '1 Pier', 'ST 12345', 'US']);
  expect(addressLines({}, String)).toEqual([]);
});

test('a form asks for every part once, in the order of the country', () => {
  expect(addressOrder('US')).toEqual(['address1', 'address2', 'city', 'state', 'zip']);
  expect(addressOrder('DE')).toEqual(['address1', 'address2', 'zip', 'city', 'state']);
  expect(addressOrder('JP')).toEqual(['zip', 'state', 'city', 'address1', 'address2']);
  for (const order of Object.values(addressOrders())) {
    expect(order.toSorted()).toEqual(['address1', 'address2', 'city', 'state', 'zip']);
  }
});
