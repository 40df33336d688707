import type Stripe from 'stripe';
import type { RequestParams } from '../../http/params.ts';

/** Returns `billing_details`, or undefined when there are none. */
export const readBillingDetails = (params: RequestParams): Stripe.PaymentMethod.BillingDetails | undefined => {
  const details = params.object('billing_details');
  return (
    details && {
      address: readAddress(details),
      email: details.text('email') ?? null,
      name: details.text('name') ?? null,
      phone: details.text('phone') ?? null,
      tax_id: details.text('tax_id') ?? null,
    }
  );
};

/** Returns `address`, or null when there is none. */
export const readAddress = (params: RequestParams): Stripe.Address | null => {
  const address = params.object('address');
  if (!address) return null;
  return {
    city: address.text('city') ?? null,
    country: address.text('country') ?? null,
    line1: address.text('line1') ?? null,
    line2: address.text('line2') ?? null,
    postal_code: address.text('postal_code') ?? null,
    state: address.text('state') ?? null,
  };
};

/** Returns `shipping`, or null when there is none. */
export const readShipping = (params: RequestParams): Stripe.PaymentIntent.Shipping | null => {
  const shipping = params.object('shipping');
  if (!shipping) return null;
  const address = readAddress(shipping);
  const carrier = shipping.text('carrier');
  const phone = shipping.text('phone');
  const tracking_number = shipping.text('tracking_number');
  return {
    ...(address && { address }),
    name: shipping.needText('name'),
    ...(carrier && { carrier }),
    ...(phone && { phone }),
    ...(tracking_number && { tracking_number }),
  };
};
