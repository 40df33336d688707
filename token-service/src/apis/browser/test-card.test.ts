import { expect, test } from 'vitest';
import { openBrowserOrigin } from './browser-origin.fixture.ts';

const ask = async (path: string) => {
  const { url, lines } = await openBrowserOrigin();
  const response = await fetch(`${url}/js/v1/test_cards/${path}`);
  return { status: response.status, body: await response.json(), lines };
};

test.each([
  ['approved', '4111111111111111', '123'],
  ['declined', '4000000000000002', '123'],
  ['american-express', '378282246310005', '1234'],
])('a sandbox has the test card "%s"', async (name, number, cvv) => {
  const { status, body, lines } = await ask(`${name}?key=demo-public-key`);
  expect([status, body]).toEqual([200, { number, month: '12', year: '2040', cvv }]);
  expect(lines).toMatchObject([{ route: 'test card', status: 200 }]);
  expect(JSON.stringify(lines)).not.toContain(number);
});

test.each([
  ['production', 'approved?key=production-key', 404, 'not-found'],
  ['a card that does not exist', 'constructor?key=demo-public-key', 404, 'not-found'],
  ['a bank account', 'settles?key=demo-public-key', 404, 'not-found'],
  ['an unknown key', 'approved?key=other', 403, 'invalid-public-key'],
])('there is none for %s', async (_, path, status, code) => {
  const answer = await ask(path);
  expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
});
