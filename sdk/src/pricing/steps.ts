import { invalid, isCurrencyCode } from '../allowed.ts';
import type { Emitter } from '../emitter.ts';
import { ServiceError } from '../errors.ts';
import type { Lookups } from './catalogue.ts';
import { copy, keyOf } from './copy.ts';
import type {
  Addon,
  Address,
  Coupon,
  GiftCard,
  Items,
  Plan,
  PricingEvents,
  QuantityOptions,
  Removal,
  Shipping,
  ShippingOptions,
  TaxOptions,
} from './types.ts';

/** The items that can be removed. */
const ITEM = /^(plan|addons|coupon|gift_card|shipping|address|shippingAddress|tax)$/;

/** Returns the first given quantity as a whole number from 0; `otherwise` if none is valid. */
const wholeIn = (options: QuantityOptions | undefined, usual: number, otherwise: number): number => {
  const quantity = Number.parseInt(`${options?.quantity ?? usual}`, 10);
  return quantity >= 0 ? quantity : otherwise;
};

/** Returns whether a step is still the latest of its kind: an earlier step that finishes later changes nothing. */
export type IsNewest = () => boolean;

/**
 * The selection, and the steps that change it, with their effects on one another. Every change and every error that
 * does not stop a step is emitted as an event. Values may be shared with the catalogue: return copies.
 */
