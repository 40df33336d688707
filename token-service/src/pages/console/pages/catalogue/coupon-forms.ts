import type { CouponRecord } from '@service/billing/domain/coupons/record.ts';
import { findCoupon, unknownCoupon } from '@service/billing/queries/catalogue/coupons.ts';
import { coupon } from '@service/billing/resources/coupon.ts';
import { createCoupon } from '@service/billing/usecases/coupons/create-coupon.ts';
import { expireCoupon } from '@service/billing/usecases/coupons/expire-coupon.ts';
import { restoreCoupon } from '@service/billing/usecases/coupons/restore-coupon.ts';
import { updateCoupon } from '@service/billing/usecases/coupons/update-coupon.ts';
import { html } from '../../../../documents/html.ts';
import { couponPath } from '../../parts/paths.ts';
import type { ConsoleRoute } from '../../route.ts';
import { type ConsolePage, type ConsoleVisit, withPermission } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { confirmForm } from './confirm-form.ts';
import { COUPON_GROUPS, RESTORE_GROUPS } from './coupon-fields.ts';
import { recordForm } from './record-form.ts';

/** Returns what finds the coupon of an address, which is never that of a unique code. Throws `not_found`. */
export const couponOfAddress = (deps: CatalogueDeps) => {
  const find = findCoupon(deps);
  return async ({ caller }: ConsoleVisit, { params }: ConsolePage): Promise<CouponRecord> => {
    const { coupon: found, unique } = await find(caller, params.code ?? '');
    if (unique) throw unknownCoupon(params.code ?? '');
    return found;
  };
};

/** Returns the page that an action on a coupon leads back to. */
export const backToCoupon = ({ coupon_code, name }: Pick<CouponRecord, 'coupon_code' | 'name'>) => ({
  href: couponPath(coupon_code),
  label: name,
});

/** Creates, edits, expires and restores coupons. */
export const couponForms = (deps: CatalogueDeps): readonly ConsoleRoute[] => {
  const find = couponOfAddress(deps);
  const create = withPermission('catalogue.edit', createCoupon(deps));
  const update = withPermission('catalogue.edit', updateCoupon(deps));
  const expire = withPermission('catalogue.edit', expireCoupon(deps));
  const restore = withPermission('catalogue.edit', restoreCoupon(deps));
  const back = (held: CouponRecord | undefined) =>
    held ? backToCoupon(held) : { href: '/catalogue/coupons', label: 'Coupons' };

  return [
    ...recordForm<typeof coupon, CouponRecord>(deps, {
      path: '/catalogue/new-coupon',
      name: 'coupon create',
      table: coupon,
      groups: () => COUPON_GROUPS,
      title: () => 'New coupon',
      back,
      button: 'Create coupon',
      async save(visit, _, sent) {
        const made = await create(visit, sent);
        const codes = made.coupon_type === 'bulk' ? ' It has no codes yet: generate some.' : '';
        return { to: couponPath(made.coupon_code), notice: `The coupon “${made.name}” was created.${codes}` };
      },
    }),
    ...recordForm<typeof coupon, CouponRecord>(deps, {
      path: '/catalogue/coupons/:code/edit',
      name: 'coupon edit',
      table: coupon,
      find,
      groups: () => COUPON_GROUPS,
      title: (held) => `Edit ${held?.name}`,
      back,
      intro: async () =>
        html`<p class="quiet">The discount cannot be changed: customers have redeemed it as it is. Expire the coupon, and create another one.</p>`,
      button: 'Save coupon',
      edits: ({ coupon_code }) => ['coupon.updated', coupon_code],
      async save(visit, _, sent, held) {
        const code = held?.coupon_code ?? '';
        await update(visit, code, sent);
        return { to: couponPath(code), notice: 'The coupon was saved. Customers were not told.' };
      },
    }),
    ...recordForm<typeof coupon, CouponRecord>(deps, {
      path: '/catalogue/coupons/:code/restore',
      name: 'coupon restore',
      table: coupon,
      find,
      groups: () => RESTORE_GROUPS,
      title: (held) => `Restore ${held?.name}`,
      back,
      intro: async () =>
        html`<p class="quiet">Its code can be redeemed again. Give a later day or a higher limit, where that is what ended it.</p>`,
      button: 'Restore coupon',
      async save(visit, _, sent, held) {
        const code = held?.coupon_code ?? '';
        await restore(visit, code, sent);
        return { to: couponPath(code), notice: 'The coupon was restored and can be redeemed again.' };
      },
    }),
    ...confirmForm<CouponRecord>({
      path: '/catalogue/coupons/:code/expire',
      name: 'coupon expire',
      find,
      title: ({ name }) => `Expire ${name}`,
      button: ({ coupon_code }) => `Expire ${coupon_code}`,
      back: backToCoupon,
      consequence: ({ coupon_type }) =>
        `No customer can redeem the coupon any more${coupon_type === 'bulk' ? ', nor any of its unique codes' : ''}. Customers who have redeemed it keep their discount, and are not told. It can be restored.`,
      async carryOut(visit, _, { coupon_code }) {
        await expire(visit, coupon_code);
        return {
          to: couponPath(coupon_code),
          notice: 'The coupon was expired. Customers who have redeemed it keep their discount, and were not told.',
        };
      },
    }),
  ];
};
