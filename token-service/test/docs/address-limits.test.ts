import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ADDRESS_REQUESTS_PER_MINUTE } from '../../src/http/limits/anonymous.ts';

const README = new URL('../../src/http/limits/README.md', import.meta.url);
const SECURITY = new URL('../../../docs/security.md', import.meta.url);

test('the README of the limits has each kind of requests with its limit, and no other', async () => {
  const rows = (await readFile(README, 'utf8')).matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm);
  const found = Object.fromEntries(
    [...rows].map(([, kind = '', most = '']) => [kind, Number(most.replaceAll(',', ''))]),
  );
  expect(found).toEqual(ADDRESS_REQUESTS_PER_MINUTE);
});

test('docs/security.md has each limit of an address', async () => {
  const text = await readFile(SECURITY, 'utf8');
  const rows = text.split('\n').filter((line) => /^\| .*\b(?:per address|from one\s+address)\b/.test(line));
  const named = new Set(
    rows.flatMap((row) => row.match(/\d[\d,]*/g) ?? []).map((most) => Number(most.replaceAll(',', ''))),
  );
  // Invalid login tokens are limited within the account pages, whose own limit the document has.
  const { sign_in: _, ...others } = ADDRESS_REQUESTS_PER_MINUTE;
  expect(Object.entries(others).filter(([, most]) => !named.has(most))).toEqual([]);
});
