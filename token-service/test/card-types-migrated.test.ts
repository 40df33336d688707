import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CARD_TYPES, cardTypeOfBrand } from '@service/billing/values/card/card-type.ts';
import { ISSUERS, slugOf } from '@service/billing/values/card/issuer.ts';
import { beforeAll, expect, test } from 'vitest';

/** The brands that an earlier release printed by name. */
const NAMED = /^(visa|master|american_express|discover|diners_club|jcb|unknown)$/;

let migrated: (card_type: string | null, first_six: string | null) => unknown;

beforeAll(async () => {
  const file = join(import.meta.dirname, '../src/adapters/storage/migrations/0082-card-types.sql');
  const sql = await readFile(file, 'utf8');
  migrated = (card_type, first_six) => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE billing_infos (card_type text, first_six text)');
    database.prepare('INSERT INTO billing_infos VALUES (?, ?)').run(card_type, first_six);
    database.exec(sql);
    return database.prepare('SELECT card_type FROM billing_infos').get()?.card_type;
  };
});

test.each(CARD_TYPES)('a stored %s gets its display form, however it was written', (type) => {
  for (const written of [type, type.toLowerCase(), type.toUpperCase(), type.replace(' ', '_').toLowerCase()]) {
    expect(migrated(written, null)).toBe(type);
  }
});

test('what named no brand is unknown, and nothing stays nothing', () => {
  expect(migrated('Visa Electron', '411111')).toBe('Unknown');
  expect(migrated(null, '620000')).toBeNull();
});

test('an unknown card gets the brand of its first digits, at the edges of every range', () => {
  const edges = ISSUERS.flatMap(({ prefixes }) =>
    prefixes.split(' ').flatMap((range) => {
      const [low = '', end = ''] = range.split('-');
      const high = low.slice(0, low.length - end.length) + end;
      const [first, last] = [Number(low.padEnd(6, '0')), Number(high.padEnd(6, '9'))];
      return [first - 1, first, last, last + 1].map((edge) => String(edge).padStart(6, '0'));
    }),
  );
  const wrong = edges.filter((prefix) => {
    const slug = [16, 19].map((length) => slugOf(prefix.padEnd(length, '0'))).find((each) => each !== 'unknown');
    if (!slug || NAMED.test(slug)) return false;
    return migrated('Unknown', prefix) !== cardTypeOfBrand(slug);
  });
  expect(wrong).toEqual([]);
});
