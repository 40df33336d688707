import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { openStorage } from '../../src/adapters/storage/storage.ts';
import { doctorTool } from '../../src/cli/doctor.ts';
import { siteTool } from '../../src/cli/site.ts';
import { runTool } from '../../src/cli/tool.ts';
import type { Finding } from '../../src/composition/doctor/finding.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { ask, untilHealth } from '../health/ask.ts';
import { samples } from '../health/scrape.ts';
import { fresh, GOOD_CARD, startTestService } from '../service.ts';
import { type ClusterServer, describeWithRedisCluster } from './cluster.ts';

/** Resolves once the replica of a master has all that was written to it. */
const replicated = async ({ redis }: ClusterServer): Promise<void> => {
  for (;;) {
    const info = await redis.info('replication');
    const [, replica] = /^slave0:.*offset=(\d+)/m.exec(info) ?? [];
    const [, master] = /^master_repl_offset:(\d+)/m.exec(info) ?? [];
    if (replica !== undefined && replica === master) return;
    await wait(20);
  }
};

describeWithRedisCluster('a service whose cluster loses a master', (cluster) => {
  test('refuses tokens of its sites alone, until the replica has replaced it, and is not restarted', async () => {
    const service = await startTestService({
      env: { TOKEN_STORE_URL: cluster().url, TOKEN_STORE_KEY: randomBytes(32).toString('base64'), RATE_LIMIT: 'off' },
      redisTimeout: 20_000,
    });
    onTestFinished(() => service.close());
    const { apiUrl, browserUrl, logged } = service;
    const demo = await service.service.opened.sites.find('demo');
    const master = await cluster().masterOf(demo?.id ?? '');
    let id = crypto.randomUUID();
    while ((await cluster().masterOf(id)) === master) id = crypto.randomUUID();
    const other = await service.openSite({ id });

    const statusOf = async (key: string): Promise<number> => {
      const body = new URLSearchParams({ key, version: '0.1.0', ...GOOD_CARD });
      return (await fetch(`${browserUrl}/js/v1/token`, { method: 'POST', body })).status;
    };
    const statuses = () => Promise.all([statusOf(DEMO_KEYS.public), statusOf(other.publicKey)]);
    expect(await statuses()).toEqual([200, 200]);
    expect((await ask(`${apiUrl}/health`)).body).toEqual({ status: 'ok' });
    const kept = await service.token();
    await replicated(master);

    master.process.kill('SIGKILL');
    const reason = 'Masters of the Redis cluster that do not answer, or cannot be written to: 1 of 3.';
    expect(await untilHealth(apiUrl, 'degraded')).toMatchObject({
      status: 200,
      body: {
        degraded: ['token_store', 'rate_limits', 'attempt_limits'],
        reasons: { token_store: reason, rate_limits: reason, attempt_limits: reason },
      },
    });
    expect(await samples(apiUrl, 'billing_redis_up')).toEqual({ '': 0 });
    for (let times = 0; times < 5; times += 1) expect(await statuses()).toEqual([503, 200]);

    await cluster().failOverAfter(1_000);
    for (;;) {
      const [mine, theirs] = await statuses();
      expect(theirs).toBe(200);
      if (mine === 200) break;
      expect(mine).toBe(503);
    }
    await untilHealth(apiUrl, 'ok');
    expect(await samples(apiUrl, 'billing_redis_up')).toEqual({ '': 1 });
    const bought = await service.api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${fresh('cluster')}</account_code><billing_info><token_id>${kept}</token_id></billing_info></account>`,
    );
    expect(bought.status, bought.text).toBe(201);
    const said = logged.map((line) => JSON.parse(line) as { readonly server?: string; readonly msg?: string });
    expect(said.filter(({ server }) => server === master.address).map(({ msg }) => msg)).toEqual([
      'Redis does not answer: tokens are refused',
      'another server of the cluster replaces it',
    ]);
  });

  test('is examined by npm run doctor, which names the nodes that are away', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redis-cluster-doctor-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const TOKEN_STORE_KEY = randomBytes(32).toString('base64');
    const env = { DATA_DIR: folder, TOKEN_STORE_URL: cluster().url, TOKEN_STORE_KEY };
    const outside = { world: () => openWorld(machineClock), open: openStorage };
    expect(await runTool(siteTool, ['create', 'acme'], env, outside)).toMatchObject({ status: 0 });
    const redis = async () => {
      const { text } = await runTool(doctorTool, ['--json'], env, outside);
      return (JSON.parse(text) as readonly Finding[]).filter(({ part }) => part === 'redis');
    };
    const [gone] = cluster().servers.filter(({ process: { signalCode } }) => signalCode === 'SIGKILL');
    expect(await redis()).toEqual([
      {
        part: 'redis',
        status: 'warning',
        finding: `${gone?.address}, a node of the cluster, is away.`,
        advice: expect.any(String),
      },
      {
        part: 'redis',
        status: 'ok',
        finding: expect.stringMatching(/^Each master of the cluster answers/),
        advice: null,
      },
    ]);

    await cluster().failOverAfter(60_000);
    const master = await cluster().masterOf('any');
    master.process.kill('SIGKILL');
    expect(await redis()).toEqual([
      {
        part: 'redis',
        status: 'failure',
        finding: `${master.address}, a master of the cluster, does not answer or cannot be written to: tokens of its sites are refused.`,
        advice: expect.stringContaining('CLUSTER FAILOVER FORCE'),
      },
    ]);
  });
});
