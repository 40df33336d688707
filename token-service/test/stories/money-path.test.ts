import { expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('gateway calls', (service) => {
  const openAccount = async () => {
    const code = fresh('path');
    await service().api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    return code;
  };
  const put = async (code: string, number = '4111111111111111') =>
    service().api(
      'PUT',
      `/v2/accounts/${code}/billing_info`,
      `<billing_info><token_id>${await service().token({ number })}</token_id></billing_info>`,
    );

  it('are made for one change of an account at a time; the next change waits', async () => {
    const code = await openAccount();
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    service().whileAsked(() => {
      reached.resolve();
      return gate.promise;
    });
    const first = put(code);
    await reached.promise;
    service().whileAsked(async () => {});

    // The gateway takes longer than the second call is prepared to wait.
    const second = await put(code, '5555555555554444');
    expect(second.status).toBe(422);
    expect(textOf(second.xml, 'symbol')).toBe('simultaneous_request');
    gate.resolve();
    expect((await first).status).toBe(201);
    expect((await put(code, '5555555555554444')).status).toBe(200);
  });

  it('of a dead process are settled by another process once their lease expires', async () => {
    const code = await openAccount();
    service().whileAsked(() => Promise.reject(new Error('the process is gone')));
    const died = await put(code);
    service().whileAsked(async () => {});
    expect(died.status).toBe(500);

    expect((await put(code)).status).toBe(422);
    service().clock.advance({ minutes: 1 });
    expect((await put(code)).status).toBe(201);

    const { xml } = await service().api('GET', `/v2/accounts/${code}/transactions`);
    expect(xml?.children.map((one) => textOf(one, 'status'))).toEqual(['success']);
  });

  it('that time out leave a failed transaction and no billing info, and are reversed later', async () => {
    const code = await openAccount();
    const timedOut = await put(code, '4000000000000309');
    expect(timedOut.status).toBe(422);
    expect(textOf(timedOut.xml, 'transaction_error', 'error_code')).toBe('gateway_timeout');
    expect(textOf(timedOut.xml, 'transaction_error', 'error_category')).toBe('communication');
    expect((await service().api('GET', `/v2/accounts/${code}/billing_info`)).status).toBe(404);

    const key = service().gatewayCalls.at(-1)?.key;
    const log = service().service.opened.gatewayLog();
    expect(await log.find(`${key}/reverse`)).toBeUndefined();
    service().clock.advance({ minutes: 1 });
    expect((await put(code)).status).toBe(201);
    expect(await log.find(`${key}/reverse`)).toMatchObject({ movements: ['void'] });
  });

  it('that fail unexpectedly log an id only, and the client receives the same id', async () => {
    const code = await openAccount();
    service().whileAsked(() => Promise.reject(new Error('something broke')));
    const broken = await put(code);
    service().whileAsked(async () => {});
    expect(broken.status).toBe(500);
    expect(broken.text).not.toContain('something broke');
    const id = broken.headers.get('x-request-id') ?? '';
    expect(broken.text).toContain(id);
    expect(
      service()
        .logged.filter((line) => line.includes(id))
        .join('\n'),
    ).toContain('something broke');
  });
});
