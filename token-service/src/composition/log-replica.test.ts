import { expect, test, vi } from 'vitest';
import { logReplica } from './log-replica.ts';

test('one line says why a replica is not used, and one that it is used again', () => {
  const log = { warn: vi.fn(), info: vi.fn() };
  const trouble = { server: 'replica.internal/billing', reason: 'connect ECONNREFUSED' };
  const heard = logReplica(log);
  heard(trouble);
  heard(undefined);
  expect(log.warn.mock.calls).toEqual([
    [{ setting: 'DATABASE_READ_URL', ...trouble }, expect.stringContaining('not used')],
  ]);
  expect(log.info.mock.calls).toEqual([[{ setting: 'DATABASE_READ_URL' }, expect.stringContaining('again')]]);
});
