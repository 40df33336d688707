import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openCounter } from './shop.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test('a purchase takes as many statements as the benchmarks say', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'purchases-'));
  undo.push(() => rm(dataDir, { recursive: true }));
  const counter = await openCounter({ dataDir, databaseUrl: null });
  undo.push(counter.close);
  await counter.buy();
  const documented = readFileSync(new URL('../../../docs/benchmarks.md', import.meta.url), 'utf8');
  const [, count] = /A purchase takes (\d+) statements/.exec(documented) ?? [];
  expect(counter.spent.statements()).toBe(Number(count));
});
