import { afterEach, beforeEach, expect, test } from 'vitest';
import { startOpenIdProvider } from './open-id.fixture.ts';
import { openIdProvider } from './open-id-provider.ts';

const ORIGIN = 'https://console.example.com';

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
beforeEach(async () => {
  provider = await startOpenIdProvider({ id: 'console', secret: 'client-secret' });
});
afterEach(() => provider.close());

const open = (clientSecret = 'client-secret') => {
  const lines: unknown[] = [];
  const log = { warn: (fields: unknown) => void lines.push(fields) };
  return { ...openIdProvider({ ...provider, clientSecret }, ORIGIN, log), lines };
};

test('a browser is sent to the provider with PKCE, and comes back with an identity', async () => {
  const { begin, finish } = open();
  const { url, held } = await begin({ fresh: false });
  const asked = new URL(url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    client_id: 'console',
    redirect_uri: `${ORIGIN}/sign-in/callback`,
    code_challenge_method: 'S256',
    max_age: '300',
  });
  expect(asked.get('prompt')).toBeNull();
  expect(new URL((await begin({ fresh: true })).url).searchParams.get('prompt')).toBe('login');
  const back = provider.visit(url);
  expect(await finish(back, held)).toEqual({ email: 'ada@example.com', groups: ['admins'] });
  // A code is good for one sign-in.
  expect(await finish(back, held)).toBeUndefined();
});

test('a response is of use to the browser only that began the sign-in', async () => {
  const { begin, finish, lines } = open();
  const [own, other] = [await begin({ fresh: false }), await begin({ fresh: false })];
  expect(await finish(provider.visit(own.url), other.held)).toBeUndefined();
  for (const held of ['', 'nonsense', Buffer.from('{"state":1}').toString('base64url')])
    expect(await finish(provider.visit(own.url), held)).toBeUndefined();
  const denied = new URL(`${ORIGIN}/sign-in/callback`);
  denied.search = `error=access_denied&state=${new URL(own.url).searchParams.get('state')}`;
  expect(await finish(denied, own.held)).toBeUndefined();
  expect(JSON.stringify(lines)).toContain('access_denied');
});

test('a person who proved who they are long ago, or of whom it is not known when, is not signed in', async () => {
  const { begin, finish, lines } = open();
  const signIn = async (auth_time: number | undefined) => {
    provider.person = { email: 'ada@example.com', groups: ['admins'], auth_time };
    const { url, held } = await begin({ fresh: true });
    return finish(provider.visit(url), held);
  };
  const now = Math.floor(Date.now() / 1000);
  expect(await signIn(now - 200)).toMatchObject({ email: 'ada@example.com' });
  expect(await signIn(now - 400)).toBeUndefined();
  expect(await signIn(undefined)).toBeUndefined();
  expect(JSON.stringify(lines)).toMatch(/OAUTH_JWT_TIMESTAMP_CHECK_FAILED.*OAUTH_INVALID_RESPONSE/);
});

test('claims that the ID token lacks are asked for, and an address that is not verified is none', async () => {
  provider.person = {};
  provider.more = { email: 'bob@example.com', groups: 'help' };
  const { begin, finish } = open();
  const signIn = async () => {
    const { url, held } = await begin({ fresh: false });
    return finish(provider.visit(url), held);
  };
  expect(await signIn()).toEqual({ email: 'bob@example.com', groups: ['help'] });
  provider.person = { email: 'bob@example.com', email_verified: false, groups: [1, 'help', null] };
  expect(await signIn()).toEqual({ email: undefined, groups: ['help'] });
});

test('a provider that does not respond is no refusal, and is asked again later', async () => {
  provider.isBroken = true;
  const { begin, finish, lines } = open();
  await expect(begin({ fresh: false })).rejects.toMatchObject({ symbol: 'service_unavailable' });
  provider.isBroken = false;
  const { url, held } = await begin({ fresh: false });
  const back = provider.visit(url);
  await provider.close();
  await expect(finish(back, held)).rejects.toMatchObject({ symbol: 'service_unavailable' });
  expect(JSON.stringify(lines)).not.toContain('client-secret');
});

test('another client secret signs in no one', async () => {
  const { begin, finish } = open('another-secret');
  const { url, held } = await begin({ fresh: false });
  expect(await finish(provider.visit(url), held)).toBeUndefined();
});
