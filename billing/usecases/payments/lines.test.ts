import { expect, test } from 'vitest';
import { openLines } from './lines.ts';

test('who comes first is first, and the next follows', async () => {
  const lines = openLines();
  const [first, second, third] = [0, 1, 2].map((now) => lines.join('ada', now));
  expect([first, second, third].map((place) => place?.isFirst())).toEqual([true, false, false]);
  second?.leave(3, false);
  expect(third?.isFirst()).toBe(false);
  first?.leave(4, true);
  await third?.first;
  expect(third?.isFirst()).toBe(true);
});

test('lines do not wait for one another', () => {
  const lines = openLines();
  lines.join('ada', 0);
  expect(lines.join('bob', 0).isFirst()).toBe(true);
});

test('patience begins anew with everybody who is served, and with nobody who gives up', () => {
  const lines = openLines();
  const [first, second, third] = [10, 20, 30].map((now) => lines.join('ada', now));
  expect([first, second, third].map((place) => place?.waitsSince())).toEqual([10, 20, 30]);
  first?.leave(500, true);
  expect(third?.waitsSince()).toBe(500);
  second?.leave(900, false);
  expect(third?.waitsSince()).toBe(500);
});

test('a line that everybody has left is forgotten', () => {
  const lines = openLines();
  lines.join('ada', 0).leave(1000, true);
  expect(lines.join('ada', 5).waitsSince()).toBe(5);
});
