import { expect } from 'vitest';
import type { Load } from '../crash/load.ts';
import type { Visitor } from '../crash/visitor.ts';
import type { Random } from '../money/random.ts';
import { type ApiResponse, textOf, within } from '../service.ts';
import { changeCard, ending, type Order, purchase, refund } from './orders.ts';

/** The outcome of a request, according to its response. */
export type Outcome =
  | { readonly is: 'done'; readonly invoice: string | undefined; readonly total: number }
  | { readonly is: 'declined' | 'refused'; readonly because: string };

export interface Placed extends Order {
  readonly outcome: Outcome | undefined;
}

/** A merchant's server and its customers: it sends requests at random, and remembers the responses. */
export interface Client {
  readonly placed: readonly Placed[];
  /** Sends what is unanswered again, then one request after another, until told to stop or until it is `enough`. */
  keepActing(visitor: Visitor, load: Load, enough: () => boolean): Promise<void>;
  /**
   * Repeats unanswered requests until they are answered. `underWay` returns the movement of money of an account that
   * others wait for; each has to end within a bounded time.
   */
  settleUp(visitor: Visitor, underWay: (account: string) => Promise<Movement | undefined>): Promise<void>;
}

/** A movement of money that others of its account wait for. */
export interface Movement {
  readonly id: string;
  /** Details for the message of a failed test. */
  readonly details: object;
}

/**
 * Milliseconds in which a movement of money has to end, whatever became of its answer: longer than its lease and the
 * pause between look-ups. Those of an account take turns: where the answers of a card always get lost, each purchase
 * and renewal waits for the lease of the one before.
 */
const PATIENCE = 150_000;
/** Longer than all movements of an account take one after the other. */
const LONGEST = 30 * 60_000;

/** `known` are the accounts with a payment method, which clients share, so that they meet at the same ones. */
export const openClient = (random: Random, known: string[]): Client => {
  const placed: (Order & { outcome: Outcome | undefined })[] = [];
  const sold: { readonly invoice: string; readonly total: number; readonly account: string }[] = [];
  const authorized: { readonly transaction: string; readonly account: string }[] = [];

  const next = (): Order => {
    const kind = random.weighed([
      [12, 'purchase'],
      [4, 'refund'],
      [2, 'authorize'],
      [3, 'end'],
      [1, 'change card'],
    ] as const);
    const account = random.percent(35) ? random.pick(known) : undefined;
    const invoice = random.pick(sold);
    if (kind === 'refund' && invoice) return refund(random, invoice.invoice, invoice.total, invoice.account);
    const waiting = kind === 'end' ? authorized.pop() : undefined;
    if (waiting) return ending(random.percent(70) ? 'capture' : 'cancel', waiting.transaction, waiting.account);
    if (kind === 'change card' && account) return changeCard(random, account);
    return purchase(random, kind === 'authorize' ? 'authorize' : 'purchase', account);
  };

  const place = (order: Order) => {
    const one = { ...order, outcome: undefined as Outcome | undefined };
    placed.push(one);
    return one;
  };
  const send = async ({ api }: Visitor, order: (typeof placed)[number]): Promise<void> => {
    const answer = await api(order.method, order.path, order.body, { 'Idempotency-Key': order.key });
    order.outcome = judge(order, answer);
    if (order.outcome?.is !== 'done') return;
    const { invoice, total } = order.outcome;
    if (order.kind === 'purchase' && invoice) {
      sold.push({ invoice, total, account: order.account });
      known.push(order.account);
    }
    const transaction = textOf(within(answer.xml, 'charge_invoice', 'transactions', 'transaction'), 'uuid');
    if (order.kind === 'authorize' && transaction) authorized.push({ transaction, account: order.account });
  };

  const unanswered = () => placed.filter(({ outcome }) => !outcome);
  return {
    placed,
    async keepActing(visitor, { stopped, answered }, enough) {
      const again = unanswered();
      try {
        while (!stopped() && !enough()) {
          const before = again.shift();
          await send(visitor, before ?? place(next()));
          answered();
        }
      } catch (error) {
        // After the kill, any error of a request means that the service is gone.
        if (!stopped() || error instanceof UnexpectedAnswer) throw error;
      }
    },
    async settleUp(visitor, underWay) {
      for (const order of unanswered()) {
        let [movement, since]: [Movement | undefined, number] = [undefined, performance.now()];
        const again = async (): Promise<object | undefined> => {
          await send(visitor, order);
          const now = order.outcome ? undefined : await underWay(order.account);
          if (now?.id !== movement?.id) since = performance.now();
          movement = now;
          return order.outcome ?? (performance.now() - since > PATIENCE ? { waits: 'too long' } : undefined);
        };
        await expect.poll(again, { timeout: LONGEST, interval: 250 }).toBeDefined();
        expect(order.outcome, `${order.kind} ${order.key} waits for ${JSON.stringify(movement)}`).toBeDefined();
      }
    },
  };
};

/** Undefined where the client has to send the request again. */
const judge = (order: Order, { status, xml, text }: ApiResponse): Outcome | undefined => {
  if (status >= 500)
    throw new UnexpectedAnswer(`${order.kind} ${order.path} answered ${status}:\n${order.body}\n${text}`);
  if (status < 300) {
    const invoice = within(xml, 'charge_invoice') ?? xml;
    return { is: 'done', invoice: textOf(invoice, 'invoice_number'), total: Number(textOf(invoice, 'total_in_cents')) };
  }
  const symbol = textOf(xml, 'symbol') ?? textOf(xml, 'error', 'symbol');
  if (symbol === 'simultaneous_request') return undefined;
  const declined = textOf(xml, 'transaction_error', 'error_code');
  return declined ? { is: 'declined', because: declined } : { is: 'refused', because: symbol ?? text };
};

class UnexpectedAnswer extends Error {}
