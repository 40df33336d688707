import { expect, test } from 'vitest';
import { testCard } from './test-card.ts';

const DOCUMENT = 'https://pay.example/js/v1/field.html?v=1#origin=https://shop.example';
const CARD = { number: '4000000000000002', month: '12', year: '2036', cvv: '123' };

const asking = (answer: () => Response) => {
  const urls: string[] = [];
  const ask = testCard({
    document: DOCUMENT,
    fetch: async (url) => {
      urls.push(String(url));
      return answer();
    },
  });
  return { urls, ask };
};

test('comes from the service that served the frame, by its name', async () => {
  const { urls, ask } = asking(() => Response.json({ ...CARD, name: 'Ada Lovelace' }));
  expect(await ask({ name: '../declined', key: 'a&b' })).toEqual(CARD);
  expect(urls).toEqual(['https://pay.example/js/v1/test_cards/..%2Fdeclined?key=a%26b']);
});

test.each([
  ['an error', () => Response.json({ error: { code: 'not-found', message: 'None.' } }, { status: 404 })],
  ['an error with a card', () => Response.json(CARD, { status: 404 })],
  ['half a card', () => Response.json({ number: CARD.number })],
  ['a number that is no text', () => Response.json({ ...CARD, number: 4000000000000002 })],
])('there is none in %s', async (_, answer) => {
  expect(await asking(answer).ask({ name: 'declined', key: 'key' })).toBeUndefined();
});
