import { couponState, couponView, foldedCode, type ShownCoupon } from '../../domain/coupons/coupon.ts';
import type { CouponRecord, UniqueCodeRecord } from '../../domain/coupons/record.ts';
import { codeMaker, readTemplate } from '../../domain/coupons/template.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { recordOnce } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCoupon } from '../../queries/catalogue/coupons.ts';
import { MOST_CODES, type requestedUniqueCodes } from '../../resources/coupon.ts';
import type { Writable } from '../../resources/resource.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, type Issue, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

type Deps = { readonly storage: Storage; readonly world: World };
type RequestedCodes = Submitted<Writable<typeof requestedUniqueCodes>>;

export interface GeneratedCodes {
  readonly coupon: ShownCoupon;
  /** The new codes, in the order of the list. */
  readonly codes: readonly UniqueCodeRecord[];
}

/**
 * Generates unique codes of a bulk coupon: 1 to 200 per request, at most 100,000 in total. Throws `not_found`,
 * `coupon_not_redeemable`, `number_of_unique_codes`, `Invalid`.
 */
export const generateCodes =
  ({ storage, world }: Deps) =>
  (caller: Caller, code: string, { value, issues }: RequestedCodes): Promise<GeneratedCodes> =>
    recordOnce({ storage }, caller, async (records) => {
      const { coupon, unique } = await needCoupon(records, code);
      const requested = value.number_of_unique_codes ?? 0;
      refuseNumber(coupon, unique, requested);
      refuse([...issues, ...(issues.length > 0 || requested > 0 ? [] : [TOO_FEW])]);
      const at = caller.at;
      if (couponState(coupon, at) !== 'redeemable') throw new Failure('coupon_not_redeemable', { value: code });

      const codes = await newCodes(records, world, coupon, requested, at);
      await records.coupons.codes.add(coupon.key, codes);
      await records.auditLog.append(auditEntry(world, caller, 'coupon.codes_generated', coupon.coupon_code));
      const counted = { ...coupon, unique_coupon_codes_count: (coupon.unique_coupon_codes_count ?? 0) + requested };
      return { coupon: couponView({ coupon: counted, unique: null }, at), codes };
    });

const TOO_FEW: Issue = { field: 'coupon.number_of_unique_codes', symbol: 'greater_than', count: 0 };

const refuseNumber = (
  { coupon_type, unique_coupon_codes_count: held }: CouponRecord,
  unique: UniqueCodeRecord | null,
  requested: number,
): void => {
  if (coupon_type !== 'bulk' || unique) throw new Failure('number_of_unique_codes', { reason: 'not_a_bulk_coupon' });
  const { perRequest, perCoupon } = MOST_CODES;
  if (requested > perRequest) throw new Failure('number_of_unique_codes', { reason: 'per_request', count: perRequest });
  const left = perCoupon - (held ?? 0);
  if (requested > left) throw new Failure('number_of_unique_codes', { reason: 'per_coupon', count: left });
};

/** Number of generated codes in a row that may exist already before a template counts as exhausted. */
const PATIENCE = 1000;

const newCodes = async (
  records: Records,
  { ids }: World,
  { key: coupon_key, unique_code_template }: CouponRecord,
  requested: number,
  at: Seconds,
): Promise<UniqueCodeRecord[]> => {
  const make = codeMaker(readTemplate(unique_code_template ?? '') ?? [], ids.secret);
  const made = new Map<string, string>();
  for (let misses = 0; made.size < requested; ) {
    const code = make();
    const folded = foldedCode(code);
    if (made.has(folded) || (await records.coupons.find(code))) {
      if (++misses === PATIENCE) refuse([{ field: 'coupon.unique_code_template', symbol: 'taken' }]);
    } else {
      made.set(folded, code);
      misses = 0;
    }
  }
  const first = await records.next('coupon', requested);
  return [...made].map(([folded_code, coupon_code], index) => ({
    key: ids.uuid(),
    coupon_key,
    id: first + index,
    coupon_code,
    folded_code,
    redeemed_at: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  }));
};
