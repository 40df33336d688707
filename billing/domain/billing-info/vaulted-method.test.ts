import { expect, test } from 'vitest';
import { gatewayTokenIn } from './vaulted-method.ts';

test.each([
  ['cus_9s6XKz/pm_1Q0PsI', 'pm_1Q0PsI'],
  ['cus_9s6XKz/pm_1Q0PsI/bank', 'pm_1Q0PsI'],
  ['test-approved-01a2b3', 'test-approved-01a2b3'],
  ['', ''],
])('the token in the reference %j is %j', (reference, token) => {
  expect(gatewayTokenIn(reference)).toBe(token);
});
