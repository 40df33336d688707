import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { describeWithRedis, REDIS_URL } from '../../src/adapters/redis/redis.fixture.ts';
import { openProxy } from '../../src/http/proxy.fixture.ts';
import { startMailServer } from '../mail-server.ts';
import { fresh, GOOD_CARD, startTestService } from '../service.ts';
import { ask, untilHealth } from './ask.ts';
import { samples } from './scrape.ts';

await describeWithRedis('a service whose Redis stops', () => {
  test('refuses tokens, serves everything else, reports the failure at /health and by mail, and recovers by itself', async () => {
    const [proxy, mail] = [await openProxy(REDIS_URL), await startMailServer()];
    onTestFinished(() => proxy.stop());
    onTestFinished(() => mail.close());
    const TOKEN_STORE_KEY = randomBytes(32).toString('base64');
    const service = await startTestService({
      env: { TOKEN_STORE_URL: proxy.url, TOKEN_STORE_KEY, SMTP_URL: mail.url },
    });
    onTestFinished(() => service.close());
    const shop = await service.openSite({ mode: 'production', technical_contact: 'ops@shop.example' });
    const { apiUrl, browserUrl } = service;

    for (const url of [apiUrl, browserUrl]) expect((await ask(`${url}/health`)).body).toEqual({ status: 'ok' });
    await service.token();
    expect(await samples(apiUrl, 'billing_redis_up')).toEqual({ '': 1 });
    expect((await samples(apiUrl, 'billing_tokens_live'))['']).toBeGreaterThan(0);

    await proxy.stop();
    for (const url of [apiUrl, browserUrl]) {
      expect(await untilHealth(url, 'degraded')).toMatchObject({
        status: 200,
        body: { status: 'degraded', degraded: ['token_store', 'rate_limits', 'attempt_limits'] },
      });
    }
    expect(await samples(apiUrl, 'billing_redis_up')).toEqual({ '': 0 });
    expect(service.logged.some((line) => line.includes('Redis does not answer'))).toBe(true);
    service.clock.advance({ seconds: 30 });
    await service.service.mail?.idle();
    expect(mail.received.map(({ to, subject }) => [to, subject])).toEqual([
      [['ops@shop.example'], `The token store does not work: ${shop.site.subdomain}`],
    ]);
    const refused = await fetch(`${browserUrl}/js/v1/token`, {
      method: 'POST',
      body: new URLSearchParams({ key: DEMO_KEYS.public, version: '0.1.0', ...GOOD_CARD }),
    });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await ask(`${browserUrl}/js/v1/bank?key=${DEMO_KEYS.public}&routing_number=123456780`)).toMatchObject({
      status: 200,
    });
    const created = await service.api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${fresh('redis')}</account_code></account>`,
    );
    expect(created.status).toBe(201);

    await proxy.start();
    for (const url of [apiUrl, browserUrl]) await untilHealth(url, 'ok');
    expect(await service.token()).toBeTruthy();
  });
});
