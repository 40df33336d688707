import { asServiceError, type Callback, deliver } from '../callback.ts';
import { Emitter } from '../emitter.ts';
import { ServiceError } from '../errors.ts';
import { unwrap } from '../form.ts';
import { attach, type Binding } from './attach.ts';
import { type Calculation, calculation } from './calculation.ts';
import type { Lookups } from './catalogue.ts';
import { chain } from './chain.ts';
import { copy } from './copy.ts';
import { type IsNewest, steps, topicOf } from './steps.ts';
import type { Attachment, Items, Price, PricingChain, PricingEvents, PricingSteps } from './types.ts';

/**
 * A subscription as a shopper puts it together, with its price now and at the next renewal (reference "sdk", sections 10 to 13).
 *
 *     service.Pricing().plan('gold', { quantity: 2 }).coupon('SPRING').catch(tell).done((price) => show(price.now.total));
 */
export class Pricing extends Emitter<PricingEvents> implements PricingSteps {
  declare readonly plan: PricingSteps['plan'];
  declare readonly addon: PricingSteps['addon'];
  declare readonly coupon: PricingSteps['coupon'];
  declare readonly giftcard: PricingSteps['giftcard'];
  declare readonly currency: PricingSteps['currency'];
  declare readonly address: PricingSteps['address'];
  declare readonly shippingAddress: PricingSteps['shippingAddress'];
  declare readonly tax: PricingSteps['tax'];
  declare readonly remove: PricingSteps['remove'];
  declare readonly reset: PricingSteps['reset'];
  declare readonly reprice: PricingSteps['reprice'];
  /** As on a chain. */
  declare readonly catch: PricingChain<undefined>['catch'];
  declare readonly done: PricingChain<undefined>['done'];
  readonly #items: () => Items;
  readonly #calculation: Calculation;
  #binding: Binding | undefined;

  constructor(lookups: Lookups, usualCurrency: () => string) {
    super();
    const { steps: choices, items, fail } = steps(this, lookups, usualCurrency);
    const { calculate, price } = calculation(this, lookups, items, (price) => this.#binding?.write(price));
    this.#items = items;
    this.#calculation = { calculate, price };

    const reprice = () => calculate().then(price);
    const acts: Record<string, (isNewest: IsNewest, ...args: never[]) => unknown> = { ...choices, reprice };
    const names = Object.keys(acts);
    /** How often each was begun. */
    let begun: Record<string, number> = {};

    const step =
      (name: string) =>
      (...args: never[]) => {
        // What was asked for before a reset does not come in afterwards.
        if (name === 'reset') begun = {};
        begun[name] = (begun[name] ?? 0) + 1;
        const turn = begun[name];
        const isNewest = () => begun[name] === turn;
        const outcome = Promise.resolve(acts[name]?.(isNewest, ...args)).then(copy, (cause) => {
          const error = asServiceError(cause);
          if (isNewest()) fail(topicOf(name), error);
          throw error;
        });
        const callback = args.find((each): each is never => typeof each === 'function');
        if (callback)
          deliver(callback as Callback<unknown>, () => outcome.then((value) => reprice().then(() => value)));
        return chain(this, names, outcome);
      };

    for (const name of names) Object.assign(this, { [name]: step(name) });
    const { catch: rescue, done } = chain(this, names, Promise.resolve());
    Object.assign(this, { catch: rescue, done });
  }

  /** A copy of what was chosen so far. */
  get items(): Items {
    return copy(this.#items());
  }

  /** A copy of the last price. */
  get price(): Price {
    return copy(this.#calculation.price());
  }

  get hasPrice(): boolean {
    return true;
  }

  get isValid(): boolean {
    return Boolean(this.#items().plan);
  }

  get totalNow(): string {
    return this.price.now.total;
  }

  get currencyCode(): string {
    return this.price.currency.code;
  }

  get currencySymbol(): string {
    return this.price.currency.symbol;
  }

  get couponCodes(): string[] {
    const { coupon } = this.#items();
    return coupon ? [coupon.code] : [];
  }

  /**
   * Binds the inputs inside a container to this price, and this price to the outputs inside it (section 13). Takes an element, a selector,
   * or a selection or array that holds one; an earlier binding ends. Throws invalid-option when there is no element.
   */
  attach(container: Element | string | ArrayLike<Element>): Attachment {
    const element = typeof container === 'string' ? document.querySelector(container) : unwrap(container);
    if (!(element instanceof Element)) {
      throw new ServiceError('invalid-option', { message: `There is no element ${String(container)} to attach to.` });
    }
    this.#binding?.detach();
    const binding = attach(this, element);
    this.#binding = binding;
    return { detach: binding.detach };
  }
}
