/**
 * The input of the price calculator. Every amount is an integer in the currency's minor unit ("cents"). The page's
 * Pricing and every invoice are such a cart; no other code computes a price.
 */
export interface Cart {
  /** ISO 4217; all amounts are in it. */
  readonly currency: string;
  readonly lines: readonly Line[];
  /** The discounts in the order in which they were redeemed, oldest first. */
  readonly discounts: readonly Discount[];
  readonly order: DiscountOrder;
}

/**
 * The kinds of lines, in the order in which a fixed discount is taken off them. Corrections of usage, shipping fees,
 * bought gift cards and credits are never discounted.
 */
export const LINE_KINDS = ['setup_fee', 'plan', 'add_on', 'charge', 'undiscounted'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** One line of an invoice before discount and tax. */
export interface Line {
  readonly kind: LineKind;
  /**
   * Code of the plan for setup fees and plans, of the add-on, or of the charge; empty if it has none. Breaks ties,
   * before `position`.
   */
  readonly code: string;
  /** The line's own number within the request, so no other line's; breaks ties between lines of one kind and code. */
  readonly position: number;
  /** At least 0. */
  readonly gross: number;
  /** The plan it is sold under; a charge has none. */
  readonly plan?: string;
  /** The account that it is for, where a cart has lines of several. */
  readonly owner?: string;
  /** The catalogue item that a charge or an add-on sells. */
  readonly item?: string;
  /** Names the subscription it belongs to, for discounts that apply to one subscription. */
  readonly subscription?: string;
  /** All that apply to it, added up before they are rounded; none: the line is not taxed. */
  readonly rates: readonly TaxRate[];
  /** Its price contains the tax: discounts are taken off that price, then the tax is taken out of what is left. */
  readonly inclusive?: boolean;
}

export interface TaxRate {
  /** The type as on the invoice: `usst`, `vat`, or a lower-case country. */
  readonly type: string;
  /** A US state, an EU country, or the name of the tax. */
  readonly region: string;
  /** Decimal fraction, at least 0: `0.0875`. */
  readonly rate: string;
}

/** The discount of a redeemed coupon. A coupon of free trial days takes nothing off and is not listed. */
export interface Discount {
  /** Id of the redemption. */
  readonly id: string;
  /** Whole percent, 1 to 100; or cents of the cart's currency. */
  readonly off: { readonly percent: number } | { readonly amount: number };
  readonly scope: DiscountScope;
  /** The account to whose lines it is limited. */
  readonly owner?: string;
  /** The subscription to whose lines it is limited. */
  readonly subscription?: string;
}

export interface DiscountScope {
  readonly plans: 'all' | readonly string[];
  /** Codes of items of the catalogue. */
  readonly items: 'all' | readonly string[];
  /** Charges that are no catalogue items, and those that are while `items` names none. */
  readonly charges: boolean;
}

/** A site's two settings for several coupons at once. */
export interface DiscountOrder {
  readonly first: 'percent' | 'amount';
  /** Each percent of what the line was before any percent, or of what the one before has left. */
  readonly percents: 'full' | 'compounded';
}

export const USUAL_ORDER: DiscountOrder = { first: 'percent', percents: 'compounded' };

export interface PricedLine {
  readonly line: Line;
  /** The discounts by redemption, in the cart's order, without those that took nothing off. */
  readonly discounts: readonly {
    readonly id: string;
    readonly off: Discount['off'];
    /** Cents of the line that it was computed from. */
    readonly of: number;
    readonly amount: number;
  }[];
  readonly discount: number;
  /** The tax within the discount; 0 unless the price contains the tax. */
  readonly discountTax: number;
  /** `gross - discount`, without the tax that it may contain. */
  readonly net: number;
  /** One for each of the line's rates, in their order. They add up to `tax`. */
  readonly taxes: readonly { readonly rate: TaxRate; readonly amount: number }[];
  readonly tax: number;
  /** `net + tax`. */
  readonly total: number;
}

/** The sums of the lines, which stand in the cart's order. */
export interface PricedCart {
  readonly currency: string;
  readonly lines: readonly PricedLine[];
  /** The sum before discount and tax. */
  readonly gross: number;
  /** The discount without the tax that it contains. */
  readonly discount: number;
  /** The sum after discount, before tax. */
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
}
