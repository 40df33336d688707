import { expect, test } from 'vitest';
import type { FuzzRequest } from './requests.ts';
import { described, shrunk } from './shrink.ts';

const request: FuzzRequest = {
  origin: 'api',
  method: 'POST',
  path: '/v2/accounts',
  query: ['a=1', 'b=2', 'c=3'],
  headers: [
    ['Accept', 'application/xml'],
    ['X-Odd', 'x'],
  ],
  body: Buffer.from('<account><a>1</a><bad>2</bad><c>3</c></account>'),
};

test('a failing request is reduced to the parts that make it fail', async () => {
  const fails = async ({ headers, query, body }: FuzzRequest) =>
    headers.some(([name]) => name === 'X-Odd') && query.includes('b=2') && body?.includes('<bad>') === true;
  const smallest = await shrunk(request, fails);
  expect(described(smallest)).toBe('POST /v2/accounts?b=2 on the api origin\n  X-Odd: x\n  <bad>2');
});

test('elements are removed whole, so that the rest stays well-formed', async () => {
  const wellFormed = (xml = '') => xml.split('</').length === xml.split(/<\w/).length;
  const fails = async ({ body }: FuzzRequest) =>
    wellFormed(body?.toString()) && body?.includes('<bad>2</bad>') === true;
  const smallest = await shrunk(request, fails);
  expect(smallest.body?.toString()).toBe('<account><bad>2</bad></account>');
});

test('a request that fails only once is kept unchanged', async () => {
  expect(await shrunk(request, async () => false)).toBe(request);
});
