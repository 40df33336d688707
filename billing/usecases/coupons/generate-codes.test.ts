import { expect, test } from 'vitest';
import type { CouponRecord, UniqueCodeRecord } from '../../domain/coupons/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { generateCodes } from './generate-codes.ts';

const campaign = (changes: Partial<CouponRecord> = {}) =>
  ({
    key: 'c',
    coupon_code: 'campaign',
    coupon_type: 'bulk',
    unique_code_template: "'tide-'999999",
    unique_coupon_codes_count: 0,
    redeemable_until: null,
    deleted_at: null,
    max_redemptions: null,
    redemption_count: 0,
    ...changes,
  }) as CouponRecord;

/** A coupon, codes that exist already, and a random generator that returns a fixed series of digits. */
const generate = async (wanted: number, coupon: CouponRecord, digits: string, isTaken: (code: string) => boolean) => {
  let added: readonly UniqueCodeRecord[] = [];
  let at = 0;
  const records = {
    coupons: {
      find: async (code: string) => (code === 'campaign' || isTaken(code) ? { coupon, unique: null } : undefined),
      codes: {
        add: async (_: string, codes: readonly UniqueCodeRecord[]) => {
          added = codes;
        },
      },
    },
    auditLog: { append: async () => {} },
    next: async (_: string, count: number) => 100 + count,
  } as unknown as Records;
  const storage = {
    of: () => records,
    transaction: (_: string, work: (inside: Records) => unknown) => work(records),
  } as unknown as Storage;
  const secret = (length: number): string => Array.from({ length }, () => digits[at++ % digits.length] ?? '0').join('');
  const world = { clock: { now: () => 0 }, ids: { uuid: () => `k${at}`, secret } } as unknown as World;
  const caller = { site: { id: 's', clock_offset: 0 } } as unknown as Caller;
  await generateCodes({ storage, world })(caller, 'campaign', {
    value: { number_of_unique_codes: wanted },
    issues: [],
  });
  return added.map(({ coupon_code, id }) => `${id} ${coupon_code}`);
};

test('existing codes are skipped, and the new ones are numbered consecutively', async () => {
  expect(await generate(2, campaign(), '0000001', (code) => code.endsWith('000000'))).toEqual([
    '102 tide-100000',
    '103 tide-010000',
  ]);
});

test('an exhausted template is reported after a limited number of attempts', async () => {
  await expect(generate(1, campaign(), '0', () => true)).rejects.toMatchObject({
    issues: [{ field: 'coupon.unique_code_template', symbol: 'taken' }],
  });
  await expect(generate(2, campaign(), '0', () => false)).rejects.toMatchObject({
    issues: [{ field: 'coupon.unique_code_template', symbol: 'taken' }],
  });
});

test('a coupon has at most 100,000 codes', async () => {
  const nearly = campaign({ unique_coupon_codes_count: 99_999 });
  expect(await generate(1, nearly, '123456', () => false)).toHaveLength(1);
  await expect(generate(2, nearly, '123456', () => false)).rejects.toMatchObject({
    symbol: 'number_of_unique_codes',
    params: { reason: 'per_coupon', count: 1 },
  });
});
