import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { runInNewContext } from 'node:vm';
import { Failure } from '@service/billing/values/failure.ts';
import { CHALLENGE_TEXT_NAMES } from '@service/sdk/texts/challenge-texts.ts';
import { LANGUAGES } from '@service/sdk/texts/language.ts';
import { describe, expect, test } from 'vitest';
import { CHALLENGE_TEXTS, replaceableChallengeTexts } from '../../../documents/messages/challenge-texts.ts';
import { NO_ACTIONS, openBrowserOrigin } from '../browser-origin.fixture.ts';
import { CHALLENGE_DOCUMENT } from './challenge-document.ts';
import type { PaymentActions } from './challenges.ts';

const ID = 'action-token-of-22-chars';
const KEY = { key: 'demo-public-key', version: '1.2.3' };

type Answers = Partial<Record<'read' | 'start' | 'finish', object | 'not_found' | 'three_d_secure_failed'>>;

/** Payment actions that answer as a test says, and record who asked. */
const openActions = async (answers: Answers = {}) => {
  const requests: object[] = [];
  const useCase = (name: keyof Answers) => async (caller: { site: { id: string }; at: number }, input: object) => {
    requests.push({ name, site: caller.site.id, at: caller.at, ...input });
    const answer = answers[name];
    if (answer === undefined) return NO_ACTIONS[name](caller as never, input as never);
    if (typeof answer === 'string') throw new Failure(answer as 'not_found');
    return answer as never;
  };
  const actions = {
    read: useCase('read'),
    start: useCase('start'),
    finish: useCase('finish'),
  } as never as PaymentActions;
  const origin = await openBrowserOrigin({ actions });
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await origin.post(`/js/v1/three_d_secure/${path}`, { ...KEY, ...fields }, { headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return { ...origin, requests, post };
};

describe('an action token', () => {
  test('is read with its state', async () => {
    const { url, requests } = await openActions({ read: { id: ID, state: 'waiting', gateway_type: 'test' } });
    const response = await fetch(`${url}/js/v1/tokens/${ID}?${new URLSearchParams(KEY)}`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { id: ID, type: 'three_d_secure_action', state: 'waiting' },
    ]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(requests).toEqual([{ name: 'read', site: 'demo', at: Date.UTC(2026, 2, 15, 12) / 1000, id: ID }]);
  });

  test('that is unknown or of another site is not found', async () => {
    const { url } = await openActions({ read: 'not_found' });
    const response = await fetch(`${url}/js/v1/tokens/${ID}?${new URLSearchParams(KEY)}`);
    expect([response.status, (await response.json()).error.code]).toEqual([404, 'not-found']);
  });
});

describe('a challenge', () => {
  test("starts with the address of the bank's page, or with nothing to show", async () => {
    const bank = await openActions({ start: { url: 'https://bank.example/3ds' } });
    const started = await bank.post('start', { action_token_id: ID });
    expect([started.status, started.body]).toEqual([200, { url: 'https://bank.example/3ds' }]);
    const confirmed = await openActions({ start: { url: null } });
    expect((await confirmed.post('start', { action_token_id: ID })).body).toEqual({ url: null });
  });

  test('ends with a result token', async () => {
    const { post } = await openActions({ finish: { result_token: 'result' } });
    const { status, body } = await post('results', { action_token_id: ID });
    expect([status, body]).toEqual([200, { id: 'result', type: 'three_d_secure_action_result' }]);
  });

  test.each([
    ['not_found', 404, 'not-found'],
    ['three_d_secure_failed', 422, 'three-d-secure-failed'],
    ['three_d_secure_pending', 409, 'three-d-secure-pending'],
    ['service_unavailable', 503, 'api-error'],
  ] as const)('that is %s answers %i', async (symbol, status, code) => {
    const { post } = await openActions({ finish: symbol as 'not_found' });
    const answer = await post('results', { action_token_id: ID });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('without an action token, or with one that is too long, reaches no use case', async () => {
    const { post, requests } = await openActions({ start: { url: null } });
    for (const action_token_id of ['', 'x'.repeat(201)]) {
      expect((await post('start', { action_token_id })).status).toBe(404);
    }
    expect(requests).toEqual([]);
  });

  test('is refused to pages of other origins, whose scripts cannot read it either', async () => {
    const { url, requests } = await openActions({ start: { url: null } });
    const status = await new Promise((resolve) => {
      const { port } = new URL(url);
      const path = '/js/v1/three_d_secure/start';
      const headers = { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/x-www-form-urlencoded' };
      request({ port, path, method: 'POST', headers }, (response) => {
        expect(response.headers).not.toHaveProperty('access-control-allow-origin');
        response.resume();
        resolve(response.statusCode);
      }).end(new URLSearchParams({ ...KEY, action_token_id: ID }).toString());
    });
    expect([status, requests]).toEqual([403, []]);
  });

  test('is limited per address', async () => {
    const { post } = await openActions({ start: { url: null } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 122; attempt++)
      statuses.push((await post('start', { action_token_id: ID })).status);
    expect(new Set(statuses.slice(0, 120))).toEqual(new Set([200]));
    expect(statuses.slice(120)).toEqual([429, 429]);
  });
});

describe('the document of a challenge', () => {
  test('runs nothing but its own script, and may embed banks over TLS', async () => {
    const { url } = await openBrowserOrigin({ settings: { version: '1', secure: true } });
    const response = await fetch(`${url}/js/v1/three-d-secure.html`);
    const html = await response.text();
    const hash = (tag: string) => {
      const [, text = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html) ?? [];
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain(`${hash('script')}; style-src ${hash('style')};`);
    expect(policy).toContain("frame-src 'self' https:;");
    expect(policy).toContain('frame-ancestors https:;');
    expect(policy).toContain("form-action 'none'");
    expect(response.headers.get('Permissions-Policy')).toMatch(/camera=\(\).*payment=\*/);
    expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    expect(html).not.toMatch(/ (style|on\w+)="/);
  });

  test('may embed a bank on this machine while the service runs without TLS', async () => {
    const { url } = await openBrowserOrigin();
    const { headers } = await fetch(`${url}/js/v1/three-d-secure.html`);
    expect(headers.get('Content-Security-Policy')).toContain(
      "frame-src 'self' https: http://localhost:* http://127.0.0.1:*;",
    );
  });

  test.each(LANGUAGES)('has each text in %s, and none that is left in English', (language) => {
    const [texts, english] = [Object.entries(CHALLENGE_TEXTS[language]), Object.entries(CHALLENGE_TEXTS.en)];
    expect(texts.map(([name]) => name)).toEqual(english.map(([name]) => name));
    expect(texts.filter(([, text]) => !text.trim())).toEqual([]);
    const same = texts.filter(([, text]) => english.some(([, other]) => text === other));
    expect(same.length).toBe(language === 'en' ? english.length : 0);
  });

  test('chooses the language as the payment form does', () => {
    const [, source = ''] = /const chooseLanguage = ([\s\S]*?\n\});/.exec(CHALLENGE_DOCUMENT) ?? [];
    const choose = runInNewContext(`(${source})`) as (wanted: string[], known: string[]) => string;
    expect(choose(['zh-TW', 'en'], Object.keys(CHALLENGE_TEXTS))).toBe('zh-Hant');
  });

  test('is returned to by an address whose query string is neither read nor logged', async () => {
    const { url, lines } = await openBrowserOrigin();
    const plain = await (await fetch(`${url}/js/v1/three_d_secure/return`)).text();
    const response = await fetch(`${url}/js/v1/three_d_secure/return?payment_intent_client_secret=planted`);
    expect(await response.text()).toBe(plain);
    expect(JSON.stringify(lines)).not.toContain('planted');
    expect(lines.at(-1)).toMatchObject({ route: 'challenge return', status: 200 });
  });
});

describe('the page of the test bank', () => {
  const PAYMENT = {
    amount_in_cents: 2450,
    currency: 'EUR',
    descriptor: '<Tideline>',
    return_url: 'http://localhost/js/v1/three_d_secure/return',
  };

  const openBank = async () => {
    const decisions: string[] = [];
    const payment = () => ({ ...PAYMENT, state: decisions.length ? ('confirmed' as const) : ('waiting' as const) });
    const origin = await openBrowserOrigin({
      testBank: {
        read: async (token) => (token === 'known/token' ? payment() : undefined),
        decide: async (token, decision) => {
          decisions.push(`${token} ${decision}`);
          return token === 'known/token' ? payment() : undefined;
        },
      },
    });
    const address = (token: string) => `${origin.url}/js/v1/three_d_secure/test-bank/${encodeURIComponent(token)}`;
    const decide = (token: string, decision: string) =>
      fetch(address(token), { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
    return { ...origin, decisions, address, decide };
  };

  test('shows amount and merchant, and runs no script', async () => {
    const { address } = await openBank();
    const response = await fetch(address('known/token'));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('€24.50');
    expect(html).toContain('&lt;Tideline&gt;');
    expect(html).not.toContain('<script');
    expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'; style-src 'sha256-.*'/);
  });

  test.each(['confirm', 'refuse'])('records the decision to %s, and returns the browser', async (decision) => {
    const { decide, decisions } = await openBank();
    const response = await decide('known/token', decision);
    expect([response.status, response.headers.get('Location')]).toEqual([303, PAYMENT.return_url]);
    expect(decisions).toEqual([`known/token ${decision}`]);
  });

  test('returns the browser at once when it has been decided', async () => {
    const { decide, address } = await openBank();
    await decide('known/token', 'confirm');
    expect((await fetch(address('known/token'), { redirect: 'manual' })).status).toBe(303);
  });

  test('knows neither other tokens nor other decisions', async () => {
    const { decide, address, decisions } = await openBank();
    expect((await fetch(address('another'))).status).toBe(404);
    expect((await decide('another', 'confirm')).status).toBe(404);
    expect((await decide('known/token', 'think')).status).toBe(400);
    expect((await fetch(address('known/token'), { method: 'DELETE' })).status).toBe(405);
    expect(decisions).toEqual(['another confirm']);
  });
});

test('the library replaces the same texts as the settings of a site', () => {
  const names = Object.keys(replaceableChallengeTexts('en')).map((name) => `challenge_${name}`);
  expect([...CHALLENGE_TEXT_NAMES].sort()).toEqual(names.sort());
});
