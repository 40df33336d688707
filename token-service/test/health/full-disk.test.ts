import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { type ServiceProcess, startProcess } from '../process.ts';
import { fresh } from '../service.ts';
import { untilHealth } from './ask.ts';
import { samples } from './scrape.ts';

/** A limit on file size rejects every write, like a full disk; Linux can set it on a running process. */
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

describe.skipIf(!canLimit && !process.env.CI)('a full disk (needs prlimit, of Linux)', () => {
  let dataDir: string;
  let service: ServiceProcess;
  let log = '';
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'full-'));
    service = await startProcess({ env: { DATA_DIR: dataDir } });
    service.child.stdout?.on('data', (text: string) => {
      log += text;
    });
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const limitFiles = (bytes: string): void => {
    execFileSync('prlimit', ['--pid', String(service.child.pid), `--fsize=${bytes}:unlimited`]);
  };
  const headers = {
    Authorization: `Basic ${btoa(`${DEMO_KEYS.private}:`)}`,
    Accept: 'application/xml',
    'Content-Type': 'application/xml; charset=utf-8',
  };
  const create = (code: string) =>
    fetch(`${service.apiUrl}/v2/accounts`, {
      method: 'POST',
      headers,
      body: `<account><account_code>${code}</account_code></account>`,
    });
  const read = (code: string) => fetch(`${service.apiUrl}/v2/accounts/${code}`, { headers });

  test('answers writes with 503 and an XML error, still serves reads, reports the failure at /health, and recovers by itself', async () => {
    const [before, meanwhile] = [fresh('before'), fresh('meanwhile')];
    expect((await create(before)).status).toBe(201);

    limitFiles('0');
    const refused = await create(meanwhile);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.headers.get('Content-Type')).toMatch(/^application\/xml/);
    expect(await refused.text()).toMatch(/<error>\s*<symbol>service_unavailable<\/symbol>/);
    expect((await read(before)).status).toBe(200);
    for (const url of [service.apiUrl, service.browserUrl]) {
      const health = await untilHealth(url, 'unavailable');
      expect(health).toMatchObject({ status: 503, body: { reason: 'storage is full' } });
      expect(Number(health.headers['retry-after'])).toBeGreaterThan(0);
    }

    expect(await samples(service.apiUrl, 'billing_health')).toMatchObject({ 'part="storage"': 0, 'part="serving"': 0 });
    await expect.poll(() => log, { timeout: 10_000 }).toMatch(/"reason":"storage is full".*"msg":"health has changed"/);

    limitFiles('unlimited');
    for (const url of [service.apiUrl, service.browserUrl]) await untilHealth(url, 'ok');
    expect((await read(meanwhile)).status).toBe(404);
    expect((await create(meanwhile)).status).toBe(201);
  });
});
