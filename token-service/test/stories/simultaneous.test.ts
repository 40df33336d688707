import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fresh, type TestService, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('two concurrent changes to one billing info', (service) => {
  const path = (code: string) => `/v2/accounts/${code}/billing_info`;
  const put = (code: string, inner: string) =>
    service().api('PUT', path(code), `<billing_info>${inner}</billing_info>`);
  const lastFour = async (code: string) => textOf((await service().api('GET', path(code))).xml, 'last_four');

  const withCard = async (): Promise<string> => {
    const code = fresh('account');
    const token = await service().token();
    await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>`,
    );
    return code;
  };
  const newCard = (): ReturnType<TestService['token']> => service().token({ number: '5555555555554444' });

  it('a late address change does not restore the old card', async () => {
    for (let round = 0; round < 20; round += 1) {
      const code = await withCard();
      const token = await newCard();
      const stored = put(code, `<token_id>${token}</token_id>`);
      const moves = Array.from({ length: 6 }, (_, index) => put(code, `<city>Paris ${index}</city>`));
      expect((await stored).status).toBe(200);
      const outcomes = (await Promise.all(moves)).map(({ status, xml }) => `${status} ${textOf(xml, 'symbol') ?? ''}`);
      expect(['200 ', '422 simultaneous_request']).toEqual(expect.arrayContaining([...new Set(outcomes)]));
      expect(await lastFour(code)).toBe('4444');
    }
  });

  it('an expiry change that waits in the queue does not restore the old card', async () => {
    const code = await withCard();
    const token = await newCard();
    let renewed: ReturnType<typeof put> | undefined;
    service().whileAsked(async () => {
      const sentAt = service().clock.now();
      renewed = put(code, '<month>11</month><year>2031</year>');
      // Only waiting in the queue moves the clock.
      while (service().clock.now() === sentAt) await setImmediate();
    });
    expect((await put(code, `<token_id>${token}</token_id>`)).status).toBe(200);
    service().whileAsked(async () => {});

    expect(textOf((await renewed)?.xml, 'symbol')).toBe('simultaneous_request');
    expect(await lastFour(code)).toBe('4444');
    expect((await put(code, '<month>11</month><year>2031</year>')).status).toBe(200);
  });
});
