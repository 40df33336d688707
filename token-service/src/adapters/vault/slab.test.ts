import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSlab } from './slab.ts';

const held = (slab: ReturnType<typeof openSlab>): Buffer => Buffer.concat(slab.blocks);

test('returns entries of any number and size as they were stored', () => {
  const slab = openSlab();
  const all = Array.from({ length: 5000 }, (_, n) => Buffer.alloc((n * 37) % 3000, n % 251));
  const places = all.map((bytes) => slab.put(bytes));
  expect(new Set(places).size).toBe(all.length);
  for (const [n, place] of places.entries()) expect(slab.at(place).equals(all[n] ?? Buffer.alloc(0))).toBe(true);
});

test('stores entries larger than a block', () => {
  const slab = openSlab();
  const large = Buffer.alloc(1_000_000, 7);
  expect(slab.at(slab.put(large)).equals(large)).toBe(true);
});

test('zeroes freed entries, and reuses their cells', () => {
  const slab = openSlab();
  const [first, second] = [slab.put(Buffer.from('first secret')), slab.put(Buffer.from('second secret'))];
  slab.giveUp(first);
  expect(held(slab).includes('first secret')).toBe(false);
  expect(slab.at(second).toString()).toBe('second secret');
  expect(slab.put(Buffer.from('third'))).toBe(first);
  slab.giveUp(first);
  slab.giveUp(second);
  expect(held(slab).every((byte) => byte === 0)).toBe(true);
});

test('keeps entries separate through any sequence of adding and freeing', () => {
  const step = fc.record({ size: fc.nat(2000), drop: fc.option(fc.nat(50)) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const slab = openSlab();
      const there = new Map<number, Buffer>();
      for (const [n, { size, drop }] of steps.entries()) {
        const bytes = Buffer.alloc(size, (n % 255) + 1);
        const place = slab.put(bytes);
        expect(there.has(place)).toBe(false);
        there.set(place, bytes);
        const gone = drop === null ? undefined : [...there.keys()][drop];
        if (gone === undefined) continue;
        slab.giveUp(gone);
        there.delete(gone);
      }
      for (const [place, bytes] of there) expect(slab.at(place).equals(bytes)).toBe(true);
    }),
  );
});
