import type {
  AddonDocument,
  CouponDocument,
  GiftCardDocument,
  PlanDocument,
  ShippingMethodDocument,
  TaxDocument,
} from '@service/billing/values/catalogue/browser.ts';
import type { Callback } from '../callback.ts';
import type { Emitter } from '../emitter.ts';
import type { ServiceError } from '../errors.ts';

export type { PlanDocument, ShippingMethodDocument };

/** A plan of the catalogue with the selected quantity. */
export type Plan = PlanDocument & { readonly quantity: number };
/** An add-on of the selected plan; `quantity` is the selected one. */
export type Addon = AddonDocument;
export type Coupon = CouponDocument;
export type GiftCard = GiftCardDocument;
export type Tax = TaxDocument;
/** A shipping method with the fee of each period, in major units: 4.9. */
export type Shipping = ShippingMethodDocument & { readonly amount: number };

export interface Address {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  readonly postal_code?: string | undefined;
}

/** Tax amounts in major units, for example 4.2. They replace every lookup. */
export interface TaxAmount {
  readonly now: number;
  readonly next: number;
}

/** The other facts that determine the tax. */
export interface TaxInfo {
  /** Default: the tax code of the plan. */
  readonly tax_code?: string;
  readonly vat_number?: string;
  readonly amount?: TaxAmount;
  /** Prices contain the tax, as those of a subscription with `tax_inclusive` do. */
  readonly inclusive?: boolean;
}

/** `TaxInfo`, in either spelling. */
export interface TaxOptions {
  readonly tax_code?: string | undefined;
  readonly taxCode?: string | undefined;
  readonly vat_number?: string | undefined;
  readonly vatNumber?: string | undefined;
  readonly amount?: TaxAmount | undefined;
  readonly amounts?: TaxAmount | undefined;
  readonly inclusive?: boolean | undefined;
}

/** A whole number from 0; text is parsed. */
export interface QuantityOptions {
  readonly quantity?: number | string | undefined;
}

/** The shipping fee of each period, from 0, in major units; text is parsed. */
export interface ShippingOptions {
  readonly amount: number | string;
}

/** The coupon, and the plans it should apply to. */
export interface CouponQuestion {
  readonly coupon: string;
  readonly plan?: string | undefined;
  readonly plans?: readonly string[] | undefined;
  readonly currency?: string | undefined;
}

/** The facts that determine the taxes of an order. */
export interface TaxQuestion extends Address {
  readonly tax_code?: string | null | undefined;
  readonly vat_number?: string | undefined;
}

/** The selection so far. */
export interface Items {
  readonly plan?: Plan;
  readonly addons: readonly Addon[];
  readonly coupon?: Coupon;
  readonly shipping?: Shipping;
  readonly gift_card?: GiftCard;
  readonly address?: Address;
  readonly shippingAddress?: Address;
  readonly tax?: TaxInfo;
  readonly currency: string;
}

/** The item that `remove` removes: one by its code, or any. */
export interface Removal {
  readonly plan?: string | true;
  readonly addons?: string | true;
  readonly coupon?: string | true;
  readonly shipping?: string | true;
  readonly gift_card?: true;
  readonly address?: true;
  readonly shippingAddress?: true;
  readonly tax?: true;
}

/** Decimal text in major units, with a dot and at least two digits after it: `1250.00`. */
export type Amount = string;

export interface Amounts {
  /** Plan, add-ons, setup fee and shipping, less the discount; without tax. The others contain it if prices do. */
  readonly subtotal: Amount;
  readonly plan: Amount;
  readonly addons: Amount;
  readonly setup_fee: Amount;
  readonly discount: Amount;
  /** The shipping fee, which no coupon discounts; missing without a shipping method. */
  readonly shipping?: Amount;
  readonly tax: Amount;
  readonly total: Amount;
  /** The part of the gift card that is used; missing without a gift card. */
  readonly gift_card?: Amount;
}

export interface Price {
  /** Due today. */
  readonly now: Amounts;
  /** Due at the next renewal. */
  readonly next: Amounts;
  readonly base: {
    /** Empty without a plan. */
    readonly plan: { readonly unit?: Amount; readonly setup_fee?: Amount };
    /** Unit price of every fixed add-on of the plan, selected or not. */
    readonly addons: Readonly<Record<string, Amount>>;
  };
  /** Price per cycle of each selected add-on. */
  readonly addons: Readonly<Record<string, Amount>>;
  readonly currency: { readonly code: string; readonly symbol: string };
  /** The taxes that apply, without those of shipping alone; `rate` is a decimal fraction as text: `0.0875`. */
  readonly taxes: readonly { readonly type: string; readonly region: string; readonly rate: string }[];
}

