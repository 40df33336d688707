import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { testPostgres } from '../database.ts';
import { startTestService } from '../service.ts';
import { ask, untilHealth } from './ask.ts';

const OUTBOX = 'the worker could not read the outbox';

const onSqlite = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'unreadable-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { dataDir, databaseUrl: null };
};
const onPostgres = async () => {
  const database = await testPostgres();
  onTestFinished(() => database.close());
  return { dataDir: ':memory:', databaseUrl: database.url };
};

test.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
])(
  'on %s, an outbox that cannot be read is named at /health and logged once, and other sites’ mail goes on',
  async (_engine, configure) => {
    const config = await configure();
    const service = await startTestService({
      env: { DATA_DIR: config.dataDir },
      ...(config.databaseUrl && { databaseUrl: config.databaseUrl }),
    });
    onTestFinished(() => service.close());
    const engine = await openDatabase(config);
    onTestFinished(() => engine.close());
    const [broken, sound] = [await service.openSite({ subdomain: 'a' }), await service.openSite({ subdomain: 'b' })];
    const message = { kind: 'receipt', recipient: 'ada@example.com', correlation: 'test', payload: {} };
    const queue = ({ records }: typeof sound, id: string) => records().outbox.queue({ ...message, id });
    const kept = async ({ records }: typeof sound) =>
      (await records().outbox.list({ status: 'kept' }, 9)).map(({ id }) => id);
    const mail = async () => service.service.mail?.idle();
    const lines = () => service.logged.filter((line) => line.includes(OUTBOX));

    await queue(broken, 'broken');
    await engine.run("UPDATE outbox SET payload = '{' WHERE id = 'broken'");
    await mail();
    for (const id of ['one', 'two']) {
      await queue(sound, id);
      service.clock.advance({ seconds: 5 });
      await mail();
    }
    expect((await kept(sound)).toSorted()).toEqual(['one', 'two']);
    expect(lines().map((line) => JSON.parse(line).site)).toEqual(['a']);
    expect(await untilHealth(service.apiUrl, 'degraded')).toMatchObject({ status: 200, body: { degraded: ['mail'] } });

    await engine.run("UPDATE outbox SET payload = '{}' WHERE id = 'broken'");
    service.clock.advance({ seconds: 5 });
    await mail();
    await untilHealth(service.apiUrl, 'ok');
    expect(await kept(broken)).toEqual(['broken']);
    expect((await ask(`${service.browserUrl}/health`)).status).toBe(200);
  },
);
