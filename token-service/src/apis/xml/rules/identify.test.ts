import { expect, onTestFinished, test } from 'vitest';
import { basic, call } from '../../../../test/common-rules/call.ts';
import { openFakeService } from '../../../../test/common-rules/fake-service.ts';
import { memorySites, PUBLIC_KEY } from '../../../../test/common-rules/memory-sites.ts';
import { ADDRESS_REQUESTS_PER_MINUTE, anonymousLimits } from '../../../http/limits/anonymous.ts';
import { memoryLimiter } from '../../../http/limits/memory-limiter.ts';

/** A service that answers five requests a minute without a valid key, and the keys that were looked up. */
const openService = async () => {
  const known = memorySites();
  const lookUps: string[] = [];
  let elapsed = 1000;
  const service = await openFakeService({
    sites: {
      ...known.sites,
      byPrivateKey: (key, now) => {
        lookUps.push(key);
        return known.sites.byPrivateKey(key, now);
      },
    },
    anonymous: anonymousLimits(memoryLimiter({ elapsed: () => elapsed }), {
      ...ADDRESS_REQUESTS_PER_MINUTE,
      docs: 5,
      files: 5,
      unauthorized: 5,
    }),
  });
  onTestFinished(() => service.close());
  const ask = async (key?: string, path = '/v2/accounts') => {
    const Authorization = key === undefined ? undefined : basic(`${key}:`);
    return call(service.baseUrl, { path, headers: { Authorization, Accept: 'application/xml' } });
  };
  return {
    ask,
    lookUps,
    openSite: () => known.open().private,
    pass: (seconds: number) => {
      elapsed += seconds * 1000;
    },
  };
};

test.each([
  ['no key', undefined, '/v2/accounts', 401],
  ['an unknown key', 'unknown', '/v2/accounts', 401],
  ['an unknown path', undefined, '/v2/nothing', 404],
])('an address that sends %s too often is refused before anything is looked up', async (_, key, path, status) => {
  const { ask, lookUps, pass } = await openService();
  for (let n = 0; n < 5; n += 1) expect((await ask(key, path)).status).toBe(status);
  const before = lookUps.length;
  const refused = await ask(key, path);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  expect(refused.body).toContain('Too many requests from your address. Try again in 60 seconds.');
  expect(lookUps).toHaveLength(before);
  pass(60);
  expect((await ask(key, path)).status).toBe(status);
});

test('a public key is named as such, not as an unknown one', async () => {
  const { ask } = await openService();
  const refused = await ask(PUBLIC_KEY);
  expect(refused.status).toBe(401);
  expect(refused.body).toContain('This is a public key, which is for the browser. Send a private key');
  expect((await ask('unknown')).body).toContain('The API key is missing or not valid.');
});

test('a key that was valid lately works from an address that sends wrong ones', async () => {
  const { ask, openSite } = await openService();
  const [known, fresh] = [openSite(), openSite()];
  expect((await ask(known)).status).toBe(200);
  for (let n = 0; n < 6; n += 1) await ask('wrong');
  expect((await ask('wrong')).status).toBe(429);
  expect((await ask(known)).status).toBe(200);
  expect((await ask(fresh)).status).toBe(429);
});

test('requests with a valid key are not counted', async () => {
  const { ask, openSite } = await openService();
  const key = openSite();
  for (let n = 0; n < 10; n += 1) expect((await ask(key)).status).toBe(200);
  expect((await ask()).status).toBe(401);
});
