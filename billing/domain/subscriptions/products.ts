import type { Product } from '../../values/price/change.ts';
import { priceOf } from '../../values/price/tiers.ts';
import { addOnOf } from './agreement.ts';
import { quantityPrice } from './quantity-price.ts';
import type { AgreedPlan, SubscriptionAddOnRecord } from './record.ts';
import type { ProductKey } from './transition.ts';

export type SoldProduct = Product & Pick<ProductKey, 'code' | 'source'>;

/** Returns the plan as a product. */
export const planProduct = ({ plan_code, unit_amount_in_cents, quantity }: AgreedPlan): SoldProduct => ({
  code: plan_code,
  price: { model: 'flat', unit: unit_amount_in_cents },
  quantity,
});

/** Returns an add-on as a product; undefined if it is billed by usage. */
export const fixedProduct = (addOn: SubscriptionAddOnRecord | undefined): SoldProduct | undefined =>
  addOn?.add_on_type === 'fixed'
    ? {
        code: addOn.add_on_code,
        source: addOn.add_on_source,
        price: quantityPrice(addOn),
        quantity: addOn.quantity ?? 1,
      }
    : undefined;

/** Returns the price of a product for a whole interval, in cents; 0 if it is not part of the agreement. */
export const productPrice = (agreed: AgreedPlan, { kind, code, source }: ProductKey): number => {
  const product =
    kind === 'plan' ? planProduct(agreed) : fixedProduct(addOnOf(agreed, { add_on_code: code, add_on_source: source }));
  return product ? priceOf(product.price, product.quantity) : 0;
};

/** Returns the price of the plan and its fixed add-ons for a whole interval, in cents. */
export const periodPrice = (agreed: AgreedPlan): number =>
  [planProduct(agreed), ...agreed.add_ons.map(fixedProduct)].reduce(
    (sum, product) => sum + (product ? priceOf(product.price, product.quantity) : 0),
    0,
  );
