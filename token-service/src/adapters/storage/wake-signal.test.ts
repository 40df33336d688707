import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testPostgres } from '../../../test/database.ts';
import { openProxy } from '../../http/proxy.fixture.ts';
import {
  atMostEvery,
  fileSignal,
  localSignal,
  postgresSignals,
  SIGNAL_CHANNELS,
  type SignalTrouble,
  type WakeSignal,
} from './wake-signal.ts';

/** Resolves with the site of the next signal, if it names one. */
const woken = (signal: WakeSignal): Promise<string | undefined> =>
  new Promise((resolve) => void signal.listen(resolve));

/** Two processes on one database, as two signals. */
const wakesEveryone = (open: () => WakeSignal): void => {
  it('wakes the listeners of this process, which it tells the site, and of another', async () => {
    const [here, there] = [open(), open()];
    const both = Promise.all([woken(here), woken(there)]);
    await here.send('site-7');
    expect((await both)[0]).toBe('site-7');
    await Promise.all([here.close(), there.close()]);
  });

  it('does not call a listener that has stopped', async () => {
    const signal = open();
    let calls = 0;
    const stop = signal.listen(() => {
      calls += 1;
    });
    stop();
    await signal.send('site-7');
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
    // The database is removed while the last connections still close, idle ones too.
    pool.on('connect', (client) => client.on('error', () => {}));
    pool.on('error', () => {});
  });
  afterAll(async () => {
    await pool.end();
    await database.close();
  });
  /** @param name distinguishes its session among those of the server, which other test files share */
  const open = (name = 'signals') => {
    const url = new URL(database.url);
    url.searchParams.set('application_name', name);
    return postgresSignals(url.href, (channel, siteId) => pool.query('SELECT pg_notify($1, $2)', [channel, siteId]));
  };
  wakesEveryone(() => open().webhooks);

  it('takes one connection for all channels, of which each wakes its own listeners', async () => {
    const name = `signals-${process.pid}`;
    const [here, there] = [open(), open(name)];
    const heard: string[] = [];
    const listening = SIGNAL_CHANNELS.map(
      (channel) =>
        new Promise<void>((resolve) => {
          there[channel].listen((siteId) => {
            // Without a site: the connection has been opened.
            if (siteId === undefined) resolve();
            else heard.push(`${channel} ${siteId}`);
          });
        }),
    );
    await Promise.all(listening);
    const { rows } = await pool.query('SELECT query FROM pg_stat_activity WHERE application_name = $1', [name]);
    expect(rows).toEqual([{ query: 'LISTEN due_work; LISTEN mail; LISTEN webhooks' }]);
    for (const channel of SIGNAL_CHANNELS) await here[channel].send(`of-${channel}`);
    await expect.poll(() => heard).toEqual(['due_work of-due_work', 'mail of-mail', 'webhooks of-webhooks']);
    await Promise.all([here.mail.close(), there.mail.close()]);
  });
});

it('reports a server that cannot be reached once, without its password, and once that it listens', async () => {
  const database = await testPostgres();
  const proxy = await openProxy(database.url);
  const address = new URL(proxy.url);
  address.password = 'secret-word';
  await proxy.stop();
  const reports: (SignalTrouble | undefined)[] = [];
  const { mail, webhooks } = postgresSignals(address.href, async () => {}, {
    retryMs: 1,
    onSignals: (trouble) => void reports.push(trouble),
  });
  mail.listen(() => {});
  await expect.poll(() => reports).toHaveLength(1);
  const listens = woken(webhooks);
  await proxy.start();
  await listens;
  expect(reports).toEqual([
    { server: address.host + address.pathname, reason: expect.stringContaining('ECONNREFUSED') },
    undefined,
  ]);
  expect(JSON.stringify(reports)).not.toContain('secret-word');
  await mail.close();
  expect(reports).toHaveLength(2);
  await proxy.stop();
  await database.close();
});

it('a wake signal within one process wakes its listeners', async () => {
  const signal = localSignal();
  const first = woken(signal);
  await signal.send('site-7');
  expect(await first).toBe('site-7');
});

it('a limited signal is sent once more at the end of the period, for each site that asked', async () => {
  vi.useFakeTimers();
  try {
    const signal = atMostEvery(250, localSignal());
    const sites: (string | undefined)[] = [];
    signal.listen((siteId) => void sites.push(siteId));
    for (const site of ['a', 'b', 'c', 'b']) await signal.send(site);
    expect(sites).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(250);
    expect(sites).toEqual(['a', 'b', 'c']);
    await signal.close();
  } finally {
    vi.useRealTimers();
  }
});
