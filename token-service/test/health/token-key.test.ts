import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { describeWithRedis, REDIS_URL } from '../../src/adapters/redis/redis.fixture.ts';
import { startMailServer } from '../mail-server.ts';
import { startTestService, type TestService } from '../service.ts';
import { ask, untilHealth } from './ask.ts';
import { samples } from './scrape.ts';

await describeWithRedis('a process with another TOKEN_STORE_KEY', () => {
  test('does not start; if it could, because Redis lost its data, the others say so and serve nothing until it has gone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'token-key-'));
    const redis = new Redis(REDIS_URL);
    onTestFinished(async () => {
      redis.disconnect();
      rmSync(folder, { recursive: true });
    });
    const mail = await startMailServer();
    onTestFinished(() => mail.close());
    const start = (key: Buffer): Promise<TestService> => {
      const TOKEN_STORE_KEY = key.toString('base64');
      return startTestService({
        env: { DATA_DIR: folder, SMTP_URL: mail.url, TOKEN_STORE_URL: REDIS_URL, TOKEN_STORE_KEY },
      });
    };
    const right = await start(randomBytes(32));
    onTestFinished(() => right.close());
    const other = randomBytes(32);
    await expect(start(other)).rejects.toThrow('TOKEN_STORE_KEY is not the key of the other processes');
    expect((await ask(`${right.apiUrl}/health`)).body).toEqual({ status: 'ok' });

    const [site] = await right.service.opened.sites.all();
    const shop = await right.openSite({ mode: 'production', technical_contact: 'ops@shop.example' });
    await redis.del(`key-check:{${site?.id}}`);
    const wrong = await start(other);
    const reason = 'TOKEN_STORE_KEY is not the key of the other processes.';
    expect(await untilHealth(right.browserUrl, 'unavailable')).toMatchObject({
      status: 503,
      body: { reason, degraded: ['token_store'] },
    });
    expect(await samples(right.apiUrl, 'billing_health')).toMatchObject({
      'part="token_store"': 0,
      'part="storage"': 1,
      'part="serving"': 0,
    });
    expect(right.logged.some((line) => line.includes(reason) && line.includes('health has changed'))).toBe(true);
    expect((await ask(`${wrong.apiUrl}/health`)).status).toBe(200);

    right.clock.advance({ seconds: 61 });
    await right.service.mail?.idle();
    expect(mail.received.map(({ to, subject }) => [to, subject])).toEqual([
      [['ops@shop.example'], `The token store does not work: ${shop.site.subdomain}`],
    ]);

    await wrong.close();
    await untilHealth(right.browserUrl, 'ok');
  });
});
