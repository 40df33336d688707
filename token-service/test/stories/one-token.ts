import { expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';

/** Sends four concurrent requests with one token, the given number of times, with an approved and a declined card. */
export const sharesOneToken = (rounds: number): void =>
  onBothEngines('four requests with one token', (service) => {
    const put = (code: string, token: string) =>
      service().api(
        'PUT',
        `/v2/accounts/${code}/billing_info`,
        `<billing_info><token_id>${token}</token_id></billing_info>`,
      );

    it.each([
      ['approved', '4111111111111111', '201 billing_info'],
      ['declined', '4000000000000002', '422 errors'],
    ])('reach the gateway once: %s', async (_, number, outcome) => {
      for (let round = 0; round < rounds; round += 1) {
        // A card may be declined ten times an hour.
        service().clock.advance({ hours: 1 });
        const code = fresh('payer');
        await service().api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
        const token = await service().token({ number });
        const before = service().gatewayCalls.length;
        // A slow gateway: it responds only after the other three requests have been answered.
        const others = Promise.withResolvers<void>();
        service().whileAsked(() => others.promise);
        let answered = 0;
        const call = async () => {
          const { status, xml } = await put(code, token);
          answered += 1;
          if (answered === 3) others.resolve();
          return `${status} ${textOf(xml, 'symbol') ?? xml?.name}`;
        };
        const answers = await Promise.all([call(), call(), call(), call()]);
        service().whileAsked(async () => {});

        expect(answers.sort()).toEqual([outcome, ...Array(3).fill('422 simultaneous_request')].sort());
        expect(service().gatewayCalls.length - before).toBe(1);
        expect((await put(code, token)).status).toBe(404);
      }
    });
  });
