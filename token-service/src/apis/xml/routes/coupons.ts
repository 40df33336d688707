import { couponView } from '@service/billing/domain/coupons/coupon.ts';
import type { UniqueCodeRecord } from '@service/billing/domain/coupons/record.ts';
import type { CouponFilter } from '@service/billing/ports/coupons.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findCoupon, listCoupons, listUniqueCodes } from '@service/billing/queries/catalogue/coupons.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { COUPON_STATES, coupon, requestedUniqueCodes, uniqueCoupon } from '@service/billing/resources/coupon.ts';
import { createCoupon } from '@service/billing/usecases/coupons/create-coupon.ts';
import { expireCoupon } from '@service/billing/usecases/coupons/expire-coupon.ts';
import { generateCodes } from '@service/billing/usecases/coupons/generate-codes.ts';
import { restoreCoupon } from '@service/billing/usecases/coupons/restore-coupon.ts';
import { updateCoupon } from '@service/billing/usecases/coupons/update-coupon.ts';
import type { EndpointAddress } from '../../../documents/xml/address.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { writeCursor } from '../lists/cursor.ts';
import { listed } from '../lists/listed.ts';
import { created, shown } from './answers.ts';
import { chosen } from './chosen.ts';
import { crudOf } from './crud.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/coupons';
const ONE = `${PATH}/:coupon_code`;
const changing = toUpdate(coupon);
const generating = toCreate(requestedUniqueCodes);

const code = ({ params }: ApiRequest): string => params.coupon_code ?? '';

/** Coupons of a site. */
export const couponRoutes = (deps: Deps): Endpoint[] => {
  const find = findCoupon(deps);
  const restore = restoreCoupon(deps);
  const generate = generateCodes(deps);

  return [
    ...crudOf(coupon, {
      path: PATH,
      key: 'coupon_code',
      find: async (caller, coupon_code) => couponView(await find(caller, coupon_code), caller.at),
      create: createCoupon(deps),
      update: updateCoupon(deps),
      remove: expireCoupon(deps),
      removal: 'expire',
    }),
    {
      name: 'restore_coupon',
      method: 'PUT',
      path: `${ONE}/restore`,
      body: { ...changing, optional: true },
      handle: async (request) =>
        shown(coupon, await restore(request.caller, code(request), submitted(request, changing))),
    },
    {
      name: 'generate_unique_codes',
      method: 'POST',
      path: `${ONE}/generate`,
      body: generating,
      async handle(request) {
        const sent = submitted(request, generating);
        const { coupon: campaign, codes } = await generate(request.caller, code(request), sent);
        return { ...created(coupon, campaign), location: pageOf(campaign.coupon_code, codes) };
      },
    },
  ];
};

/**
 * Returns the URL of a page that begins with these codes and has no room for others: in ascending order, only newer
 * codes follow.
 */
const pageOf = (coupon_code: string, codes: readonly UniqueCodeRecord[]): EndpointAddress => {
  const order = { sort: 'created_at', order: 'asc' } as const;
  const [first] = codes;
  const before = (BigInt(`0x${first?.key ?? '1'}`) - 1n).toString(16).padStart(32, '0');
  const cursor = writeCursor({ id: before, at: first?.created_at ?? 0, back: false }, order);
  return {
    endpoint: 'unique_coupon_codes',
    params: { coupon_code },
    query: { cursor, per_page: codes.length, order: 'asc' },
  };
};

export const couponLists = (
  deps: QueryDeps,
): [ListEndpoint<CouponFilter>, ListEndpoint<{ readonly coupon_key: string }>] => {
  const find = findCoupon(deps);
  const uniqueCodes = listUniqueCodes(deps);
  return [
    {
      name: 'coupons',
      path: PATH,
      resource: coupon,
      filters: ['state'],
      filter: async ({ query, caller }) => ({ ...chosen(query, 'state', COUPON_STATES), at: caller.at }),
      ...listed(listCoupons(deps)),
      idOf: keyOf,
    },
    {
      name: 'unique_coupon_codes',
      path: `${ONE}/unique_coupon_codes`,
      resource: uniqueCoupon,
      async filter(request) {
        const found = await find(request.caller, code(request));
        return { coupon_key: found.coupon.key };
      },
      list: (request, query) => uniqueCodes.page(request.caller, code(request), query),
      count: ({ caller }, query) => uniqueCodes.count(caller, query),
      idOf: keyOf,
    },
  ];
};

const keyOf = (record: object): string => (record as { readonly key: string }).key;
