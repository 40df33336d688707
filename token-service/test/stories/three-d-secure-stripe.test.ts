import { Secret } from '@service/billing/values/secret.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signed } from '../../src/adapters/gateway/stripe/start.fixture.ts';
import { found, foundAlone, place } from '../disguises.ts';
import { type ApiResponse, fresh, textOf } from '../service.ts';
import { actionOf, V21 } from './challenging.ts';
import { openStripeShop, SECRET_KEY, SECRETS, type StripeShop, WEBHOOK_SECRET } from './stripe-shop.ts';
import { cardInfo } from './subscription-shop.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

const REQUIRED = '4000000000003220';
/** Each payment has to be confirmed, also with the stored card. */
const ALWAYS = '4000002760003184';

/** Payments at Stripe that the customer confirms, through the API, the browser API and the page of the bank. */
describe.each([
  ['SQLite', watchedOnFiles],
  ['PostgreSQL', watchedOnPostgres],
])('3-D Secure at Stripe, on %s', (_engine, watch) => {
  let watched: Watched;
  let shop: StripeShop;
  let key = '';
  /** The responses that customer and merchant have received. */
  const answers: string[] = [];
  /** The tokens in the addresses of the bank's pages. */
  const bankTokens: string[] = [];
  beforeAll(async () => {
    watched = await watch(SECRETS);
    const opened = await openStripeShop(watched);
    const api: StripeShop['api'] = async (...request) => {
      const answer = await opened.api(...request);
      answers.push(JSON.stringify([...answer.headers]), answer.text);
      return answer;
    };
    shop = { ...opened, api };
    await shop.addStripe('cards');
    const url = new URL(`/gateways/${shop.site.subdomain}/cards`, watched.service.apiUrl).href;
    shop.simulator.addWebhook({ url, secret: WEBHOOK_SECRET });
    const keys = await watched.service.service.opened.sites.keys(shop.site.id);
    key = keys.find(({ kind }) => kind === 'public')?.value ?? '';
  });
  afterAll(async () => {
    await shop?.close();
    await watched?.close();
  });

  const browser = async (route: string, action_token_id: string) => {
    const response = await fetch(new URL(`/js/v1/three_d_secure/${route}`, watched.service.browserUrl), {
      method: 'POST',
      body: new URLSearchParams({ key, version: '0.1.0', action_token_id }),
    });
    const text = await response.text();
    answers.push(text);
    return JSON.parse(text) as { url?: string; id?: string; error?: { code: string } };
  };
  const intentOf = async (id: string) => (await shop.records().paymentActions.find(id))?.gateway_action ?? '';
  /** Completes the challenge, as the customer does at the page of the bank. */
  const decide = async (id: string, result: 'confirm' | 'fail') => {
    const { url = '' } = await browser('start', id);
    const token = new URL(url).searchParams.get('token') ?? '';
    bankTokens.push(token);
    const address = new URL(`/3d_secure/${await intentOf(id)}`, url);
    await fetch(address, { method: 'POST', body: new URLSearchParams({ token, result }), redirect: 'manual' });
  };
  const confirm = async (id: string): Promise<string> => {
    expect((await browser('results', id)).error?.code).toBe('three-d-secure-pending');
    await decide(id, 'confirm');
    const { id: result = '', error } = await browser('results', id);
    expect(error).toBeUndefined();
    return result;
  };
  const withResult = (result: string): string =>
    `<billing_info><three_d_secure_action_result_token_id>${result}</three_d_secure_action_result_token_id></billing_info>`;
  const buy = (account: string, billing: string): Promise<ApiResponse> =>
    shop.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${account}</account_code>${billing}</account><currency>USD</currency>` +
        '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>',
      V21,
    );
  const captured = () => shop.moved().filter((one) => one.startsWith('captured')).length;
  const intentAt = async (id: string): Promise<{ status: string }> => {
    const kind = id.startsWith('pi_') ? 'payment_intents' : 'setup_intents';
    const response = await fetch(new URL(`/v1/${kind}/${id}`, shop.simulator.url), {
      headers: { Authorization: `Bearer ${SECRET_KEY}` },
    });
    return (await response.json()) as { status: string };
  };
  const statusOf = async (id: string): Promise<string> => (await intentAt(id)).status;

  it('takes the money only when the confirmed purchase is sent again, and once', async () => {
    const account = await shop.account('');
    const before = captured();
    const id = actionOf(await buy(account, cardInfo(REQUIRED)));
    const result = await confirm(id);
    expect(captured()).toBe(before);
    const paid = await buy(account, withResult(result));
    expect(paid.status, paid.text).toBe(200);
    expect(captured()).toBe(before + 1);
    const uuid = textOf(paid.xml, 'charge_invoice', 'transactions', 'transaction', 'uuid') ?? '';
    expect(await shop.records().transactions.find(uuid)).toMatchObject({
      charge_reference: expect.stringMatching(/^ch_/),
      three_d_secure: { result: 'authenticated', flow: 'challenge' },
    });
    expect(textOf((await buy(account, withResult(result))).xml, 'symbol')).toBe('token_invalid');
    expect(captured()).toBe(before + 1);
  });

  it('stores a card that the customer confirmed', async () => {
    const account = await shop.account('');
    const path = `/v2/accounts/${account}/billing_info`;
    const id = actionOf(await shop.api('POST', path, cardInfo(REQUIRED), V21));
    const stored = await shop.api('POST', path, withResult(await confirm(id)), V21);
    expect([stored.status, textOf(stored.xml, 'last_four')], stored.text).toEqual([201, '3220']);
  });

  it('is declined when the customer refuses', async () => {
    const id = actionOf(await buy(await shop.account(''), cardInfo(REQUIRED)));
    await decide(id, 'fail');
    expect((await browser('results', id)).error?.code).toBe('three-d-secure-failed');
  });

  it('cancels what the customer did not confirm within a day', async () => {
    const account = await shop.account('');
    const waiting = await intentOf(actionOf(await buy(account, cardInfo(REQUIRED))));
    const verifying = await intentOf(
      actionOf(await shop.api('POST', `/v2/accounts/${account}/billing_info`, cardInfo(REQUIRED), V21)),
    );
    expect([await statusOf(waiting), await statusOf(verifying)]).toEqual(['requires_action', 'requires_action']);
    const { clock } = watched.service;
    await shop.travel(new Date(clock.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z'));
    expect([await statusOf(waiting), await statusOf(verifying)]).toEqual(['canceled', 'canceled']);
  });

  it('collects the invoice of a renewal that the customer has to confirm', async () => {
    const account = await shop.account('');
    const plan = await shop.plan();
    const subscribe = (billing: string) =>
      shop.api(
        'POST',
        '/v2/subscriptions',
        `<subscription><plan_code>${plan}</plan_code><currency>USD</currency><account><account_code>${account}</account_code>${billing}</account></subscription>`,
        V21,
      );
    const created = await subscribe(withResult(await confirm(actionOf(await subscribe(cardInfo(ALWAYS))))));
    expect(created.status, created.text).toBe(201);
    const renewal = textOf(created.xml, 'current_period_ends_at') ?? '';
    await shop.travel(renewal);
    expect((await shop.invoices(account)).at(-1)).toBe(`${renewal} renewal past_due 3000`);
    const number = textOf(
      (await shop.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children[0],
      'invoice_number',
    );
    const collect = (body?: string) => shop.api('PUT', `/v2/invoices/${number}/collect`, body, V21);
    const result = await confirm(actionOf(await collect()));
    const collected = await collect(`<invoice>${withResult(result)}</invoice>`);
    expect([collected.status, textOf(collected.xml, 'charge_invoice', 'state')], collected.text).toEqual([200, 'paid']);
    expect((await shop.invoices(account)).at(-1)).toBe(`${renewal} renewal paid 3000`);
  });

  it('keeps card numbers, codes and credentials out of tables, files, logs, answers, messages and traffic', async () => {
    const [amex, code] = ['378282246310005', '7391'];
    const info = cardInfo(amex).replace('>123<', `>${code}<`);
    const account = fresh('amex');
    expect((await buy(account, info)).status).toBe(200);
    const payment_intent = shop.simulator.log().at(-1)?.payment_intent ?? '';
    const entered = `<billing_info><verification_value>${code}</verification_value></billing_info>`;
    const checked = await shop.api('POST', `/v2/accounts/${account}/billing_info/verify_cvv`, entered);
    expect([checked.status, shop.moved().slice(-2)]).toEqual([200, ['authorized 100', 'released 100']]);
    // A message that repeats what a merchant has typed: signed by Stripe, and forged.
    const intent = await intentAt(payment_intent);
    const error = { type: 'card_error', message: `The card ${REQUIRED} was declined.`, code: 'card_declined' };
    const object = { ...intent, description: REQUIRED, last_payment_error: error };
    const at = Math.floor(watched.service.clock.now() / 1000);
    const event = { id: fresh('evt'), type: 'payment_intent.payment_failed', created: at, data: { object } };
    for (const [secret, status] of [
      [WEBHOOK_SECRET, 200],
      ['whsec_another', 400],
    ] as const) {
      const { body, headers } = signed(event as never, new Secret(secret), at);
      const url = new URL(`/gateways/${shop.site.subdomain}/cards?number=${REQUIRED}`, watched.service.apiUrl);
      const answer = await fetch(url, { method: 'POST', body, headers });
      answers.push(await answer.text());
      expect(answer.status).toBe(status);
    }
    await shop.simulator.settled();
    await watched.service.dueWork();

    const tables = await watched.tables();
    const log = place('log', watched.service.logged.join(''));
    const places = [
      ...tables,
      log,
      place('answers', answers.join('\n')),
      place('command line', shop.printed.join('\n')),
      place('simulator', JSON.stringify([shop.simulator.log(), shop.simulator.requests()])),
    ];
    // The search covers the right places: it finds what may be there.
    const holding = (text: string) => places.filter(({ bytes }) => bytes.includes(text)).map(({ name }) => name);
    expect(holding('payment_intent').length).toBeGreaterThan(0);
    expect(holding(payment_intent)).toEqual(expect.arrayContaining(['table gateway_operations', 'simulator']));
    expect(log.bytes.toString()).toContain('gateway notification');
    expect(bankTokens.length).toBeGreaterThan(3);

    for (const secret of [REQUIRED, ALWAYS, amex, SECRET_KEY, WEBHOOK_SECRET, SECRETS.SECRETS_KEY]) {
      expect(found(secret, [...places, ...watched.files()])).toEqual([]);
    }
    expect(foundAlone(code, places)).toEqual([]);
    // This token confirms payments, so only the customer gets it.
    for (const token of bankTokens) expect(holding(token)).toEqual(['answers']);
  });
});
