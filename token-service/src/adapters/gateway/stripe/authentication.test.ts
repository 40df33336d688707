import { expect, test } from 'vitest';
import { authenticationOf } from './authentication.ts';

const reported = (more: Partial<Parameters<typeof authenticationOf>[0]>) =>
  authenticationOf({
    authentication_flow: null,
    electronic_commerce_indicator: null,
    exemption_indicator: null,
    result: null,
    result_reason: null,
    transaction_id: null,
    version: null,
    ...more,
  });

test.each([
  [
    { result: 'authenticated', authentication_flow: 'frictionless', version: '2.2.0' },
    { result: 'authenticated', flow: 'frictionless', version: '2.2.0' },
  ],
  [
    { result: 'attempt_acknowledged', electronic_commerce_indicator: '06' },
    { result: 'attempted', flow: null, eci: '06' },
  ],
  [
    { result: 'exempted', exemption_indicator: 'low_risk' },
    { result: 'exempted', exemption: 'low_risk' },
  ],
  [
    { result: 'authenticated', exemption_indicator: 'none' },
    { result: 'authenticated', exemption: null },
  ],
  [{ result: 'data_share_only' }, { result: 'unknown' }],
] as const)('of %j the record has %j', (sent, kept) => {
  expect(reported(sent)).toMatchObject(kept);
});

test('a charge without an authentication has none', () => {
  expect([authenticationOf(null), authenticationOf(undefined)]).toEqual([null, null]);
});
