import type { BilledFee } from '../../../domain/subscriptions/shipping-fee.ts';
import type { PurchasedShippingFee } from '../../../resources/purchase.ts';
import type { Issue } from '../../../values/failure.ts';
import type { Basis } from './read-basis.ts';
import { readFee } from './read-shipping-fee.ts';
import type { At } from './request.ts';

/** Reads the shipping fees of a purchase, each with its own address or that of the purchase. */
export const readPurchaseFees = async (
  basis: Basis,
  requested: readonly At<PurchasedShippingFee>[],
): Promise<{ readonly fees: readonly BilledFee[]; readonly issues: readonly Issue[] }> => {
  const { records, setting, shipping } = basis;
  const fees: BilledFee[] = [];
  const issues: Issue[] = [];
  for (const { path, shipping_method_code: code, shipping_amount_in_cents: amount, ...address } of requested) {
    const isNamed = address.shipping_address || address.shipping_address_id;
    const shipTo = isNamed ? await shipping.address(address, path) : basis.shipTo;
    if (!isNamed && !shipTo) issues.push({ field: `${path}.shipping_address_id`, symbol: 'blank' });
    if (!code || amount === undefined || amount === null) continue;
    if (!(await records.shippingMethods.find(code))) {
      issues.push({ field: `${path}.shipping_method_code`, symbol: 'not_found' });
    }
    const fee = await readFee(basis, {
      shipping_method_code: code,
      shipping_amount_in_cents: amount,
      period: { startedAt: setting.at, endsAt: null },
      shipTo,
      subscription: null,
    });
    if (fee) fees.push(fee);
  }
  return { fees, issues };
};
