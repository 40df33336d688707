import { couponView, type ShownCoupon } from '@service/billing/coupons/coupon.ts';
import type { UniqueCodeRecord } from '@service/billing/coupons/record.ts';
import type { CouponFilter, CouponRecords } from '@service/billing/ports/coupons.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { needCoupon } from '@service/billing/queries/coupons/need-coupon.ts';
import { COUPON_STATES, coupon, uniqueCodesWanted, uniqueCoupon } from '@service/billing/resources/coupon.ts';
import { type Site, siteTime } from '@service/billing/site.ts';
import { createCoupon } from '@service/billing/usecases/coupons/create-coupon.ts';
import { expireCoupon } from '@service/billing/usecases/coupons/expire-coupon.ts';
import { generateCodes } from '@service/billing/usecases/coupons/generate-codes.ts';
import { restoreCoupon } from '@service/billing/usecases/coupons/restore-coupon.ts';
import { updateCoupon } from '@service/billing/usecases/coupons/update-coupon.ts';
import type { Address } from '../../xml/address.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { writeCursor } from '../lists/cursor.ts';
import { created, nothing, shown } from './answers.ts';
import { chosen } from './chosen.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/coupons';
const ONE = `${PATH}/:coupon_code`;
const creating = toCreate(coupon);
const changing = toUpdate(coupon);
const generating = toCreate(uniqueCodesWanted);

const code = ({ params }: ApiRequest): string => params.coupon_code ?? '';

/** Coupons of a site. */
export const couponRoutes = (deps: Deps): Endpoint[] => {
  const create = createCoupon(deps);
  const update = updateCoupon(deps);
  const restore = restoreCoupon(deps);
  const expire = expireCoupon(deps);
  const generate = generateCodes(deps);

  return [
    {
      name: 'create_coupon',
      method: 'POST',
      path: PATH,
      body: creating,
      handle: async (request) => created(coupon, await create(request.caller, submitted(request, creating))),
    },
    {
      name: 'coupon',
      method: 'GET',
      path: ONE,
      async handle(request) {
        const { site } = request.caller;
        const found = await needCoupon(deps.storage.of(site.id), code(request));
        return shown(coupon, couponView(found, siteTime(site, deps.world.clock)));
      },
    },
    {
      name: 'update_coupon',
      method: 'PUT',
      path: ONE,
      body: changing,
      handle: async (request) =>
        shown(coupon, await update(request.caller, code(request), submitted(request, changing))),
    },
    {
      name: 'expire_coupon',
      method: 'DELETE',
      path: ONE,
      async handle(request) {
        await expire(request.caller, code(request));
        return nothing;
      },
    },
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
 * The page that begins with these codes and has room for no others. Listed oldest first, what follows it are only newer
 * ones.
 */
const pageOf = (coupon_code: string, codes: readonly UniqueCodeRecord[]): Address => {
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

export const couponLists = ({
  storage,
  world,
}: Deps): [ListEndpoint<CouponFilter>, ListEndpoint<{ readonly coupon_key: string }>] => {
  const now = (site: Site) => siteTime(site, world.clock);
  return [
    {
      name: 'coupons',
      path: PATH,
      resource: coupon,
      filters: ['state'],
      filter: async ({ query, caller }) => ({ ...chosen(query, 'state', COUPON_STATES), now: now(caller.site) }),
      async list({ caller: { site } }, query) {
        const { coupons } = storage.of(site.id);
        const { records, more } = await coupons.list(query);
        const shown = records.map((one) => couponView({ coupon: one, unique: null }, now(site)));
        return { records: await Promise.all(shown.map((one) => withOwnActions(coupons, one))), more };
      },
      count: ({ caller }, query) => storage.of(caller.site.id).coupons.count(query),
      idOf: keyOf,
    },
    {
      name: 'unique_coupon_codes',
      path: `${ONE}/unique_coupon_codes`,
      resource: uniqueCoupon,
      async filter(request) {
        const found = await needCoupon(storage.of(request.caller.site.id), code(request));
        return { coupon_key: found.coupon.key };
      },
      async list(request, query) {
        const { site } = request.caller;
        const { coupons } = storage.of(site.id);
        const { coupon: campaign } = await needCoupon({ coupons }, code(request));
        const { records, more } = await coupons.codes.list(query);
        return { records: records.map((unique) => couponView({ coupon: campaign, unique }, now(site))), more };
      },
      count: ({ caller }, query) => storage.of(caller.site.id).coupons.codes.count(query),
      idOf: keyOf,
    },
  ];
};

/**
 * The code of a coupon that cannot be redeemed may have gone to a newer one: then its address, and what can be done
 * there, are the newer one's.
 */
const withOwnActions = async (coupons: CouponRecords, one: ShownCoupon): Promise<ShownCoupon> => {
  if (!one.restorable) return one;
  const found = await coupons.find(one.coupon_code);
  return { ...one, restorable: found?.coupon.key === one.key };
};

const keyOf = (record: object): string => (record as { readonly key: string }).key;
