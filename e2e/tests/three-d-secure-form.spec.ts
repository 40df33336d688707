import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '../fixtures/index.ts';
import { PERSON, VISA } from './checkout.ts';

test.use({ locale: 'en-US' });

/** A page of a merchant with nothing but the payment form, and what its server knows of the order. */
const PAGE = (library: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Checkout</title>
<form id="form"><div id="payment"></div><button>Pay</button></form><p id="outcome" role="alert"></p>
<script src="${library}"></script>
<script>
  service.configure('demo-public-key');
  const payment = service.PaymentForm().attach('#payment');
  const post = async (order) => (await fetch('/buy', { method: 'POST', body: JSON.stringify(order) })).json();
  const finish = ({ paid }) => { outcome.textContent = paid ? 'Paid' : 'Not paid'; };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    service.token(payment, form, async (error, token) => {
      if (error) return;
      const order = { token: token.id };
      const answer = await post(order);
      if (!answer.actionTokenId) return finish(answer);
      payment.confirm(answer.actionTokenId, async (refused, result) => {
        if (!refused) finish(await post({ ...order, resultToken: result.id }));
      });
    });
  });
</script>`;

/** The merchant's own server. */
const openShop = async (answer: (request: IncomingMessage) => Promise<string>) => {
  const server = createServer(async (request, response) => {
    const body = await answer(request);
    response.writeHead(200, { 'Content-Type': body.startsWith('{') ? 'application/json' : 'text/html' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
};

const purchase = (account: string, { token, resultToken }: { token: string; resultToken?: string }) =>
  `<purchase><account><account_code>${account}</account_code><email>ada@example.com</email><billing_info>` +
  `<token_id>${token}</token_id>` +
  (resultToken ? `<three_d_secure_action_result_token_id>${resultToken}</three_d_secure_action_result_token_id>` : '') +
  '</billing_info></account><currency>EUR</currency><adjustments><adjustment><unit_amount_in_cents>2000</unit_amount_in_cents>' +
  '</adjustment></adjustments></purchase>';

test('the payment form lets the customer confirm, refuse and leave, and keeps the card', async ({
  page,
  service,
  browserName,
}) => {
  const orders: string[] = [];
  const account = `form-${browserName}`;
  const buy = async (order: { token: string; resultToken?: string }) => {
    orders.push(Object.keys(order).join());
    const response = await fetch(`${service.apiUrl}/v2/purchases`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
        Accept: 'application/xml',
        'Content-Type': 'application/xml',
        'X-Api-Version': '2.21',
      },
      body: purchase(account, order),
    });
    const [, actionTokenId] = /<three_d_secure_action_token_id>(\w+)</.exec(await response.text()) ?? [];
    return JSON.stringify({ paid: response.ok, actionTokenId });
  };
  await using shop = await openShop(async (request) =>
    request.method === 'POST' ? buy(JSON.parse(await text(request))) : PAGE(`${service.browserUrl}/v1/service.js`),
  );
  await page.goto(shop.url);

  const challenge = page.frameLocator('iframe.service-three-d-secure');
  const press = (name: string) =>
    challenge
      .frameLocator('iframe')
      .getByRole('button', { name })
      .evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
  const field = (name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);
  await field('Card number').pressSequentially('4000000000003220');
  await field('Expiry date').pressSequentially('1240');
  await field('Security code').pressSequentially(VISA.cvv ?? '');
  for (const name of ['First name', 'Last name'] as const) await page.getByLabel(name).fill(PERSON[name]);

  await page.getByRole('button', { name: 'Pay' }).click();
  await press('Refuse');
  await expect(page.getByRole('status')).toContainText('Your bank did not confirm the payment.');
  await expect(field('Card number')).toHaveValue('4000 0000 0000 3220');

  await page.getByRole('button', { name: 'Pay' }).click();
  await challenge.getByRole('button', { name: 'Cancel and go back' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status')).toContainText('The payment was not confirmed.');

  await page.getByRole('button', { name: 'Pay' }).click();
  await press('Confirm payment');
  await expect(page.getByRole('alert')).toHaveText('Paid');
  expect(orders).toEqual(['token', 'token', 'token', 'token,resultToken']);
});
