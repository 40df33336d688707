import { expect, test } from 'vitest';
import { DUE_KIND_NAMES, type DueKindName } from '../../domain/due/kinds.ts';
import type { DueEntry } from './kinds/kind.ts';
import { dueKinds } from './kinds.ts';

test('the registry has every kind of due work, in the order in which they run', () => {
  // Entries use their dependencies only when they run.
  expect(dueKinds({} as never).map(({ kind }) => kind)).toEqual(DUE_KIND_NAMES);
});

test('a registry without a kind does not compile', () => {
  const { dunning: _, ...others } = Object.fromEntries(DUE_KIND_NAMES.map((kind) => [kind, {}])) as unknown as Record<
    DueKindName,
    DueEntry
  >;
  // @ts-expect-error dunning is missing
  const entries: Readonly<Record<DueKindName, DueEntry>> = others;
  expect(entries).not.toHaveProperty('dunning');
});
