import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disguises, found, foundAlone, type Place, place } from '../disguises.ts';
import { fresh, type TestService, textOf, within } from '../service.ts';
import { hook, WITH_SECRETS } from '../webhooks/hooked.ts';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import {
  ACCOUNT,
  AMEX,
  AMEX_CODE,
  bank,
  CARD,
  CODE,
  card,
  DECLINED,
  HEADERS,
  type Headers,
  MISTYPED,
  OFFERS,
  purchase,
  SALES,
  subscription,
  usd,
} from './card-requests.ts';
import { hrefOf } from './refund-shop.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

/** Written to a merchant’s free-text field and therefore stored, but never logged. */
const [PLANTED, PLANTED_CODE] = ['6011000990139424', '0846'];

describe.each([
  ['SQLite', watchedOnFiles],
  ['PostgreSQL', watchedOnPostgres],
])('the card data of a sale, on %s', (engine, watch) => {
  let watched: Watched;
  let receiver: Receiver;
  let endpoint: { readonly signing_secret: string };
  const service = (): TestService => watched.service;
  beforeAll(async () => {
    receiver = await openReceiver();
    watched = await watch(WITH_SECRETS);
    endpoint = await hook(service(), receiver.url, { basic_auth: 'shop:pass-of-the-shop' });
    // Every request here reaches the gateway with the same declined card.
    await service().changeDemoSite({ attempts_per_card: null });
  });
  afterAll(async () => {
    await watched?.close();
    await receiver?.close();
  });

  const tokens: string[] = [];
  const answers: Place[] = [];
  const leaks: string[] = [];
  const ask = async (method: string, path: string, body?: string, headers: Headers = {}) => {
    const answer = await service().api(method, path, body, headers);
    answers.push(place(`${method} ${path}`, JSON.stringify([...answer.headers]) + answer.text));
    return answer;
  };
  const token = async (number: string, cvv = CODE) => {
    const id = await service().token({ number, cvv });
    tokens.push(id);
    return `<token_id>${id}</token_id>`;
  };
  const logged = () => place('log', service().logged.join(''));

  /**
   * Numbers, codes and tokens. A file stores values side by side, so a code cannot be told apart from part of an id.
   */
  const secretsIn = (places: readonly Place[]): string[] => {
    const apart = places.filter(({ name }) => !name.startsWith('billing.sqlite'));
    return [
      ...[CARD, AMEX, DECLINED, MISTYPED, ACCOUNT].flatMap((number) => found(number, places)),
      ...[CODE, AMEX_CODE].flatMap((code) => foundAlone(code, apart)),
      ...[...tokens, endpoint.signing_secret, 'pass-of-the-shop'].flatMap((secret) =>
        places.filter(({ bytes }) => bytes.includes(secret)).map(({ name }) => `${name}: ${secret.slice(0, 4)}…`),
      ),
    ];
  };

  const everywhere = async (): Promise<string[]> => {
    await service().service.webhooks?.idle();
    const calls = place('gateway log', JSON.stringify(service().gatewayCalls));
    const documents = place('webhooks', receiver.received.map(({ body }) => body).join(''));
    return secretsIn([...answers, logged(), calls, documents, ...(await watched.tables()), ...watched.files()]);
  };

  it('is found where it was planted, in every encoding', async () => {
    const all = disguises(PLANTED).map(([, form]) => form);
    const words = `<company_name>${all.slice(0, 4).join(' ')} ${PLANTED_CODE}</company_name><username>${all.slice(4).join(' ')}</username>`;
    const account = `<account><account_code>${fresh('planted')}</account_code>${words}</account>`;
    const answer = await service().api('POST', '/v2/accounts', account);
    expect(answer.status, answer.text).toBe(201);
    expect(found(PLANTED, [place('answer', answer.text)])).toHaveLength(all.length);
    await service().service.webhooks?.idle();
    const tables = await watched.tables();
    const whole = (places: readonly Place[]) => places.filter((one) => found(PLANTED, [one]).length === all.length);
    const holding = ['table accounts', 'table events', 'table webhook_notifications'];
    expect(whole(tables).map(({ name }) => name)).toEqual(holding);
    expect(foundAlone(PLANTED_CODE, tables)).toEqual(holding);
    if (engine === 'SQLite') expect(whole(watched.files()).map(({ name }) => name)).toContain('billing.sqlite-wal');
  });

  it('is not stored or logged, during and after the gateway call', { timeout: 300_000 }, async () => {
    let requests = 0;
    const searched = new Set<string>();
    const newIn = ({ name, bytes }: Place): Place => {
      const lines = bytes.toString('latin1').split('\n');
      const more = lines.filter((line) => !searched.has(line) && searched.add(line));
      return place(name, Buffer.from(more.join('\n'), 'latin1'));
    };
    service().whileAsked(async () => {
      requests += 1;
      leaks.push(...secretsIn((await watched.tables()).map(newIn)));
    });
    for (const { path, body, asks } of SALES) {
      for (const [inner, right] of OFFERS) {
        const { status, text } = await ask('POST', path, body(inner));
        if (right) expect([200, 201], `${path} ${inner} ${text}`).toContain(status);
        else if (asks) expect([400, 404, 422], `${path} ${inner} ${text}`).toContain(status);
        else expect(status, text).toBeLessThan(500);
      }
      for (const info of [await token(CARD), await token(DECLINED), bank(ACCOUNT)]) {
        const { status, text } = await ask('POST', path, body(info));
        expect([200, 201, 422], text).toContain(status);
      }
      for (const headers of HEADERS) {
        const { status } = await ask('POST', path, body(card(CARD, CODE)), headers);
        expect(status, path).toBeLessThan(500);
      }
      for (const [inner] of OFFERS) {
        const headers = { 'Idempotency-Key': fresh('once') };
        const wanted = body(inner);
        const first = await ask('POST', path, wanted, headers);
        const again = await ask('POST', path, wanted, headers);
        expect([again.status, again.text]).toEqual([first.status, first.text]);
        await ask('POST', path, body(card(AMEX, AMEX_CODE)), headers);
      }
    }
    service().whileAsked(async () => {});
    expect(requests).toBeGreaterThan(50);
    expect(leaks).toEqual([]);
    expect(await everywhere()).toEqual([]);
    const tables = new Map((await watched.tables()).map(({ name, bytes }) => [name, bytes.toString()]));
    expect(tables.get('table intents')).toContain('"last_four":"5100"');
    expect(tables.get('table idempotency_keys')).toContain('<last_four>5100</last_four>');
  });

  it('is not stored or logged when sent with the requests that follow a sale', async () => {
    const stray = card(CARD, CODE);
    const sold = await ask('POST', '/v2/purchases', purchase(stray));
    const invoice = within(sold.xml, 'charge_invoice');
    const account = hrefOf(within(invoice, 'account'));
    const paid = within(invoice, 'transactions')?.children[0];
    const held = await ask('POST', '/v2/purchases/authorize', purchase(stray));
    const authorization = textOf(within(held.xml, 'charge_invoice', 'transactions')?.children[0], 'uuid');
    const requests = [
      ['POST', `${hrefOf(invoice)}/refund`, `<invoice>${stray}</invoice>`, 400],
      ['POST', `${hrefOf(invoice)}/refund`, `<invoice><amount_in_cents>${CARD}</amount_in_cents></invoice>`, 422],
      ['POST', `${hrefOf(invoice)}/refund`, `<invoice><amount_in_cents>100</amount_in_cents>${CARD}`, 400],
      ['POST', `${hrefOf(invoice)}/refund`, '<invoice><amount_in_cents>100</amount_in_cents></invoice>', 201],
      ['DELETE', hrefOf(paid), stray, 202],
      ['PUT', hrefOf(invoice), `<invoice>${stray}</invoice>`, 400],
      ['POST', `${hrefOf(invoice)}/transactions`, `<transaction>${stray}</transaction>`, 400],
      ['PUT', `${hrefOf(invoice)}/collect`, `<invoice>${stray}</invoice>`, 400],
      ['POST', `/v2/purchases/${authorization}/capture`, purchase(stray), 200],
      ['POST', `/v2/purchases/${authorization}/cancel`, purchase(stray), 422],
      ['POST', `${account}/invoices`, `<invoice>${stray}</invoice>`, 400],
      ['POST', `${account}/subscriptions`, subscription(card(DECLINED, CODE)), 422],
      ['PUT', `${account}/billing_info`, `<billing_info>${card(AMEX, AMEX_CODE)}</billing_info>`, 200],
      [
        'POST',
        `${account}/billing_info/verify_cvv`,
        `<billing_info><verification_value>${AMEX_CODE}</verification_value></billing_info>`,
        200,
      ],
      ['POST', '/v2/gift_cards/DEMOGIFTUSD00020/redeem', `<recipient_account>${stray}</recipient_account>`, 400],
    ] as const;
    for (const [method, path, body, status] of requests) {
      const headers = method === 'POST' ? { 'Idempotency-Key': fresh('once') } : {};
      const answer = await ask(method, path, body, headers);
      expect(answer.status, `${method} ${path} ${answer.text}`).toBe(status);
    }
    expect(await everywhere()).toEqual([]);
  });

  it('is not stored or logged when the process crashes', async () => {
    service().whileAsked(async () => {
      throw new Error('The network is gone.');
    });
    for (const { path, body } of SALES.filter(({ asks }) => asks)) {
      expect((await ask('POST', path, body(card(CARD, CODE)))).status).toBe(500);
      expect((await ask('POST', path, body(await token(AMEX, AMEX_CODE)))).status).toBe(500);
    }
    service().whileAsked(async () => {});
    expect(logged().bytes.toString()).toContain('The network is gone.');
    expect(await everywhere()).toEqual([]);
  });

  it('is never logged, even when a merchant sends it in another field', async () => {
    const before = service().logged.length;
    const words = `${PLANTED} ${PLANTED_CODE}`;
    const lines = `<adjustments><adjustment><unit_amount_in_cents>100</unit_amount_in_cents><description>${words}</description></adjustment></adjustments>`;
    const more = `<customer_notes>${words}</customer_notes><po_number>${PLANTED}</po_number>`;
    const account = (code: string) =>
      `<account><account_code>${code}</account_code><billing_info>${card(CARD, CODE)}</billing_info></account>`;
    const requests = [
      ['POST', '/v2/purchases', `<purchase>${account(fresh('careless'))}${usd}${lines}${more}</purchase>`, 200],
      ['POST', '/v2/purchases', `<purchase>${account(PLANTED)}${usd}${lines}</purchase>`, 200],
      ['POST', '/v2/purchases', `<purchase>${account(`${PLANTED}!`)}<currency>${PLANTED}</currency></purchase>`, 422],
      ['POST', `/v2/gift_cards/${PLANTED}/redeem`, '<recipient_account/>', 400],
      ['POST', `/v2/purchases/${PLANTED}/capture`, undefined, 404],
      ['POST', `/v2/coupons/${PLANTED}/redeem?number=${PLANTED}`, '<redemption/>', 404],
      ['GET', `/v2/${PLANTED}`, undefined, 404],
      ['GET', `/v2/accounts/${PLANTED}/invoices?cursor=${PLANTED}`, undefined, 400],
    ] as const;
    for (const [method, path, body, status] of requests) {
      const answer = await service().api(
        method,
        path,
        body,
        method === 'POST'
          ? { 'Idempotency-Key': fresh('careless'), 'X-Request-Id': PLANTED }
          : { 'X-Request-Id': PLANTED },
      );
      expect(answer.status, `${method} ${path} ${answer.text}`).toBe(status);
    }
    const keyed = await service().api('POST', '/v2/accounts', account(fresh('careless')), {
      'Idempotency-Key': fresh(words),
    });
    expect([keyed.status, found(PLANTED, [{ name: 'the answer', bytes: Buffer.from(keyed.text) }])]).toEqual([400, []]);
    expect(service().logged.length).toBeGreaterThanOrEqual(before + requests.length);
    expect(found(PLANTED, [logged()])).toEqual([]);
    expect(foundAlone(PLANTED_CODE, [logged()])).toEqual([]);
  });
});
