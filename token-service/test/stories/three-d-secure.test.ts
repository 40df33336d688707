import { describe, expect, it } from 'vitest';
import { fresh, textOf, within } from '../service.ts';
import { expectBooksToClose } from './books.ts';
import { actionOf, CHALLENGED, CHALLENGED_LATER, codeOf, customerOf, V21 } from './challenging.ts';
import { onBothEngines } from './engines.ts';

const MISMATCH = 'three_d_secure_action_result_token_mismatch';

/** Payments that the customer confirms with the bank (3-D Secure). */
onBothEngines('3-D Secure', (service) => {
  const api = (method: string, path: string, body?: string, headers: Record<string, string> = V21) =>
    service().api(method, path, body, headers);
  const token = (number = CHALLENGED) => service().token({ number });
  const customer = customerOf(service);
  const withToken = (id: string, result = '') =>
    `<billing_info><token_id>${id}</token_id>${result && resultOf(result)}</billing_info>`;
  const resultOf = (result: string) =>
    `<three_d_secure_action_result_token_id>${result}</three_d_secure_action_result_token_id>`;
  const purchase = (account: string, billing: string, cents = 1000, currency = 'USD', more = '') =>
    `<purchase><account><account_code>${account}</account_code>${billing}</account><currency>${currency}</currency>` +
    `<adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents></adjustment></adjustments>${more}</purchase>`;
  const buy = (...args: Parameters<typeof purchase>) => api('POST', '/v2/purchases', purchase(...args));
  const taken = () =>
    service().gatewayCalls.flatMap(({ movements }) => movements.filter((one) => one === 'capture')).length;
  const open = async (name: string, number: string) => {
    const code = fresh(name);
    const body = `<account><account_code>${code}</account_code>${withToken(await token(number))}</account>`;
    const opened = await api('POST', '/v2/accounts', body);
    expect(opened.status, opened.text).toBe(201);
    return code;
  };

  describe('of a purchase', () => {
    it('is required first, and the same request with the result token is paid once', async () => {
      const code = fresh('buyer');
      const id = await token();
      const before = taken();
      const declined = await buy(code, withToken(id));
      const action = actionOf(declined);
      expect((await api('GET', `/v2/accounts/${code}`)).status).toBe(404);
      expect(await customer.state(action)).toBe('waiting');
      expect(await customer.start(action)).toContain('/js/v1/three_d_secure/test-bank/');
      expect(taken()).toBe(before);
      const result = await customer.confirm(action);
      expect(await customer.state(action)).toBe('confirmed');
      const paid = await buy(code, withToken(id, result));
      expect(paid.status, paid.text).toBe(200);
      expect(textOf(paid.xml, 'charge_invoice', 'state')).toBe('paid');
      expect(taken()).toBe(before + 1);
      const again = await buy(code, withToken(id, result));
      expect([again.status, textOf(again.xml, 'symbol')]).toEqual([422, 'token_invalid']);
      expect(taken()).toBe(before + 1);
      const info = await api('GET', `/v2/accounts/${code}/billing_info`);
      expect(['first_name', 'first_six', 'last_four'].map((name) => textOf(info.xml, name))).toEqual([
        'Ada',
        '400000',
        '3220',
      ]);
      await expectBooksToClose(service(), code);
    });

    it('is named without an action token below version 2.21, and the transaction never shows one', async () => {
      const declined = await api('POST', '/v2/purchases', purchase(fresh('old'), withToken(await token())), {
        'X-Api-Version': '2.20',
      });
      expect(codeOf(declined)).toBe('three_d_secure_action_required');
      expect(declined.text).not.toContain('action_token');
      const uuid = textOf(within(declined.xml, 'transaction'), 'uuid');
      const shown = await api('GET', `/v2/transactions/${uuid}`);
      expect(textOf(shown.xml, 'transaction_error', 'error_code')).toBe('three_d_secure_action_required');
      expect(shown.text).not.toContain('action_token');
    });

    it('completes exactly what was confirmed: amount, currency, account and token', async () => {
      const code = fresh('exact');
      const id = await token();
      const result = await customer.confirm(actionOf(await buy(code, withToken(id), 1000)));
      const before = service().gatewayCalls.length;
      for (const attempt of [
        await buy(code, withToken(id, result), 1001),
        await buy(code, withToken(id, result), 999),
        await buy(code, withToken(id, result), 1000, 'EUR'),
        await buy(fresh('other'), withToken(id, result), 1000),
        await buy(code, withToken(await token(), result), 1000),
        await api('POST', '/v2/purchases/authorize', purchase(code, withToken(id, result))),
      ]) {
        expect([attempt.status, codeOf(attempt)], attempt.text).toEqual([422, MISMATCH]);
      }
      expect(service().gatewayCalls).toHaveLength(before);
      expect((await buy(code, withToken(id, result), 1000)).status).toBe(200);
    });

    it('needs no token the second time, and accepts the same raw card only', async () => {
      const raw = (month: number, result = '') =>
        `<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><number>${CHALLENGED}</number>` +
        `<month>${month}</month><year>2040</year>${result && resultOf(result)}</billing_info>`;
      const code = fresh('raw');
      const result = await customer.confirm(actionOf(await buy(code, raw(11))));
      expect(codeOf(await buy(code, raw(12, result)))).toBe(MISMATCH);
      expect((await buy(code, `<billing_info>${resultOf(result)}</billing_info>`)).status).toBe(200);
    });

    it('fails when the customer refuses, and another attempt starts another challenge', async () => {
      const code = fresh('refuser');
      const action = actionOf(await buy(code, withToken(await token())));
      await customer.decide(action, 'refuse');
      await expect(customer.finish(action)).rejects.toMatchObject({ symbol: 'three_d_secure_failed' });
      await expect(customer.start(action)).rejects.toMatchObject({ symbol: 'three_d_secure_failed' });
      expect(await customer.state(action)).toBe('failed');
      expect(actionOf(await buy(code, withToken(await token())))).not.toBe(action);
    });

    it('gives a result token only after the confirmation, and a new one replaces it', async () => {
      const code = fresh('waiter');
      const id = await token();
      const action = actionOf(await buy(code, withToken(id)));
      await expect(customer.finish(action)).rejects.toMatchObject({ symbol: 'three_d_secure_pending' });
      const first = await customer.confirm(action);
      expect(await customer.start(action)).toBeNull();
      const second = await customer.finish(action);
      expect(textOf((await buy(code, withToken(id, first))).xml, 'symbol')).toBe('token_invalid');
      expect((await buy(code, withToken(id, second))).status).toBe(200);
      await expect(customer.state(action)).rejects.toMatchObject({ symbol: 'not_found' });
    });

    it('works without a page when the bank knows the device, and fails where the bank always refuses', async () => {
      const [code, id] = [fresh('device'), await token('4000000000003063')];
      const action = actionOf(await buy(code, withToken(id)));
      expect(await customer.start(action)).toBeNull();
      expect((await buy(code, withToken(id, await customer.finish(action)))).status).toBe(200);
      const failing = actionOf(await buy(fresh('failing'), withToken(await token('4000000000003097'))));
      await expect(customer.start(failing)).rejects.toMatchObject({ symbol: 'three_d_secure_failed' });
    });

    it('is not asked of an order by mail or telephone', async () => {
      const moto = '<transaction_type>moto</transaction_type>';
      const V22 = { 'X-Api-Version': '2.22' };
      const body = purchase(fresh('caller'), withToken(await token()), 1000, 'USD', moto);
      const paid = await api('POST', '/v2/purchases', body, V22);
      expect(paid.status, paid.text).toBe(200);
      const early = await api('POST', '/v2/purchases', body, V21);
      expect([early.status, textOf(early.xml, 'symbol')]).toEqual([400, 'invalid_xml']);
    });

    it('belongs to its site: elsewhere its tokens are unknown', async () => {
      const other = await service().openSite();
      const elsewhere = customerOf(service, other.site.subdomain);
      const [code, id] = [fresh('tenant'), await token()];
      const action = actionOf(await buy(code, withToken(id)));
      await expect(elsewhere.state(action)).rejects.toMatchObject({ symbol: 'not_found' });
      await expect(elsewhere.start(action)).rejects.toMatchObject({ symbol: 'not_found' });
      const result = await customer.confirm(action);
      const foreign = await other.api(
        'POST',
        '/v2/purchases',
        purchase(code, `<billing_info>${resultOf(result)}</billing_info>`),
        V21,
      );
      expect([foreign.status, textOf(foreign.xml, 'symbol')]).toEqual([422, 'token_invalid']);
    });
  });

  it('of an authorization is completed and captured', async () => {
    const [code, id] = [fresh('careful'), await token()];
    const authorize = (result = '') => api('POST', '/v2/purchases/authorize', purchase(code, withToken(id, result)));
    const authorized = await authorize(await customer.confirm(actionOf(await authorize())));
    expect(authorized.status, authorized.text).toBe(200);
    const uuid = textOf(within(authorized.xml, 'charge_invoice', 'transactions')?.children[0], 'uuid');
    const captured = await api('POST', `/v2/purchases/transaction-uuid-${uuid}/capture`);
    expect(captured.status, captured.text).toBe(200);
    expect(textOf((await api('GET', `/v2/accounts/${code}/billing_info`)).xml, 'last_four')).toBe('3220');
  });

  it('of a subscription is completed, and the renewals need no confirmation', async () => {
    const [code, id] = [fresh('subscriber'), await token()];
    const subscribe = (result = '') =>
      api(
        'POST',
        '/v2/subscriptions',
        `<subscription><plan_code>tideline</plan_code><currency>USD</currency><account><account_code>${code}</account_code>${withToken(id, result)}</account></subscription>`,
      );
    const created = await subscribe(await customer.confirm(actionOf(await subscribe())));
    expect(created.status, created.text).toBe(201);
    expect(textOf(created.xml, 'state')).toBe('active');
  });

  it('of a trial verifies the card without taking money', async () => {
    const [code, id] = [fresh('trier'), await token()];
    const before = taken();
    const subscribe = (result = '') =>
      api(
        'POST',
        '/v2/subscriptions',
        `<subscription><plan_code>tideline-trial</plan_code><currency>USD</currency><account><account_code>${code}</account_code><email>ada@example.com</email>${withToken(id, result)}</account></subscription>`,
      );
    const action = actionOf(await subscribe());
    const created = await subscribe(await customer.confirm(action));
    expect(created.status, created.text).toBe(201);
    expect(taken()).toBe(before);
    expect(textOf((await api('GET', `/v2/accounts/${code}/billing_info`)).xml, 'last_four')).toBe('3220');
  });

  it.each(['POST', 'PUT'])('of billing info (%s) stores the card that the customer confirmed', async (method) => {
    const code = fresh('stored');
    await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    const id = await token();
    const path = `/v2/accounts/${code}/billing_info`;
    const action = actionOf(await api(method, path, withToken(id)));
    expect((await api('GET', path)).status).toBe(404);
    const result = await customer.confirm(action);
    const stored = await api(method, path, withToken(id, result));
    expect(stored.status, stored.text).toBe(201);
    expect(textOf(stored.xml, 'last_four')).toBe('3220');
    const verified = await api('POST', `${path}/verify`, '<verify/>');
    const confirmed = await customer.confirm(actionOf(verified));
    const again = await api('POST', `${path}/verify`, `<verify>${resultOf(confirmed)}</verify>`);
    expect([again.status, textOf(again.xml, 'status')], again.text).toEqual([200, 'success']);
  });

  it('of a new account with billing info creates it after the confirmation', async () => {
    const [code, id] = [fresh('opened'), await token()];
    const create = (result = '') =>
      api('POST', '/v2/accounts', `<account><account_code>${code}</account_code>${withToken(id, result)}</account>`);
    const created = await create(await customer.confirm(actionOf(await create())));
    expect(created.status, created.text).toBe(201);
  });

  it('of a one-time transaction with the stored card is completed by the result token alone', async () => {
    const code = await open('returning', CHALLENGED_LATER);
    const pay = (result = '') =>
      api(
        'POST',
        '/v2/transactions',
        `<transaction><account><account_code>${code}</account_code>${result && `<billing_info>${resultOf(result)}</billing_info>`}</account><amount_in_cents>700</amount_in_cents><currency>USD</currency></transaction>`,
      );
    const paid = await pay(await customer.confirm(actionOf(await pay())));
    expect(paid.status, paid.text).toBe(201);
    expect(textOf(paid.xml, 'status')).toBe('success');
  });

  it('of an invoice that is collected marks it paid, without a second attempt of the merchant', async () => {
    const code = await open('owing', CHALLENGED_LATER);
    await api(
      'POST',
      `/v2/accounts/${code}/adjustments`,
      '<adjustment><unit_amount_in_cents>1500</unit_amount_in_cents><currency>USD</currency></adjustment>',
    );
    const posted = await api('POST', `/v2/accounts/${code}/invoices`);
    expect([posted.status, textOf(posted.xml, 'charge_invoice', 'state')], posted.text).toEqual([201, 'past_due']);
    const number = textOf(posted.xml, 'charge_invoice', 'invoice_number');
    const collect = (result = '') =>
      api(
        'PUT',
        `/v2/invoices/${number}/collect`,
        result && `<invoice><billing_info>${resultOf(result)}</billing_info></invoice>`,
      );
    const action = actionOf(await api('PUT', `/v2/invoices/${number}/collect`));
    const collected = await collect(await customer.confirm(action));
    expect(collected.status, collected.text).toBe(200);
    expect(textOf(collected.xml, 'charge_invoice', 'state')).toBe('paid');
    await expectBooksToClose(service(), code);
  });

  it('of a change that requires payment leaves the subscription as it is until then', async () => {
    await service().changeDemoSite({ upgrade_requires_payment: true });
    try {
      const code = await open('upgrader', CHALLENGED_LATER);
      const created = await api(
        'POST',
        '/v2/subscriptions',
        `<subscription><plan_code>tideline</plan_code><currency>USD</currency><account><account_code>${code}</account_code>${withToken(await token('4000008400001629'))}</account></subscription>`,
      );
      expect(created.status, created.text).toBe(201);
      const uuid = textOf(created.xml, 'uuid');
      const change = (result = '') =>
        api(
          'PUT',
          `/v2/subscriptions/${uuid}`,
          `<subscription><quantity>3</quantity>${result && `<billing_info>${resultOf(result)}</billing_info>`}</subscription>`,
        );
      const action = actionOf(await change());
      expect(textOf((await api('GET', `/v2/subscriptions/${uuid}`)).xml, 'quantity')).toBe('1');
      const changed = await change(await customer.confirm(action));
      expect([changed.status, textOf(changed.xml, 'quantity')], changed.text).toEqual([200, '3']);
      await expectBooksToClose(service(), code);
    } finally {
      await service().changeDemoSite({ upgrade_requires_payment: false });
    }
  });

  it.each([
    ['the subscription', (info: string) => info],
    ['its account', (info: string) => `<account>${info}</account>`],
  ])('of a trial that is converted leaves the trial as it is until then, with the result in %s', async (_, place) => {
    const code = await open('converter', CHALLENGED_LATER);
    const created = await api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>tideline-trial</plan_code><currency>USD</currency><account><account_code>${code}</account_code><email>ada@example.com</email></account></subscription>`,
    );
    expect(created.status, created.text).toBe(201);
    const uuid = textOf(created.xml, 'uuid');
    const convert = (inner = '', headers = V21) =>
      api('PUT', `/v2/subscriptions/${uuid}/convert_trial`, inner && `<subscription>${inner}</subscription>`, headers);
    const action = actionOf(await convert());
    const nested = `<billing_info>${resultOf(await customer.confirm(action))}</billing_info>`;
    const converted = await convert(place(nested));
    expect(converted.status, converted.text).toBe(200);
    expect(textOf(converted.xml, 'trial_ends_at')).toBe(textOf(converted.xml, 'current_period_started_at'));
  });

  it('is answered alike when a request is repeated with its Idempotency-Key', async () => {
    const [code, id] = [fresh('repeater'), await token()];
    const send = (key: string, result = '') =>
      api('POST', '/v2/purchases', purchase(code, withToken(id, result)), { ...V21, 'Idempotency-Key': key });
    const key = fresh('key');
    const declined = await send(key);
    expect((await send(key)).text).toBe(declined.text);
    const result = await customer.confirm(actionOf(declined));
    const before = taken();
    const paid = await send(fresh('other'), result);
    expect(paid.status, paid.text).toBe(200);
    expect(taken()).toBe(before + 1);
  });

  it('asks the gateway a bounded number of times for one challenge', async () => {
    const action = actionOf(await buy(fresh('impatient'), withToken(await token())));
    for (let starts = 0; starts < 200; starts += 1) await customer.start(action);
    await expect(customer.start(action)).rejects.toMatchObject({ symbol: 'three_d_secure_failed' });
  });

  it('expires its result token after 20 minutes; the confirmation remains, and gives another one', async () => {
    const [code, id] = [fresh('slow'), await token()];
    const action = actionOf(await buy(code, withToken(id)));
    const result = await customer.confirm(action);
    service().clock.advance({ minutes: 20 });
    expect(textOf((await buy(code, withToken(id, result))).xml, 'symbol')).toBe('token_invalid');
    expect((await buy(code, withToken(id, await customer.finish(action)))).status).toBe(200);
  });

  it('answers an unknown token with 404 up to version 2.20, and with 422 from 2.21 on', async () => {
    const body = `<billing_info><token_id>AAAAAAAAAAAAAAAAAAAAAAAA</token_id></billing_info>`;
    const code = fresh('unknown');
    await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    const statuses = ['2.19', '2.20', '2.21', '2.22'].map(async (version) => {
      const answer = await api('PUT', `/v2/accounts/${code}/billing_info`, body, { 'X-Api-Version': version });
      return [answer.status, textOf(answer.xml, 'symbol')];
    });
    expect(await Promise.all(statuses)).toEqual([
      [404, 'token_invalid'],
      [404, 'token_invalid'],
      [422, 'token_invalid'],
      [422, 'token_invalid'],
    ]);
  });
});
