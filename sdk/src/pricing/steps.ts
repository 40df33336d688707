import type { Emitter } from '../emitter.ts';
import { ServiceError } from '../errors.ts';
import type { Lookups } from './catalogue.ts';
import { copy } from './copy.ts';
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
  TaxInfo,
  TaxOptions,
} from './types.ts';

const REMOVABLE: readonly string[] = ['plan', 'addons', 'coupon', 'gift_card', 'address', 'shippingAddress', 'tax'];

/** How events call a step, where they call it otherwise. */
const TOPICS: Readonly<Record<string, string>> = { giftcard: 'gift_card', shippingAddress: 'shipping_address' };
export const topicOf = (step: string): string => TOPICS[step] ?? step;

const text = (code: unknown): string => String(code ?? '').trim();

/** The first quantity that is said, read as a whole number; NaN for what is none. */
const wholeIn = (options: QuantityOptions | undefined, usual: number): number =>
  Number.parseInt(String(options?.quantity ?? usual), 10);

const isSame = (one: object, other: object | undefined): boolean => {
  const [a, b] = [one, other ?? {}].map((each) => JSON.stringify(Object.entries(each).sort()));
  return a === b;
};

/** Whether it is still the last of its kind that was begun: what a later one overtook changes nothing. */
export type IsNewest = () => boolean;

/**
 * What was chosen, and each way to choose (reference "sdk", section 10.3), with what one choice does to others. Every change is told as an
 * event, and so is an error that stops no step. Values may be shared with the catalogue: hand out copies.
 */
export const steps = (events: Emitter<PricingEvents>, lookups: Lookups, usualCurrency: () => string) => {
  let items: Items = { addons: [], currency: usualCurrency() };

  const set = (changes: Partial<Items>) => {
    items = { ...items, ...changes };
  };

  const unset = (name: keyof Items) => {
    const { [name]: gone, ...rest } = items;
    if (!gone) return;
    items = rest as Items;
    if (name === 'coupon') events.emit('unset.coupon', copy(gone as Coupon));
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

  const attempt = (topic: string, act: () => void) => {
    try {
      act();
    } catch (error) {
      fail(topic, error as ServiceError);
    }
  };

  /** One that does not apply to the plan is dropped. */
  const setCoupon = (coupon: Coupon) => {
    const { code } = requirePlan();
    if (!coupon.applies_to_plans || !(coupon.applies_to_all_plans || coupon.plans.includes(code))) {
      unset('coupon');
      throw new ServiceError('invalid-coupon-for-subscription', { planCode: code });
    }
    set({ coupon });
    events.emit('set.coupon', copy(coupon));
  };

  /** One in another currency is dropped. */
  const checkGiftCard = ({ currency }: GiftCard) => {
    if (currency === items.currency) return;
    unset('gift_card');
    throw new ServiceError('gift-card-currency-mismatch', { currency, allowed: [items.currency] });
  };

  const setCurrency = (currency: string) => {
    if (currency === items.currency) return;
    set({ currency });
    events.emit('set.currency', currency);
    const { gift_card } = items;
    if (gift_card) attempt('gift_card', () => checkGiftCard(gift_card));
  };

  /** Another plan keeps of its predecessor's currency, add-ons and coupon what it knows. */
  const setPlan = (plan: Plan) => {
    const { plan: before, addons, coupon, currency } = items;
    set({ plan });
    if (plan.code === before?.code) return;
    const known = (plan.addons ?? []).flatMap((addon) =>
      addons.filter(({ code }) => code === addon.code).map(({ quantity }) => ({ ...addon, quantity })),
    );
    set({ addons: known });
    if (!plan.price[currency]) setCurrency(Object.keys(plan.price)[0] ?? currency);
    if (coupon) attempt('coupon', () => setCoupon(coupon));
    events.emit('set.plan', copy(plan));
  };

  const setAddon = (addon: Addon) => {
    const before = items.addons.find(({ code }) => code === addon.code);
    const others = items.addons.filter((each) => each !== before);
    set({ addons: addon.quantity ? [...others, addon] : others });
    if (addon.quantity !== (before?.quantity ?? 0)) events.emit('set.addon', copy(addon));
  };

  const store = (name: 'address' | 'shippingAddress' | 'tax', given: object) => {
    const value = copy(given);
    if (isSame(value, items[name])) return value;
    set({ [name]: value });
    events.emit(`set.${topicOf(name)}` as 'set.tax', copy(value));
    return value;
  };

  return {
    fail,
    items: () => items,
    steps: {
      async plan(isNewest: IsNewest, code: string, options?: QuantityOptions) {
        const found = items.plan?.code === text(code) ? items.plan : await lookups.plan(text(code));
        const quantity = wholeIn(options, items.plan?.quantity ?? 1);
        const plan: Plan = { ...found, quantity: quantity >= 0 ? quantity : 1 };
        if (isNewest()) setPlan(plan);
        return plan;
      },

      async addon(_: IsNewest, code: string, options?: QuantityOptions) {
        const plan = requirePlan();
        const known = plan.addons?.find((addon) => addon.code === code);
        if (!known) throw new ServiceError('invalid-addon', { planCode: plan.code, addonCode: code });
        const addon = { ...known, quantity: Math.max(wholeIn(options, known.quantity ?? 1) || 0, 0) };
        setAddon(addon);
        return addon;
      },

      async coupon(isNewest: IsNewest, code?: string | null) {
        const plan = requirePlan();
        if (items.coupon?.code !== text(code)) unset('coupon');
        if (!text(code)) return undefined;
        const coupon = items.coupon ?? (await lookups.coupon(text(code), [plan.code], items.currency));
        if (isNewest()) setCoupon(coupon);
        return coupon;
      },

      async giftcard(isNewest: IsNewest, code?: string | null) {
        unset('gift_card');
        if (!text(code)) return undefined;
        const card = await lookups.giftCard(text(code));
        if (isNewest()) {
          checkGiftCard(card);
          set({ gift_card: card });
          events.emit('set.gift_card', copy(card));
        }
        return card;
      },

      async currency(_: IsNewest, code: string) {
        const allowed = Object.keys(items.plan?.price ?? {});
        if (items.plan ? !allowed.includes(code) : !/^[A-Z]{3}$/.test(code)) {
          throw new ServiceError('invalid-currency', { currency: code, allowed });
        }
        setCurrency(code);
        return code;
      },

      address: (_: IsNewest, address: Address) => store('address', address),
      shippingAddress: (_: IsNewest, address: Address) => store('shippingAddress', address),

      tax(_: IsNewest, { taxCode, vatNumber, amounts, ...options }: TaxOptions): TaxInfo {
        const { tax_code = taxCode, vat_number = vatNumber, amount = amounts } = options;
        if (amount && !(Number.isFinite(amount.now) && Number.isFinite(amount.next))) {
          throw new ServiceError('invalid-option', { message: 'The `amount` of a tax is { now, next }, two numbers.' });
        }
        return store('tax', { tax_code, vat_number, amount });
      },

      async remove(_: IsNewest, removal: Removal) {
        for (const [name, code] of Object.entries(removal)) {
          if (!REMOVABLE.includes(name)) throw new ServiceError('invalid-item');
          const found = [items[name as 'plan']].flat().find((item) => item && (code === true || item.code === code));
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
