import { expect, it } from 'vitest';
import { refundProofLimit } from './refund-limit.ts';

it('asks for a proof above 500.00, or above a limit that is higher', () => {
  const limits = [10_000, 90_000, null].map((limit) => refundProofLimit({ operator_refund_limit_in_cents: limit }));
  expect(limits).toEqual([50_000, 90_000, 50_000]);
});
