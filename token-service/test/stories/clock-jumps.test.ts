import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeWithRedis } from '../../src/adapters/redis/redis.fixture.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../service.ts';

const account = (token: string) =>
  `<account><account_code>${crypto.randomUUID()}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>`;

const keepsTimeThroughJumps = (options: () => TestServiceOptions): void => {
  let service: TestService;
  beforeEach(async () => {
    service = await startTestService({ ...options(), env: { RATE_LIMIT: '1', ...options().env } });
  });
  afterEach(() => service.close());

  const redeem = async (token: string) => (await service.api('POST', '/v2/accounts', account(token))).status;
  const list = () => service.api('GET', '/v2/accounts');

  test.each([1, -1])('a token lives for twenty minutes when the clock jumps by %i hours and back', async (hours) => {
    const [kept, late] = [await service.token(), await service.token()];
    service.clock.jump({ hours });
    const between = await service.token();
    expect(await redeem(kept)).toBe(201);
    service.clock.jump({ hours: -hours });
    service.clock.advance({ minutes: 20 });
    expect(await redeem(late)).toBe(404);
    expect(await redeem(between)).toBe(404);
  });

  test('a rate window ends on time when the clock jumps forward and back', async () => {
    service.clock.jump({ hours: 1 });
    for (let i = 0; i < 5; i += 1) expect((await list()).status).toBe(200);
    service.clock.jump({ hours: -1 });
    const refused = await list();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '300']);
    expect(refused.headers.get('X-RateLimit-Reset')).toBe(String(service.clock.now() / 1000 + 300));
    service.clock.advance({ minutes: 5 });
    expect((await list()).status).toBe(200);
  });

  test('a forward jump does not reset a rate window', async () => {
    for (let i = 0; i < 5; i += 1) await list();
    service.clock.jump({ hours: 1 });
    expect((await list()).status).toBe(429);
  });
};

describe('a service whose system clock jumps', () => keepsTimeThroughJumps(() => ({})));

await describeWithRedis('processes with Redis whose system clock jumps', (redis) => {
  const TOKEN_STORE_KEY = randomBytes(32).toString('base64');
  keepsTimeThroughJumps(() => ({
    env: { TOKEN_STORE_URL: `redis://${redis.options.host}:${redis.options.port}`, TOKEN_STORE_KEY },
  }));
});