export const steps = (events: Emitter<PricingEvents>, lookups: Lookups, usualCurrency: () => string) => {
  let items: Items = { addons: [], currency: usualCurrency() };

  const emit = (name: string, value: unknown) => events.emit(name as 'set.plan', copy(value) as Plan);

  const set = (changes: Partial<Items>) => {
    items = { ...items, ...changes };
  };

  const unset = (name: keyof Items) => {
    const { [name]: gone, ...rest } = items;
    if (!gone) return;
    items = rest as Items;
    if (name === 'coupon') emit('unset.coupon', gone);
    if (name === 'gift_card') events.emit('unset.gift_card');
  };

  const fail = (topic: string, error: ServiceError) => {
    events.emit(`error.${topic}` as 'error.plan', error);
    events.emit('error', error);
  };

  const requirePlan = () => {
    if (!items.plan) throw new ServiceError('missing-plan');
    return items.plan;
  };

  /** Returns why a coupon does not fit the plan, or a gift card the currency; undefined if it fits. */
  const misfits = {
    coupon({ applies_to_plans, applies_to_all_plans, plans }: Coupon) {
      const planCode = requirePlan().code;
      if (applies_to_plans && (applies_to_all_plans || plans.includes(planCode))) return undefined;
      return new ServiceError('invalid-coupon-for-subscription', { planCode });
    },
    gift_card({ currency }: GiftCard) {
      if (currency === items.currency) return undefined;
      return new ServiceError('gift-card-currency-mismatch', { currency, allowed: [items.currency] });
    },
  };

  /** Sets the item, or removes it and returns the reason. */
  const take = (name: keyof typeof misfits, found: Coupon & GiftCard) => {
    const misfit = misfits[name](found);
    if (misfit) unset(name);
    else {
      set({ [name]: found });
      emit(`set.${name}`, found);
    }
    return misfit;
  };

  const takeAgain = (name: keyof typeof misfits) => {
    const misfit = items[name] && take(name, items[name] as never);
    if (misfit) fail(name, misfit);
  };

  /** A blank code only removes the item; the code that is set already is validated again. */
  const redeem =
    (name: keyof typeof misfits, ask: (code: string) => Promise<Coupon | GiftCard>) =>
    async (isNewest: IsNewest, code?: string) => {
      if (!code || (items[name] as Partial<Coupon> | undefined)?.code !== code) unset(name);
      if (!code) return undefined;
      const found = items[name] ?? (await ask(code));
      const misfit = isNewest() && take(name, found as never);
      if (misfit) throw misfit;
      return found;
    };

  const setCurrency = (currency: string) => {
    if (currency === items.currency) return;
    set({ currency });
    emit('set.currency', currency);
    takeAgain('gift_card');
  };

  /** Keeps the currency, add-ons and coupon that the new plan has too. */
  const setPlan = (plan: Plan) => {
    const { plan: before, addons, currency } = items;
    set({ plan });
    if (plan.code === before?.code) return;
    const remaining = plan.addons?.flatMap((addon) =>
      addons.filter(({ code }) => code === addon.code).map(({ quantity }) => ({ ...addon, quantity })),
    );
    set({ addons: remaining ?? [] });
    if (!plan.price[currency]) setCurrency(Object.keys(plan.price)[0] ?? currency);
    takeAgain('coupon');
    emit('set.plan', plan);
  };

  const setAddon = (addon: Addon) => {
    const before = items.addons.find(({ code }) => code === addon.code);
    const others = items.addons.filter((each) => each !== before);
    set({ addons: addon.quantity ? [...others, addon] : others });
    if (addon.quantity !== (before?.quantity ?? 0)) emit('set.addon', addon);
  };

  const store =
    (name: 'address' | 'shippingAddress' | 'tax', event: string) =>
    <Given extends object>(_: unknown, given: Given): Given => {
      const value = copy(given);
      if (keyOf(value) !== keyOf(items[name])) {
        set({ [name]: value });
        emit(event, value);
      }
      return value;
    };

  return {
    fail,
    items: () => items,
    steps: {
      async plan(isNewest: IsNewest, code: string, options?: QuantityOptions) {
        const document = code && items.plan?.code === code ? items.plan : await lookups.plan(code);
        const plan: Plan = { ...document, quantity: wholeIn(options, items.plan?.quantity ?? 1, 1) };
        if (isNewest()) setPlan(plan);
        return plan;
      },

      async addon(_: unknown, addonCode: string, options?: QuantityOptions) {
        const { code: planCode, addons } = requirePlan();
        const known = addons?.find(({ code }) => code === addonCode);
        if (!known) throw new ServiceError('invalid-addon', { planCode, addonCode });
        const addon = { ...known, quantity: wholeIn(options, known.quantity ?? 1, 0) };
        setAddon(addon);
        return addon;
      },

      coupon: redeem('coupon', async (code) => lookups.coupon(code, [requirePlan().code], items.currency)),
      async shipping(isNewest: IsNewest, code?: string, options?: ShippingOptions) {
        if (!code) return unset('shipping');
        const amount = Number(options?.amount ?? Number.NaN);
        if (!(amount >= 0 && amount < Infinity)) throw invalid('amount', 'a number from 0', options?.amount);
        const shipping: Shipping = { ...(await lookups.shippingMethod(code)), amount };
        if (isNewest()) {
          set({ shipping });
          emit('set.shipping', shipping);
        }
        return shipping;
      },

      giftcard: redeem('gift_card', (code) => lookups.giftCard(code)),

      async currency(_: unknown, currency: string) {
        const allowed = Object.keys(items.plan?.price ?? {});
        if (items.plan ? !allowed.includes(currency) : !isCurrencyCode(currency)) {
          throw new ServiceError('invalid-currency', { currency, allowed });
        }
        setCurrency(currency);
        return currency;
      },

      address: store('address', 'set.address') as (_: unknown, address: Address) => Address,
      shippingAddress: store('shippingAddress', 'set.shipping_address') as (_: unknown, address: Address) => Address,

      tax(_: unknown, options: TaxOptions = {}) {
        const {
          taxCode,
          vatNumber,
          amounts,
          tax_code = taxCode,
          vat_number = vatNumber,
          amount = amounts,
          inclusive,
        } = options;
        if (amount && !(Number.isFinite(amount.now) && Number.isFinite(amount.next))) {
          throw invalid('amount', '{ now, next } in numbers', amount);
        }
        return store('tax', 'set.tax')(_, { tax_code, vat_number, amount, inclusive });
      },

      async remove(_: unknown, removal: Removal) {
        for (const [name, code] of Object.entries(removal)) {
          if (!ITEM.test(name)) throw new ServiceError('invalid-item');
          const found = [items[name as 'plan'] ?? []].flat().find((item) => code === true || item.code === code);
          if (name === 'addons') found && setAddon({ ...(found as never as Addon), quantity: 0 });
          else if (found) unset(name as keyof Items);
          else throw new ServiceError('unremovable-item');
        }
      },

      async reset() {
        items = { addons: [], currency: items.currency };
        setCurrency(usualCurrency());
      },
    },
  };
};
