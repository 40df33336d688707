import type { PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { Gateways, PaymentRequest } from '@service/billing/ports/gateway.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { expect, test } from 'vitest';
import { aSite } from '../storage/testing/samples.ts';
import { declinedByGateway } from './declined.ts';
import { spareGateways } from './spared-gateways.ts';

/** Gateways whose every call takes so many milliseconds and has this outcome. */
const open = () => {
  const line = { takes: 20_000, outcome: 'unknown' as 'unknown' | 'declined' | 'unreached', calls: 0 };
  const told: string[] = [];
  let now = 0;
  const call = async () => {
    line.calls += 1;
    now += line.takes;
    const answer = declinedByGateway('test', line.outcome === 'unknown' ? 'gateway_timeout' : 'insufficient_funds');
    if (line.outcome === 'unreached') return declinedByGateway('test', 'gateway_unavailable');
    return { ...answer, outcome: line.outcome } as PaymentResult;
  };
  const spared = spareGateways(
    { purchase: call, refund: call, lookup: async () => ({ outcome: 'unknown' }) } as never as Gateways,
    {
      clock: { elapsed: () => now },
      onChange: ({ account }, isSpared) => told.push(`${account} ${isSpared ? 'spared' : 'answers'}`),
      onSlow: ({ account }, isSlow) => told.push(`${account} ${isSlow ? 'slow' : 'quick'}`),
    },
  );
  const request = (site: Site, gateway_code: string) => ({ site, gateway_code }) as PaymentRequest;
  return {
    line,
    told,
    slow: () => spared.slow().map(({ account }) => account),
    pass(milliseconds: number) {
      now += milliseconds;
    },
    buy: async (account = 'europe', site = 1) => {
      const answer = await spared.gateways.purchase(request(aSite(site), account));
      return 'error_code' in answer ? answer.error_code : answer.outcome;
    },
    refund: () => spared.gateways.refund(request(aSite(1), 'europe') as never),
  };
};

const times = async (count: number, work: () => Promise<unknown>) => {
  for (let done = 0; done < count; done += 1) await work();
};

test('after three calls without an answer, one each half minute is made until one is answered', async () => {
  const { line, told, buy, pass } = open();
  await times(3, buy);
  expect([line.calls, told]).toEqual([3, ['europe spared']]);
  expect([await buy(), await buy()]).toEqual(['gateway_unavailable', 'gateway_unavailable']);
  expect(line.calls).toBe(3);
  pass(30_000);
  expect([await buy(), await buy()]).toEqual(['gateway_timeout', 'gateway_unavailable']);
  pass(30_000);
  Object.assign(line, { outcome: 'declined', takes: 200 });
  expect([await buy(), await buy()]).toEqual(['insufficient_funds', 'insufficient_funds']);
  expect(line.calls).toBe(6);
  expect(told).toEqual(['europe spared', 'europe answers']);
  // It begins to count anew.
  Object.assign(line, { outcome: 'unknown', takes: 20_000 });
  await times(2, buy);
  expect(line.calls).toBe(8);
  line.outcome = 'declined';
  expect(await buy()).toBe('insufficient_funds');
});

test('the accounts of others, and what concerns an earlier payment, are called all the same', async () => {
  const { line, buy, refund } = open();
  await times(4, buy);
  expect(line.calls).toBe(3);
  expect([await buy('america'), await buy('europe', 2)]).toEqual(['gateway_timeout', 'gateway_timeout']);
  await refund();
  expect(line.calls).toBe(6);
  // An answered refund shows that the gateway is back.
  line.outcome = 'declined';
  await refund();
  expect(await buy()).toBe('insufficient_funds');
});

test('calls that could not be delivered count as well, however fast they fail', async () => {
  const { line, told, buy } = open();
  Object.assign(line, { outcome: 'unreached', takes: 5 });
  await times(20, buy);
  expect([line.calls, told]).toEqual([3, ['europe spared']]);
});

test('calls without an answer that took no time do not count: a test card that is silent is no outage', async () => {
  const { line, told, buy } = open();
  line.takes = 200;
  await times(20, buy);
  expect([line.calls, told]).toEqual([20, []]);
});

test('an account is slow after three slow answers in a row, until a quick one or ten minutes without any', async () => {
  const { line, told, slow, pass, buy } = open();
  Object.assign(line, { outcome: 'declined', takes: 5_000 });
  await times(2, buy);
  expect(slow()).toEqual([]);
  await buy();
  expect([slow(), told]).toEqual([['europe'], ['europe slow']]);
  pass(600_000);
  expect(slow()).toEqual([]);
  await buy();
  expect(slow()).toEqual(['europe']);
  line.takes = 100;
  await buy();
  expect([slow(), told]).toEqual([[], ['europe slow', 'europe quick']]);
});
