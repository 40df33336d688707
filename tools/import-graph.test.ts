import { describe, expect, test } from 'vitest';
import { cyclesOf, filesBehind, folderGraph, importGraph, longestChain, tangles } from './import-graph.ts';

const source = (path: string, ...imports: string[]) => ({ path, text: imports.map((each) => `${each}\n`).join('') });

const graph = importGraph([
  source('a/one.ts', "import { two } from './two.ts';", "import type { Three } from '../b/three.ts';"),
  source('a/two.ts', "import { four } from '../b/four.ts';"),
  source('b/three.ts', "import { outside } from 'koa';", "import { gone } from './gone.ts';"),
  source('b/four.ts'),
]);

describe('the imports of files', () => {
  test('are those among the files given', () => {
    expect([...graph]).toEqual([
      ['a/one.ts', ['a/two.ts', 'b/three.ts']],
      ['a/two.ts', ['b/four.ts']],
      ['b/three.ts', []],
      ['b/four.ts', []],
    ]);
  });

  test('leave out types where only values count', () => {
    const values = importGraph(
      [
        source('a.ts', "import type { B } from './b.ts';", "import { c } from './c.ts';"),
        source('b.ts'),
        source('c.ts'),
      ],
      'values',
    );
    expect(values.get('a.ts')).toEqual(['c.ts']);
  });

  test('are followed to everything behind a file, which does not count itself', () => {
    expect([...filesBehind(graph, 'a/one.ts')].sort()).toEqual(['a/two.ts', 'b/four.ts', 'b/three.ts']);
    expect(
      filesBehind(
        new Map([
          ['a', ['b']],
          ['b', ['a']],
        ]),
        'a',
      ),
    ).toEqual(new Set(['b']));
  });

  test('have a longest chain', () => {
    expect(longestChain(graph)).toEqual(['a/one.ts', 'a/two.ts', 'b/four.ts']);
  });

  test('become the imports of their folders', () => {
    expect([...folderGraph(graph)]).toEqual([
      ['a', ['b']],
      ['b', []],
    ]);
  });
});

describe('cycles', () => {
  const circle = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a', 'd']],
    ['d', ['e']],
    ['e', ['d']],
    ['f', ['a']],
  ]);

  test('are listed along their way', () => {
    expect(cyclesOf(circle)).toEqual(['a → b → c → a', 'd → e → d']);
    expect(cyclesOf(graph)).toEqual([]);
  });

  test('form groups of those that reach one another', () => {
    expect(tangles(circle)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    expect(tangles(graph)).toEqual([]);
  });
});
