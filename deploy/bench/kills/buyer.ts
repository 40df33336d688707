/** Customers who buy through the proxy, and a client that repeats each request with its key until it is answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { cardForm, FORM, HOSTS, type Keys, type ProxyAnswer, type Trial, xmlHeaders } from '../../trial/deployment.ts';

const GOOD = '4111111111111111';
const DECLINED = '4000000000000002';

/** Milliseconds for which a request is repeated: leases of a process that died end after a minute or two. */
const PATIENCE = 300_000;
/** Milliseconds between two attempts. */
const PAUSE = 1000;

/** The plan of the subscriptions, which renews every day. */
export const PLAN = 'daily';

/** The outcomes of all orders, as the clients know them. */
export interface Orders {
  /** Numbers of the invoices of sales that were answered. */
  readonly invoices: string[];
  declined: number;
  subscriptions: number;
  /** Answers and broken connections after which a request was repeated. */
  repeated: number;
  /** Orders whose token was used when their process died: the customer enters the card again. */
  enteredAgain: number;
  /** Orders without an answer, and answers that no order of these should get. */
  readonly lost: string[];
}

export const noOrders = (): Orders => ({
  invoices: [],
  declined: 0,
  subscriptions: 0,
  repeated: 0,
  enteredAgain: 0,
  lost: [],
});

export interface OrderingBuyer {
  /** Makes one order, and resolves once it has an answer. */
  order(): Promise<void>;
}

const symbolOf = ({ text }: ProxyAnswer): string | undefined => /<symbol>(\w+)<\/symbol>/.exec(text)?.[1];

/** Whether the client has to ask again: nothing answered, or something that says so. */
const isOpen = (answer: ProxyAnswer): boolean =>
  answer.status === 0 || answer.status === 429 || answer.status >= 500 || symbolOf(answer) === 'simultaneous_request';

/**
 * Returns a buyer, who has one order under way at a time. Every tenth card is declined, every eighth order is of a
 * customer with a card on file, and every tenth is a subscription until there are `most` of them.
 */
export const buyerOf = (
  { ask }: Pick<Trial, 'ask'>,
  keys: Keys,
  orders: Orders,
  { name, most }: { readonly name: string; readonly most: number },
): OrderingBuyer => {
  let made = 0;
  let known: string | undefined;

  const untilAnswered = async (...request: Parameters<Trial['ask']>): Promise<ProxyAnswer> => {
    const until = performance.now() + PATIENCE;
    for (;;) {
      const answer = await ask(...request).catch((error: Error) => ({ status: 0, text: error.message }));
      if (!isOpen(answer) || performance.now() > until) return answer;
      orders.repeated += 1;
      await wait(PAUSE);
    }
  };
  const tokenOf = async (number: string): Promise<string> => {
    const answer = await untilAnswered(HOSTS.browser, 'POST', '/js/v1/token', FORM, cardForm(keys, number));
    if (answer.status === 200) return (JSON.parse(answer.text) as { readonly id: string }).id;
    throw new Error(`a token: ${answer.status} ${answer.text.slice(0, 200)}`);
  };
  const purchase = (body: string): Promise<ProxyAnswer> =>
    untilAnswered(
      HOSTS.api,
      'POST',
      '/v2/purchases',
      { ...xmlHeaders(keys), 'Idempotency-Key': randomUUID() },
      `<purchase><currency>USD</currency>${body}</purchase>`,
    );

  const order = async (): Promise<void> => {
    made += 1;
    const isDeclined = made % 10 === 5;
    const subscribes = made % 10 === 1 && orders.subscriptions < most;
    const account = made % 8 === 0 ? known : undefined;
    const code = account ?? `${name}-${made}`;
    const charge = `<adjustments><adjustment><unit_amount_in_cents>${100 + made}</unit_amount_in_cents></adjustment></adjustments>`;
    const what = subscribes
      ? `<subscriptions><subscription><plan_code>${PLAN}</plan_code></subscription></subscriptions>`
      : charge;
    const buy = async (): Promise<ProxyAnswer> => {
      const billing = account
        ? ''
        : `<billing_info><token_id>${await tokenOf(isDeclined ? DECLINED : GOOD)}</token_id></billing_info>`;
      return purchase(`<account><account_code>${code}</account_code>${billing}</account>${what}`);
    };
    let answer = await buy();
    if (symbolOf(answer) === 'token_invalid') {
      orders.enteredAgain += 1;
      answer = await buy();
    }
    const [, number] = /<invoice_number[^>]*>(\d+)</.exec(answer.text) ?? [];
    if (answer.status === 200 && number !== undefined) {
      orders.invoices.push(number);
      if (subscribes) orders.subscriptions += 1;
      else known = code;
    } else if (isDeclined && !account && answer.text.includes('<transaction_error>')) orders.declined += 1;
    else orders.lost.push(`${code}: ${answer.status} ${answer.text.slice(0, 300)}`);
  };

  return {
    order: () =>
      order().catch((error: Error) => {
        orders.lost.push(error.message);
      }),
  };
};
