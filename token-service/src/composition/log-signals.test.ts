import { expect, test, vi } from 'vitest';
import { testPostgres } from '../../test/database.ts';
import { startTestService } from '../../test/service.ts';
import { logSignals } from './log-signals.ts';

test('a service with a wrong DATABASE_DIRECT_URL warns once, without the password', async () => {
  const database = await testPostgres();
  const wrong = 'postgres://billing:secret-word@127.0.0.1:1/billing';
  const service = await startTestService({ databaseUrl: database.url, env: { DATABASE_DIRECT_URL: wrong } });
  const warnings = () => service.logged.filter((line) => line.includes('signals cannot be received'));
  await expect.poll(warnings).not.toEqual([]);
  await service.close();
  expect(warnings().map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, setting: 'DATABASE_DIRECT_URL', server: '127.0.0.1:1/billing' }),
  ]);
  expect(service.logged.join('')).not.toContain('secret-word');
  await database.close();
});

test('one line says that signals are received again', () => {
  const log = { warn: vi.fn(), info: vi.fn() };
  logSignals({ databaseDirectUrl: null }, log)(undefined);
  expect(log.info.mock.calls).toEqual([[{ setting: 'DATABASE_URL' }, 'signals are received again']]);
  expect(log.warn).not.toHaveBeenCalled();
});
