import type { Random } from '../money/random.ts';
import { type ApiResponse, findings, textOf, within } from '../service.ts';
import type { Load } from './load.ts';
import { giftCard, type Market, type Order, purchase } from './orders.ts';
import type { Visitor } from './visitor.ts';

/** The outcome of an order, according to the response. */
export type Outcome =
  | { readonly is: 'sold'; readonly invoice: string; readonly total: number; readonly text: string }
  | { readonly is: 'declined'; readonly transaction: string | undefined }
  | { readonly is: 'refused'; readonly because: 'coupon' | 'gift card' | 'token' };

/** An order and what its client knows about it. */
export interface Placed extends Order {
  /** The number of times it was sent. */
  readonly tries: number;
  /** Undefined while the outcome is unknown, or when the client never repeated the order. */
  readonly outcome: Outcome | undefined;
}

export interface Shopper {
  readonly placed: readonly Placed[];
  /**
   * Repeats unanswered orders once, then places one order after another, until told to stop or until the service is
   * gone.
   */
  keepBuying(visitor: Visitor, load: Load): Promise<void>;
  /** Buys gift cards for the market. */
  stockUp(visitor: Visitor, count: number): Promise<void>;
  /** Repeats unanswered orders until they are answered. */
  settleUp(visitor: Visitor): Promise<void>;
}

/** More attempts than any client needs while it waits for other requests. */
const MOST_TRIES = 20;

/**
 * A client that orders at random. The clients of a household buy for the same accounts, which it lists. Throws
 * `UnexpectedAnswer`.
 */
export const openShopper = (random: Random, market: Market, household: string[]): Shopper => {
  const placed: { -readonly [K in keyof Placed]: Placed[K] }[] = [];

  const place = (order: Order) => {
    const one = { ...order, tries: 0, outcome: undefined as Outcome | undefined };
    placed.push(one);
    return one;
  };
  const send = async ({ api }: Visitor, order: (typeof placed)[number]): Promise<void> => {
    order.tries += 1;
    const answer = await api('POST', order.path, order.body, { 'Idempotency-Key': order.key });
    order.outcome = judge(order, answer);
    if (order.outcome?.is !== 'sold') return;
    const code = textOf(answer.xml, 'redemption_code');
    if (code) market.giftCards.push(code);
    if (order.pays === 'good') household.push(order.account);
  };
  const unanswered = () => placed.filter(({ outcome, pays }) => !outcome && pays !== 'silent');
  const anything = (visitor: Visitor): Promise<Order> => {
    const known = random.percent(50) ? random.pick(household) : undefined;
    return random.percent(10) ? giftCard(visitor, random, known) : purchase(visitor, random, market, known);
  };

  return {
    placed,
    async keepBuying(visitor, { stopped, answered }) {
      const again = unanswered();
      try {
        while (!stopped()) {
          const before = again.shift();
          const order = before ?? (await anything(visitor));
          if (stopped()) return;
          await send(visitor, before ?? place(order));
          answered();
        }
      } catch (error) {
        if (!stopped() || error instanceof UnexpectedAnswer) throw error;
      }
    },
    async stockUp(visitor, count) {
      for (let n = 0; n < count; n += 1) await send(visitor, place(await giftCard(visitor, random, undefined)));
    },
    async settleUp(visitor) {
      for (const order of unanswered()) {
        const most = order.tries + MOST_TRIES;
        while (!order.outcome) {
          if (order.tries >= most) throw new Error(`${order.key} was sent ${order.tries} times and is not answered`);
          await send(visitor, order);
        }
      }
    },
  };
};

/** Returns the outcome that a response reports for an order; undefined when the client must retry. */
const judge = (order: Placed, { status, xml, text }: ApiResponse): Outcome | undefined => {
  const unexpected = new UnexpectedAnswer(order, status, text);
  if (textOf(xml, 'symbol') === 'simultaneous_request') return undefined;
  if (status === (order.path === '/v2/purchases' ? 200 : 201)) {
    if (order.pays === 'declined' || order.pays === 'silent') throw unexpected;
    return sold(order, { xml, text });
  }
  const error = textOf(xml, 'transaction_error', 'error_code');
  if (error) {
    if (error !== { declined: 'declined', silent: 'gateway_timeout', good: '', 'on file': '' }[order.pays])
      throw unexpected;
    return { is: 'declined', transaction: textOf(xml, 'transaction', 'uuid') };
  }
  const because = refusal(order, xml);
  if (!because) throw unexpected;
  return { is: 'refused', because };
};

const sold = ({ path }: Order, { xml, text }: Pick<ApiResponse, 'xml' | 'text'>): Outcome => {
  if (path === '/v2/gift_cards') {
    const invoice = within(xml, 'purchase_invoice')?.attributes.get('href')?.split('/').at(-1) ?? '';
    return { is: 'sold', invoice, total: Number(textOf(xml, 'unit_amount_in_cents')), text };
  }
  const invoice = within(xml, 'charge_invoice');
  const number = textOf(invoice, 'invoice_number') ?? '';
  return { is: 'sold', invoice: number, total: Number(textOf(invoice, 'total_in_cents')), text };
};

/**
 * Returns what is no longer available: another client redeemed it first, or the process that issued the token is gone.
 */
const refusal = ({ coupon, giftCard, byToken, tries }: Placed, xml: ApiResponse['xml']) => {
  const symbol = textOf(xml, 'symbol');
  const found = symbol ?? findings(xml)[0] ?? '';
  if (found === 'token_invalid') return byToken && tries > 1 ? 'token' : undefined;
  if (/^coupon_not_redeemable$|coupon_codes\[0\] invalid$/.test(found)) return coupon && 'coupon';
  return /^gift_card_already_redeemed$|redemption_code invalid$/.test(found) ? giftCard && 'gift card' : undefined;
};

class UnexpectedAnswer extends Error {
  constructor({ path, body, pays, tries }: Placed, status: number, text: string) {
    super(`${path}, sent ${tries} times, paid by a card that is ${pays}, answered ${status}:\n${body}\n${text}`);
  }
}
