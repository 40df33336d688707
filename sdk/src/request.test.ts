import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requests } from './request.ts';

const CONFIG = { publicKey: 'key', api: 'https://pay.example/js/v1', timeout: 5000 } as Parameters<typeof requests>[0];

const serve = (...answers: (string | Error | 'never')[]) => {
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const answer = answers.shift();
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer !== 'never') return Promise.resolve(new Response(answer, { status: 200 }));
    return new Promise((_, reject) => {
      const { signal } = init;
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const lifetime = new AbortController();
  return { calls, lifetime, ...requests(CONFIG, lifetime.signal) };
};

beforeEach(() => {
  vi.useFakeTimers();
  // The time-outs of the platform do not know the fake clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(), ms);
    return late.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a GET has its parameters, the key and the version, and no cookie or referrer', async () => {
  const { get, calls } = serve('{"bank_name":"First"}');
  expect(await get('bank', { routing_number: '1 2' })).toEqual({ bank_name: 'First' });
  expect(calls[0]?.url).toMatch(/^https:\/\/pay\.example\/js\/v1\/bank\?routing_number=1\+2&key=key&version=[\d.]+$/);
  expect(calls[0]?.init).toMatchObject({
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
});

test('posted data is neither in the address nor in caches', async () => {
  const { post, calls } = serve('{"id":"a"}');
  await post('tokens', { account_number: '1' });
  expect(calls[0]).toMatchObject({
    url: 'https://pay.example/js/v1/tokens',
    init: { method: 'POST', cache: 'no-store' },
  });
  expect(String(calls[0]?.init.body)).toMatch(/^account_number=1&key=key&version=/);
});

test('an error of the service keeps its code', async () => {
  const { get } = serve('{"error":{"code":"invalid-routing-number","message":"No bank.","fields":["routing_number"]}}');
  await expect(get('bank', {})).rejects.toMatchObject({
    name: 'api-error',
    code: 'invalid-routing-number',
    message: 'No bank.',
    fields: ['routing_number'],
    details: [],
    classification: 'customer',
  });
});

test('an empty answer is valid; two answers that are not JSON are an error', async () => {
  const { get, post } = serve('', '<html>', '<html>', '<html>');
  expect(await get('bank', {})).toBeUndefined();
  await expect(get('bank', {})).rejects.toMatchObject({ code: 'api-error' });
  await expect(post('tokens', {})).rejects.toMatchObject({ code: 'api-error' });
});

test('a GET is retried once if the network fails; a POST never is', async () => {
  const down = new TypeError('Failed to fetch');
  const response = serve(down, '{}');
  await response.get('bank', {});
  expect(response.calls).toHaveLength(2);

  const askedInVain = serve(down, down);
  await expect(askedInVain.get('bank', {})).rejects.toMatchObject({ name: 'api-error', code: 'api-error' });
  expect(askedInVain.calls).toHaveLength(2);

  const posted = serve(down);
  await expect(posted.post('tokens', {})).rejects.toMatchObject({ code: 'api-error' });
  expect(posted.calls).toHaveLength(1);
});

test('a request times out', async () => {
  const { get } = serve('never');
  const answer = expect(get('bank', {})).rejects.toMatchObject({ name: 'api-error', code: 'api-timeout' });
  await vi.advanceTimersByTimeAsync(5000);
  await answer;
});

test('a request is aborted with the instance, for the same reason', async () => {
  const { post, get, lifetime } = serve('never', 'never');
  const answer = expect(post('tokens', {})).rejects.toThrow('destroyed');
  lifetime.abort(new Error('destroyed'));
  await answer;
  await expect(get('bank', {})).rejects.toThrow('destroyed');
});
