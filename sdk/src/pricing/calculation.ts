import type { Emitter } from '../emitter.ts';
import type { ServiceError } from '../errors.ts';
import type { Lookups } from './catalogue.ts';
import { copy } from './copy.ts';
import { priced } from './priced.ts';
import type { Items, Price, PricingEvents, Tax } from './types.ts';

/** The price of what is chosen, as it was last calculated. */
export interface Calculation {
  price(): Price;
  /** Calculates it anew, and answers when it is there; or a newer one, should that be there before. */
  calculate(): Promise<void>;
}

/** `changed` hears of another price before the events. */
export const calculation = (
  events: Emitter<PricingEvents>,
  lookups: Lookups,
  items: () => Items,
  changed: (price: Price) => void,
): Calculation => {
  let price = priced(items(), []);
  let begun = 0;
  let latest = 0;

  /** Without an answer there is no tax, and an event says so. */
  const taxesOn = async ({ plan, address, shippingAddress, tax }: Items): Promise<readonly Tax[]> => {
    if (!plan || plan.tax_exempt || tax?.amount) return [];
    const place = shippingAddress?.country ? shippingAddress : address;
    try {
      return await lookups.tax({ ...place, vat_number: tax?.vat_number, tax_code: tax?.tax_code || plan.tax_code });
    } catch (error) {
      events.emit('error', error as ServiceError);
      return [];
    }
  };

  return {
    price: () => price,
    async calculate() {
      const turn = ++begun;
      const chosen = items();
      const calculated = priced(chosen, await taxesOn(chosen));
      if (turn < latest) return;
      latest = turn;
      if (JSON.stringify(calculated) === JSON.stringify(price)) return;
      price = calculated;
      changed(price);
      for (const event of ['set.price', 'change', 'change:external'] as const) events.emit(event, copy(price));
    },
  };
};
