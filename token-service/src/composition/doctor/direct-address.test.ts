import { expect, test, vi } from 'vitest';
import { testPostgres } from '../../../test/database.ts';
import { openProxy } from '../../http/proxy.fixture.ts';
import { examineDirectAddress } from './stores.ts';

test('a server that is busy gets its signals late, which is a warning and no failure', async () => {
  const database = await testPostgres();
  const [pooler, direct] = [await openProxy(database.url), await openProxy(database.url)];
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    pooler.freeze();
    const examining = examineDirectAddress({
      ...{ databaseUrl: pooler.url, databaseDirectUrl: direct.url, readOnly: false },
    });
    // It listens by now, and begins to connect to the pooler.
    await vi.waitUntil(() => pooler.sent() > 0, { timeout: 10_000, interval: 1 });
    const listened = direct.sent();
    direct.freeze();
    pooler.thaw();
    // The signal was sent.
    await vi.waitUntil(() => direct.sent() > listened, { timeout: 10_000, interval: 1 });
    vi.advanceTimersByTime(4_200);
    direct.thaw();
    expect(await examining).toMatchObject([
      {
        ...{ part: 'database direct', status: 'warning' },
        finding: 'It answers, and gets signals that are sent through the pooler, but only after 4.2 seconds.',
      },
    ]);
  } finally {
    vi.useRealTimers();
    await Promise.all([pooler.stop(), direct.stop()]);
    await database.close();
  }
});
