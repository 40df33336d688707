import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../domain/audit-log/entry.ts';
import type { Intent } from '../../../domain/payments/intent.ts';
import type { Records } from '../../../ports/storage.ts';
import { watchCause } from './watch-cause.ts';

const original = {
  intents: {
    open: async () => true,
    save: async () => undefined,
    complete: async () => true,
    close: async () => true,
  },
  auditLog: { append: async () => undefined },
} as unknown as Records;
const entry = { actor: 'key:1', correlation: 'request' } as AuditEntry;
const intent = (correlation: string) => ({ id: 'one', correlation }) as Intent;

test.each(['open', 'save', 'complete', 'close'] as const)('an intent says what caused it: %s', async (method) => {
  const { records, cause } = watchCause(original, 'due item');
  await records.intents[method](intent('first'));
  await records.intents[method](intent('second'));
  expect(cause()).toMatchObject({ actor: null, correlation: 'first' });
});

test('the first entry of the audit log says more than an intent that was written before', async () => {
  const { records, cause } = watchCause(original, 'due item');
  await records.intents.close(intent('authorization'));
  await records.auditLog.append(entry);
  await records.auditLog.append({ ...entry, correlation: 'later' });
  expect(cause()).toMatchObject({ actor: 'key:1', correlation: 'request' });
});

test('a transaction that writes neither has the cause that its caller names', () => {
  expect(watchCause(original, 'due item').cause()).toEqual({ actor: null, correlation: 'due item' });
  expect(watchCause(original, undefined).cause()).toEqual({ actor: null, correlation: null });
});