/** Every payload is a copy. */
export type PricingEvents = {
  'set.plan': [Plan];
  /** With quantity 0 if it was removed. */
  'set.addon': [Addon];
  'set.coupon': [Coupon];
  'set.gift_card': [GiftCard];
  'set.shipping': [Shipping];
  'set.address': [Address];
  'set.shipping_address': [Address];
  'set.tax': [TaxInfo];
  'set.currency': [string];
  'unset.coupon': [Coupon];
  'unset.gift_card': [];
  /** Emitted just before `change`. */
  'set.price': [Price];
  /** The price has changed. */
  change: [Price];
  'change:external': [Price];
  /** Any error; an event with the item's name is emitted first. */
  error: [ServiceError];
  'error.plan': [ServiceError];
  'error.addon': [ServiceError];
  'error.coupon': [ServiceError];
  'error.gift_card': [ServiceError];
  'error.shipping': [ServiceError];
  'error.currency': [ServiceError];
  /** The inputs of an attached container were read for the first time. */
  attached: [];
};

/** The arguments that can follow a code. */
export type Rest<Options, Value> = [options?: Options, callback?: Callback<Value>] | [callback: Callback<Value>];

/**
 * The steps. Each returns a chain, in which the next step waits for this one. A callback as the last argument also
 * calculates the price, and is called with `(error)` or `(null, value)`.
 */
export interface PricingSteps {
  /** Value: the plan. Errors: not-found. */
  plan(code: string, ...rest: Rest<QuantityOptions, Plan>): PricingChain<Plan>;
  /** Quantity 0 removes it. Value: the add-on. Errors: missing-plan, invalid-addon. */
  addon(code: string, ...rest: Rest<QuantityOptions, Addon>): PricingChain<Addon>;
  /** A blank code only removes. Errors: missing-plan, not-found, invalid-coupon-for-subscription. */
  coupon(...rest: Rest<string | null | undefined, Coupon | undefined>): PricingChain<Coupon | undefined>;
  /** A blank code only removes. Errors: not-found, gift-card-currency-mismatch. */
  giftcard(...rest: Rest<string | null | undefined, GiftCard | undefined>): PricingChain<GiftCard | undefined>;
  /**
   * The fee of each paid period for a delivery to the address. A blank code only removes. Value: the method with the
   * fee. Errors: not-found, invalid-option for an amount that is no number from 0.
   */
  shipping(
    ...rest: [code?: string | null] | [code: string, options: ShippingOptions, callback?: Callback<Shipping>]
  ): PricingChain<Shipping | undefined>;
  /** ISO 4217. Value: the code. Errors: invalid-currency. */
  currency(code: string, callback?: Callback<string>): PricingChain<string>;
  address(address: Address, callback?: Callback<Address>): PricingChain<Address>;
  /** With a country, it replaces `address` for the tax. */
  shippingAddress(address: Address, callback?: Callback<Address>): PricingChain<Address>;
  /** Throws invalid-option for an amount that is not a pair of numbers. */
  tax(options: TaxOptions, callback?: Callback<TaxInfo>): PricingChain<TaxInfo>;
  /** Errors: invalid-item, unremovable-item. An add-on that is not selected is no error. */
  remove(item: Removal, callback?: Callback<undefined>): PricingChain<undefined>;
  /** Clears the selection and restores the configured currency. */
  reset(callback?: Callback<undefined>): PricingChain<undefined>;
  /** Calculates the price. */
  reprice(callback?: Callback<Price>): PricingChain<Price>;
}

/** A promise with the steps. An error skips the following steps, up to the next `catch`. */
export interface PricingChain<Value> extends PromiseLike<Value>, PricingSteps {
  then<Next = Value, Mended = never>(
    fulfilled?: ((value: Value) => Next | PromiseLike<Next>) | null,
    rejected?: ((error: ServiceError) => Mended | PromiseLike<Mended>) | null,
  ): PricingChain<Next | Mended>;
  catch<Mended = never>(rejected: (error: ServiceError) => Mended | PromiseLike<Mended>): PricingChain<Value | Mended>;
  /**
   * Ends the chain: calculates the price and calls back with it. An error without a `catch` goes to `failed`, or
   * surfaces as uncaught. Steps on the result start a new chain.
   */
  done(priced?: (price: Price) => void, failed?: (error: ServiceError) => void): PricedSubscription;
}

/** The binding of a container to a price. */
export interface Attachment {
  detach(): void;
}

/** A subscription that is being configured, with its price. */
export interface PricedSubscription extends Emitter<PricingEvents>, PricingSteps {
  readonly catch: PricingChain<undefined>['catch'];
  readonly done: PricingChain<undefined>['done'];
  /** A copy of the selection. */
  readonly items: Items;
  /** A copy of the latest price. */
  readonly price: Price;
  readonly hasPrice: boolean;
  readonly isValid: boolean;
  readonly totalNow: string;
  readonly currencyCode: string;
  readonly currencySymbol: string;
  readonly couponCodes: string[];
  attach(container: Element | string | ArrayLike<Element>): Attachment;
}

export interface PricingFactory {
  /** Creates a subscription to be priced; can be called before `configure`. */
  (): PricedSubscription;
  Subscription(): PricedSubscription;
}
