import { expect, test } from 'vitest';
import { CHARACTERS_PER_TURN, type RendererDeps, renderer } from './renderer.ts';

/** A renderer that notes how many characters were taken from the pieces in each turn. */
const watched = (changes: Partial<RendererDeps> = {}) => {
  const perTurn = [0];
  const grown: number[] = [];
  const render = renderer({
    async turn() {
      perTurn.push(0);
    },
    grow: (bytes) => void grown.push(bytes),
    abandoned: () => false,
    ...changes,
  });
  function* pieces(count: number, piece: string): Generator<string> {
    for (let n = 0; n < count; n += 1) {
      perTurn[perTurn.length - 1]! += piece.length;
      yield piece;
    }
  }
  return { render, pieces, perTurn, grown };
};

test('no turn renders more than its characters and one piece', async () => {
  const { render, pieces, perTurn, grown } = watched();
  const piece = 'é'.repeat(1000);
  const text = await render(pieces(500, piece));
  expect(text?.parts.join('')).toBe(piece.repeat(500));
  expect(text?.bytes).toBe(1_000_000);
  expect(Math.max(...perTurn)).toBeLessThan(CHARACTERS_PER_TURN + piece.length);
  expect(perTurn.length).toBe(30);
  expect(grown.at(-1)).toBe(1_000_000);
});

test('many short texts of one document share the turns as one long text does', async () => {
  const { render, pieces, perTurn, grown } = watched();
  for (let n = 0; n < 200; n += 1) await render(pieces(1, 'x'.repeat(2000)));
  expect(Math.max(...perTurn)).toBeLessThan(CHARACTERS_PER_TURN + 2000);
  expect(grown.at(-1)).toBe(400_000);
});

test('a text that is too long is not rendered to its end, and not counted', async () => {
  const { render, pieces, perTurn, grown } = watched();
  expect(await render(pieces(10_000, 'x'.repeat(1000)), 50_000)).toBeUndefined();
  expect(perTurn.reduce((sum, count) => sum + count)).toBeLessThan(50_000 + CHARACTERS_PER_TURN + 1000);
  await render(pieces(1, 'x'));
  expect(grown.at(-1)).toBe(1);
});

test('a text of exactly the length allowed is rendered', async () => {
  const { render, pieces } = watched();
  expect(await render(pieces(50, 'x'.repeat(1000)), 50_000)).toMatchObject({ bytes: 50_000 });
  expect(await render(pieces(50, 'x'.repeat(1000)), 49_999)).toBeUndefined();
});

test('rendering stops when the client is gone', async () => {
  let turns = 0;
  const { render, pieces } = watched({
    async turn() {
      turns += 1;
    },
    abandoned: () => turns === 3,
  });
  expect(await render(pieces(10_000, 'x'.repeat(1000)))).toBeUndefined();
  expect(turns).toBe(3);
});
