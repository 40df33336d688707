import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testPostgres } from '../../test/database.ts';
import { fileSignal, localSignal, postgresSignal, type WakeSignal } from './wake-signal.ts';

/** Two processes on one database, as two signals. */
const wakesEveryone = (open: () => WakeSignal): void => {
  it('wakes the listeners of this process and of another', async () => {
    const [here, there] = [open(), open()];
    const woken = (signal: WakeSignal) => new Promise<void>((resolve) => void signal.listen(resolve));
    const both = Promise.all([woken(here), woken(there)]);
    await here.send();
    await both;
    await Promise.all([here.close(), there.close()]);
  });

  it('does not call a listener that has stopped', async () => {
    const signal = open();
    let calls = 0;
    const stop = signal.listen(() => {
      calls += 1;
    });
    stop();
    await signal.send();
    expect(calls).toBe(0);
    await signal.close();
  });
};

describe('a wake signal through a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signal-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  wakesEveryone(() => fileSignal(join(folder, 'due-work.signal')));
});

describe('a wake signal through PostgreSQL', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await testPostgres();
    pool = new pg.Pool({ connectionString: database.url });
  });
  afterAll(async () => {
    await pool.end();
    await database.close();
  });
  wakesEveryone(() => postgresSignal(database.url, 'due_work', () => pool.query("SELECT pg_notify('due_work', '')")));
});

it('a wake signal within one process wakes its listeners', async () => {
  const signal = localSignal();
  const woken = new Promise<void>((resolve) => void signal.listen(resolve));
  await signal.send();
  await woken;
});
