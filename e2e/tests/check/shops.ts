/** Shops that sell the plan `tideline` of the demo site: one does what it should, the others what goes wrong. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RunningService } from '../../fixtures/index.ts';

interface Order {
  readonly account: string;
  /** The token to pay with; without one, the account pays with its method on file. */
  readonly token?: string | undefined;
  readonly resultToken?: string;
  /** Repeats of an order have its key. */
  readonly key?: string;
}

interface Sold {
  readonly paid?: boolean;
  readonly actionTokenId?: string;
  readonly message?: string;
}

const element = (name: string, value: string | undefined) =>
  value === undefined ? '' : `<${name}>${encodeURIComponent(value)}</${name}>`;

const SUBSCRIPTION = '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>';
/** Unlike the same subscription, the same charge can be sold twice in a row. */
const CHARGE = '<adjustments><adjustment><unit_amount_in_cents>2499</unit_amount_in_cents></adjustment></adjustments>';

const sell = async (apiUrl: string, goods: string, { account, token, resultToken, key }: Order): Promise<Sold> => {
  const tokens = `${element('token_id', token)}${element('three_d_secure_action_result_token_id', resultToken)}`;
  const payment = tokens === '' ? '' : `<billing_info>${tokens}</billing_info>`;
  const response = await fetch(`${apiUrl}/v2/purchases`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('demo-private-key:')}`,
      accept: 'application/xml',
      'content-type': 'application/xml; charset=utf-8',
      'x-api-version': '2.29',
      ...(key !== undefined && { 'idempotency-key': `${key}-${resultToken ?? ''}` }),
    },
    body: `<purchase>
      <account>${element('account_code', account)}${payment}</account>
      <currency>USD</currency>
      ${goods}
    </purchase>`,
  });
  if (response.ok) return { paid: true };
  const answer = await response.text();
  const read = (name: string) => new RegExp(`<${name}\\b[^>]*>([^<]+)<`).exec(answer)?.[1];
  const actionTokenId = read('three_d_secure_action_token_id');
  return {
    ...(actionTokenId && { actionTokenId }),
    message: read('customer_message') ?? read('description') ?? 'Your bank declined the card.',
  };
};

const head = (title: string, script: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
  <meta name="viewport" content="width=device-width"><title>${title}</title>
  <link rel="stylesheet" href="${script.replace('.js', '.css')}"><script src="${script}"></script></head>`;

/** The same order after a lost answer, one order a press, a challenge, and an explanation of everything. */
const carefulPage = (script: string) => `${head('Careful shop', script)}
<body><form id="checkout" class="service-page" novalidate><h1>Checkout</h1>
  <label>Email <input name="email" type="email" autocomplete="email"></label>
  <div id="payment"></div>
  <button type="submit" class="service-button">Pay $24.99</button>
  <p id="outcome" role="status"></p></form>
<script>
  const form = document.querySelector('#checkout');
  const button = form.querySelector('button');
  const outcome = document.querySelector('#outcome');
  const account = crypto.randomUUID();
  const post = (order) => fetch('/buy', { method: 'POST', body: JSON.stringify(order) }).then((answer) => answer.json());
  const say = (words) => { outcome.textContent = words; button.disabled = false; };
  let open;
  if (!globalThis.service) {
    button.disabled = true;
    outcome.textContent = 'The card fields did not load. Check your connection, and reload the page.';
  } else {
    service.configure('demo-public-key');
    const payment = service.PaymentForm().attach('#payment');
    const order = () => open ?? new Promise((resolve, reject) => service.token(payment, form, (error, token) =>
      error ? reject(error) : resolve({ account, token: token.id, key: crypto.randomUUID() })));
    const buy = async () => {
      try { open = await order(); } catch { open = undefined; return say(''); }
      let answer;
      try {
        answer = await post(open);
        if (answer.actionTokenId) {
          const result = await new Promise((resolve, reject) =>
            payment.confirm(answer.actionTokenId, (error, token) => error ? reject(error) : resolve(token)))
            .catch(() => undefined);
          if (!result) { open = undefined; return say(''); }
          answer = await post({ ...open, resultToken: result.id });
        }
      } catch { return say('We did not hear from the shop. Press the button again: you are not charged twice.'); }
      open = undefined;
      if (!answer.paid) return say(answer.message);
      location.replace('/receipt');
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (button.disabled) return;
      button.disabled = true;
      outcome.textContent = 'Paying.';
      buy();
    });
  }
</script></body></html>`;

/**
 * Sends an order each press, throws the form away on a decline, knows no challenge, and says nothing about the network.
 */
const carelessPage = (script: string) => `${head('Careless shop', script)}
<body style="min-width: 900px"><form id="checkout" class="service-page"><h1>Checkout</h1>
  <label>Email <input name="email" type="email" autocomplete="email"></label>
  <label>First name <input data-service="first_name"></label> <label>Last name <input data-service="last_name"></label>
  <div data-service="number"></div><div data-service="month"></div><div data-service="year"></div>
  <div data-service="cvv"></div>
  <div role="button" style="outline: none">Pay $24.99</div></form>
<script>
  const form = document.querySelector('#checkout');
  service.configure('demo-public-key');
  const account = crypto.randomUUID();
  let token;
  document.querySelector('[role=button]').addEventListener('click', async () => {
    token ??= new Promise((resolve) => service.token(form, (error, made) => error ? (token = undefined) : resolve(made)));
    const order = { account, token: (await token).id };
    const answer = await fetch('/buy', { method: 'POST', body: JSON.stringify(order) }).then((answer) => answer.json());
    document.body.innerHTML = answer.paid ? '<p>Thank you for your order</p>' : '<p>payment_declined</p>';
  });
</script></body></html>`;

/**
 * Its script needs the library at once, so that without it the browser sends the form itself, with the email in the
 * address, and the sentence about the price has no amounts. It passes texts of the API on to customers.
 */
const brittlePage = (script: string) => `${head('Brittle shop', script)}
<body><form id="checkout" class="service-page"><h1>Checkout</h1>
  <input type="hidden" name="plan" value="tideline">
  <label>Email <input name="email" type="email" autocomplete="email" required></label>
  <div id="payment"></div>
  <p>Discount <output id="discount"></output>, tax <output id="tax"></output>, now <output id="now"></output></p>
  <button type="submit" class="service-button">Pay</button>
  <p id="outcome" role="status"></p></form>
<script>
  service.configure('demo-public-key');
  const payment = service.PaymentForm().attach('#payment');
  const form = document.querySelector('#checkout');
  const outcome = document.querySelector('#outcome');
  const account = crypto.randomUUID();
  for (const [id, amount] of [['discount', '$0.00'], ['tax', '$0.00'], ['now', '$24.99']])
    document.getElementById(id).value = amount;
  let token;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    token ??= new Promise((resolve) => service.token(payment, form, (error, made) => error ? (token = undefined) : resolve(made)));
    token
      .then(({ id }) => fetch('/buy', { method: 'POST', body: JSON.stringify({ account, token: id }) }))
      .then((answer) => answer.json())
      .then(({ paid, message }) => {
        if (paid) form.innerHTML = '<p>Thank you for your order</p>';
        outcome.textContent = message ?? '';
        token = undefined;
      })
      .catch(() => {
        token = undefined;
        outcome.textContent = 'The shop did not answer. Press the button again.';
      });
  });
</script></body></html>`;

/**
 * Takes another order with another token while one is on its way, and shows nothing of it; keeps the last order, which
 * is sent again after Back; and is laid out for left to right only.
 */
const hastyPage = (script: string) => `${head('Hasty shop', script)}
<style>label, h1 { text-align: left; } .note { position: relative; left: -80px; }</style>
<body><form id="checkout" class="service-page" novalidate><h1>Checkout</h1>
  <label>Email <input name="email" type="email" autocomplete="email"></label>
  <div id="payment"></div>
  <p class="note">Free returns within thirty days</p>
  <button type="submit" class="service-button">Pay $24.99</button></form>
<script>
  service.configure('demo-public-key');
  const payment = service.PaymentForm().attach('#payment');
  const form = document.querySelector('#checkout');
  sessionStorage.account ??= crypto.randomUUID();
  const account = sessionStorage.account;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const token = sessionStorage.token ?? (await service.token(payment, form)).id;
    const answer = await fetch('/buy', { method: 'POST', body: JSON.stringify({ account, token }) });
    if (!(await answer.json()).paid) return;
    sessionStorage.token = token;
    location.href = '/receipt';
  });
</script></body></html>`;

const PAGES = { careful: carefulPage, careless: carelessPage, brittle: brittlePage, hasty: hastyPage };

/** Opens a shop on a free port. */
export const openCheckedShop = async ({ apiUrl, browserUrl }: RunningService, kind: keyof typeof PAGES) => {
  const known = new Set<string>();
  const charge = async (order: Order): Promise<Sold> => {
    const sold = await sell(apiUrl, CHARGE, known.has(order.account) ? { account: order.account } : order);
    if (sold.paid) known.add(order.account);
    return sold;
  };
  let last: Promise<Sold> = Promise.resolve({});
  const orders = {
    careful: (order: Order) => sell(apiUrl, SUBSCRIPTION, order),
    brittle: (order: Order) => sell(apiUrl, SUBSCRIPTION, order),
    /** Charges an account that it knows once more, whatever the order is; one order after the other. */
    careless(order: Order) {
      last = last.then(() => charge(order));
      return last;
    },
    hasty: (order: Order): Promise<Sold> => orders.careless(order),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST') {
      const sold = await orders[kind](JSON.parse(await text(request)) as Order);
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(sold));
    }
    const receipt = '<!doctype html><html lang="en"><title>Receipt</title><h1>Thank you for your order</h1>';
    const page = request.url === '/receipt' ? receipt : PAGES[kind](`${browserUrl}/v1/service.js`);
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
};
