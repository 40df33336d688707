import type { ConsoleRoute } from '../../route.ts';
import { addOnForms } from './add-on-forms.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { copyPages } from './copy-page.ts';
import { couponCodePages } from './coupon-codes.ts';
import { couponForms } from './coupon-forms.ts';
import { couponList } from './coupon-list.ts';
import { couponPage } from './coupon-page.ts';
import { giftCardList } from './gift-card-list.ts';
import { giftCardPages } from './gift-card-page.ts';
import { itemForms } from './item-forms.ts';
import { itemList } from './item-list.ts';
import { itemPage } from './item-page.ts';
import { measuredUnitPages } from './measured-units.ts';
import { planForms } from './plan-forms.ts';
import { planList } from './plan-list.ts';
import { planPage } from './plan-page.ts';
import { shippingMethodPages } from './shipping-methods.ts';

/** Plans, items, coupons, gift cards, measured units and shipping methods, and all that can be done with them. */
export const cataloguePages = (deps: CatalogueDeps): readonly ConsoleRoute[] => [
  planList(deps),
  planPage(deps),
  ...planForms(deps),
  ...addOnForms(deps),
  itemList(deps),
  itemPage(deps),
  ...itemForms(deps),
  couponList(deps),
  couponPage(deps),
  ...couponForms(deps),
  ...couponCodePages(deps),
  giftCardList(deps),
  ...giftCardPages(deps),
  ...measuredUnitPages(deps),
  ...shippingMethodPages(deps),
  ...copyPages(deps),
];
