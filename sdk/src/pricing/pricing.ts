import { invalid } from '../allowed.ts';
import { asServiceError, type Callback, deliver } from '../callback.ts';
import { Emitter } from '../emitter.ts';
import type { ServiceError } from '../errors.ts';
import { elementAt } from '../form.ts';
import { mapValues } from '../map-values.ts';
import type { Lookups } from './catalogue.ts';
import { chain } from './chain.ts';
import { copy } from './copy.ts';
import { priced } from './priced.ts';
import { type IsNewest, steps } from './steps.ts';
import type {
  Attachment,
  Items,
  Price,
  PricedSubscription,
  PricingChain,
  PricingEvents,
  PricingSteps,
  Tax,
} from './types.ts';

/** Loads what binds a price to the page: a file of its own, because prices work without it. */
export type LoadBinding = () => Promise<typeof import('../binding.ts')>;

/**
 * Returns the taxes that apply to the selection, and those on its shipping fee. Without an answer there are none, and
 * an event reports it.
 */
const taxesFrom =
  (lookups: Lookups, events: Emitter<PricingEvents>) =>
  async ({ plan, address, shipping, shippingAddress, tax }: Items): Promise<[readonly Tax[], readonly Tax[]]> => {
    if (!plan || tax?.amount) return [[], []];
    const place = shippingAddress?.country ? shippingAddress : address;
    const on = (tax_code: string | null | undefined) =>
      lookups.tax({ ...place, tax_code, vat_number: tax?.vat_number });
    try {
      return await Promise.all([
        plan.tax_exempt ? [] : on(tax?.tax_code || plan.tax_code),
        shipping ? on(shipping.tax_code) : [],
      ]);
    } catch (error) {
      events.emit('error', error as ServiceError);
      return [[], []];
    }
  };

/**
 * A subscription that a customer configures, with its price now and at the next renewal.
 *
 *     service.Pricing().plan('gold', { quantity: 2 }).coupon('SPRING').catch(tell)
 *       .done((price) => show(price.now.total));
 */
export class Pricing extends Emitter<PricingEvents> implements PricedSubscription {
  declare readonly plan: PricingSteps['plan'];
  declare readonly addon: PricingSteps['addon'];
  declare readonly coupon: PricingSteps['coupon'];
  declare readonly giftcard: PricingSteps['giftcard'];
  declare readonly shipping: PricingSteps['shipping'];
  declare readonly currency: PricingSteps['currency'];
  declare readonly address: PricingSteps['address'];
  declare readonly shippingAddress: PricingSteps['shippingAddress'];
  declare readonly tax: PricingSteps['tax'];
  declare readonly remove: PricingSteps['remove'];
  declare readonly reset: PricingSteps['reset'];
  declare readonly reprice: PricingSteps['reprice'];
  /** Like the same step of a chain. */
  declare readonly catch: PricingChain<undefined>['catch'];
  declare readonly done: PricingChain<undefined>['done'];
  readonly #loadBinding: LoadBinding;
  readonly #items: () => Items;
  #price: Price;
  #write: ((price: Price) => void) | undefined;
  #detach: (() => void) | undefined;

  constructor(lookups: Lookups, usualCurrency: () => string, loadBinding: LoadBinding) {
    super();
    this.#loadBinding = loadBinding;
    const chosen = steps(this, lookups, usualCurrency);
    this.#items = chosen.items;
    this.#price = priced(chosen.items(), [], []);

    const taxesOn = taxesFrom(lookups, this);
    let calculations = 0;
    /** The calculation that the price comes from. */
    let latest = 0;

    /** Returns the price of the current selection, or a newer price if there is one by then. */
    const calculate = async (): Promise<Price> => {
      const turn = ++calculations;
      const items = chosen.items();
      const price = priced(items, ...(await taxesOn(items)));
      if (turn > latest) {
        latest = turn;
        if (JSON.stringify(price) !== JSON.stringify(this.#price)) {
          this.#price = price;
          this.#write?.(price);
          for (const event of ['set.price', 'change', 'change:external'] as const) this.emit(event, copy(price));
        }
      }
      return this.#price;
    };

    /** The number of times that each step was started. */
    let begun: Record<string, number> = {};
    const step =
      (act: (isNewest: IsNewest, ...args: never[]) => unknown, name: string) =>
      (...args: never[]) => {
        // Answers to requests made before a reset are ignored.
        if (name === 'reset') begun = {};
        const turn = (begun[name] ?? 0) + 1;
        begun[name] = turn;
        const isNewest = () => begun[name] === turn;
        const callback = args.find((each) => typeof each === 'function') as Callback<unknown> | undefined;
        const copies = args
          .filter((each) => typeof each !== 'function')
          .map((each: unknown) => (typeof each === 'string' ? each.trim() : each)) as never[];
        const outcome = Promise.resolve(act(isNewest, ...copies)).then(copy, (cause) => {
          const error = asServiceError(cause);
          if (isNewest()) chosen.fail(name === 'giftcard' ? 'gift_card' : name, error);
          throw error;
        });
        if (callback) deliver(callback, () => outcome.then((value) => calculate().then(() => value)));
        return chain(this, outcome);
      };
    const all = { ...chosen.steps, reprice: calculate };
    const { then: _, ...ends } = chain(this, Promise.resolve());
    Object.assign(this, ends, mapValues(all, step));
  }

  /** A copy of the selection. */
  get items(): Items {
    return copy(this.#items());
  }

  /** A copy of the latest price. */
  get price(): Price {
    return copy(this.#price);
  }

  get hasPrice(): boolean {
    return true;
  }

  get isValid(): boolean {
    return Boolean(this.#items().plan);
  }

  get totalNow(): string {
    return this.#price.now.total;
  }

  get currencyCode(): string {
    return this.#price.currency.code;
  }

  get currencySymbol(): string {
    return this.#price.currency.symbol;
  }

  get couponCodes(): string[] {
    const { coupon } = this.#items();
    return coupon ? [coupon.code] : [];
  }

  /**
   * Binds the inputs inside a container to this price, and this price to the outputs inside it. Takes an element, a
   * selector, or a selection or array that contains one; ends an earlier binding. Throws invalid-option when there is
   * no element; emits `error` if the code for it does not load.
   */
  attach(container: Element | string | ArrayLike<Element>): Attachment {
    const element = elementAt(container);
    if (!(element instanceof Element)) throw invalid('container', 'an element in the page', container);
    this.#detach?.();
    const over = new AbortController();
    const detach = () => over.abort();
    this.#detach = detach;
    this.#loadBinding().then(
      ({ bindPrice }) => {
        if (!over.signal.aborted) this.#write = bindPrice(this, element, over.signal);
      },
      (error) => this.emit('error', error),
    );
    return { detach };
  }
}
