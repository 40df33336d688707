import type { Site } from '@service/billing/resources/site.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formIn, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, operatorBrowser, WITH_CONSOLE } from './browser.ts';
import { enrolled, hired, invited, overHttps, PASSWORD, startProduction } from './production.ts';

const HOUR = 3600;

let service: TestService;
let site: Site;
/** Everything that may be in no line and no entry. */
const secrets: string[] = [PASSWORD];

beforeAll(async () => {
  ({ service, site } = await startProduction());
});
afterAll(() => service.close());

const browserAt = (address?: string) => operatorBrowser(service, overHttps(address));

const linkFor = async (email: string): Promise<string> => {
  const link = await invited(service, email, site, 'admin');
  secrets.push(link.split('/').at(-1) ?? '');
  return link;
};

const entries = () => service.service.opened.storage.of(site.id).auditLog.list({}, 500);

describe('before the first operator', () => {
  test('the console answers 503, and the log has the command that invites one', async () => {
    for (const path of ['/', '/sign-in', '/customers', '/none']) {
      const { status, html } = await browserAt().get(path);
      expect([status, textIn(html)], path).toEqual([503, expect.stringContaining('npm run operator -- invite')]);
    }
    expect((await browserAt().post('/sign-in', { email: 'ada@example.com', password: 'x' })).status).toBe(503);
    expect(service.logged.join('')).toContain('npm run operator -- invite you@example.com --site <subdomain>');
  });

  test('an invitation opens it, at once', async () => {
    const link = await linkFor('first@example.com');
    expect((await browserAt().get(link)).status).toBe(200);
  });
});

test('no page is served over plain HTTP beside a production site, that of signing in included', async () => {
  const plain = operatorBrowser(service, { ...overHttps(), 'X-Forwarded-Proto': 'http' });
  for (const path of ['/', '/sign-in', '/customers', await linkFor('plain@example.com')]) {
    const { status, html } = await plain.get(path);
    expect([status, textIn(html)], path).toEqual([403, expect.stringContaining('This console needs HTTPS')]);
  }
  expect((await plain.post('/sign-in', { email: 'first@example.com', password: PASSWORD })).status).toBe(403);
});

describe('an invitation', () => {
  test('is used once, also by a browser that shows it, and an opened link stays usable', async () => {
    const link = await linkFor('ada@example.com');
    for (const _ of [1, 2]) expect(textIn((await browserAt().get(link)).html)).toContain('ada@example.com');
    const tooShort = await browserAt().post(link, { password: 'short' });
    expect([tooShort.status, textIn(tooShort.html)]).toEqual([422, expect.stringContaining('The password')]);
    const { browser } = await hired(service, link);
    expect((await browser.get('/')).status).toBe(200);
    const [again, sent] = [await browserAt().get(link), await browserAt().post(link, { password: PASSWORD })];
    expect([again.status, sent.status]).toEqual([404, 404]);
    expect(sent.headers.getSetCookie()).toEqual([]);
  });

  test('is valid for 72 hours', async () => {
    const link = await linkFor('late@example.com');
    service.clock.advance({ seconds: 72 * HOUR - 1 });
    expect((await browserAt().get(link)).status).toBe(200);
    service.clock.advance({ seconds: 1 });
    expect((await browserAt().get(link)).status).toBe(404);
    expect((await browserAt().post(link, { password: PASSWORD })).status).toBe(404);
  });

  test('is replaced by a newer one', async () => {
    const [first, second] = [await linkFor('twice@example.com'), await linkFor('twice@example.com')];
    expect([(await browserAt().get(first)).status, (await browserAt().get(second)).status]).toEqual([404, 200]);
  });
});

describe('a second factor', () => {
  test('must be set up before any page is shown, and is asked for with each password', async () => {
    const browser = browserAt();
    expect((await browser.post(await linkFor('bob@example.com'), { password: PASSWORD })).location).toBe('/');
    const asked = await browser.get('/customers');
    expect(asked.location).toBe('/sign-in/enrol?to=%2Fcustomers');
    const page = await browser.get(asked.location);
    const wrong = await browser.post('/sign-in/enrol', { ...formIn(page.html, '/sign-in/enrol'), code: '000000' });
    expect([wrong.status, (await browser.get('/customers')).status]).toEqual([422, 303]);
    const { html, sent } = await enrolled(browser, service.clock.now());
    secrets.push(/secret=(\w+)/.exec(html)?.[1] ?? '', formIn(html, '/sign-in/enrol').sealed ?? '');
    expect([sent.status, (await browser.get('/customers')).status]).toEqual([303, 200]);
  });

  test('is good once, and a password alone opens nothing', async () => {
    const { browser, code } = await hired(service, await linkFor('carol@example.com'));
    expect((await browser.get('/customers')).status).toBe(200);
    const next = browserAt();
    service.clock.advance({ seconds: 60 });
    await next.post('/sign-in', { email: 'carol@example.com', password: PASSWORD });
    for (const path of ['/', '/customers', '/profile'])
      expect((await next.get(path)).location, path).toMatch(/^\/sign-in\/second-factor/);
    const now = code(service.clock.now());
    secrets.push(now);
    expect((await next.submit('/sign-in/second-factor', { code: now })).location).toBe('/');
    expect((await next.get('/')).status).toBe(200);
    const other = browserAt();
    await other.post('/sign-in', { email: 'carol@example.com', password: PASSWORD });
    expect((await other.submit('/sign-in/second-factor', { code: now })).status).toBe(422);
  });
});

describe('a session', () => {
  test('ends after half an hour without a request', async () => {
    const { browser } = await hired(service, await linkFor('idle@example.com'));
    service.clock.advance({ seconds: HOUR / 2 - 60 });
    expect((await browser.get('/')).status).toBe(200);
    service.clock.advance({ seconds: HOUR / 2 });
    expect((await browser.get('/')).location).toBe('/sign-in');
  });

  test('ends after twelve hours although it is used', async () => {
    const { browser } = await hired(service, await linkFor('busy@example.com'));
    for (let used = 0; used < 12 * HOUR; used += HOUR / 4) {
      expect((await browser.get('/')).status).toBe(200);
      service.clock.advance({ seconds: HOUR / 4 });
    }
    expect((await browser.get('/')).location).toBe('/sign-in');
  });

  test('has a cookie that is sent over HTTPS only', async () => {
    const { browser } = await hired(service, await linkFor('cookie@example.com'));
    expect(browser.cookie()).toMatch(/^__Secure-console_session=/);
  });
});

describe('failed attempts', () => {
  test('lock an operator out, known or not, and the right password too', async () => {
    await hired(service, await linkFor('dora@example.com'));
    for (const email of ['dora@example.com', 'unknown@example.com']) {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const { status, html } = await browserAt('198.51.100.9').post('/sign-in', { email, password: 'wrong' });
        expect([status, textIn(html)]).toEqual([
          422,
          expect.stringContaining('email address or the password is wrong'),
        ]);
      }
      const locked = await browserAt('203.0.113.9').post('/sign-in', { email, password: PASSWORD });
      expect([locked.status, textIn(locked.html)]).toEqual([422, expect.stringContaining('too many failed attempts')]);
      expect(locked.headers.getSetCookie()).toEqual([]);
    }
    service.clock.advance({ seconds: HOUR });
    expect((await browserAt().post('/sign-in', { email: 'dora@example.com', password: PASSWORD })).status).toBe(303);
  });
});

test('no secret, password, code or link is in a line of the log or in an entry of the audit log', async () => {
  const written = `${service.logged.join('\n')}\n${JSON.stringify(await entries())}`;
  expect(secrets.length).toBeGreaterThan(10);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    expect(written).not.toContain(secret);
  }
  expect(written).not.toMatch(/console_session|form_key|\$argon2/);
  // Entries and lines are there at all.
  expect(written).toContain('operator.signed_in');
  expect(written).toContain('console sign-in');
});

describe('settings', () => {
  test('CONSOLE_READ_ONLY leaves everything to see, and refuses every change', async () => {
    const reading = await startTestService({ env: { ...WITH_CONSOLE, CONSOLE_READ_ONLY: '1' } });
    try {
      const owner = await demoOwner(reading);
      const { status, html } = await owner.get('/keys');
      expect([status, html]).toEqual([200, expect.not.stringContaining('/keys/create')]);
      expect((await owner.get('/keys/create')).status).toBe(403);
      const form_key = /name="form_key" value="([^"]*)"/.exec(html)?.[1] ?? '';
      const form = { form_key, form_id: 'abcdefghijklmnopqrstuvwx', name: 'Written' };
      expect((await owner.post('/keys/create', form)).status).toBe(403);
      expect((await owner.get('/keys')).html).not.toContain('Written');
    } finally {
      await reading.close();
    }
  });

  test('CONSOLE_NETWORKS refuses everyone else, before a password is looked at', async () => {
    const { service: guarded } = await startProduction({ CONSOLE_NETWORKS: '192.0.2.0/24, 2001:db8::/32' });
    try {
      for (const [address, status] of [
        ['192.0.2.200', 503],
        ['2001:db8::7', 503],
        ['198.51.100.1', 403],
        ['2001:db9::7', 403],
      ] as const) {
        const browser = operatorBrowser(guarded, overHttps(address));
        expect((await browser.get('/sign-in')).status, address).toBe(status);
        expect((await browser.post('/sign-in', { email: 'a@example.com', password: 'x' })).status, address).toBe(
          status,
        );
      }
    } finally {
      await guarded.close();
    }
  });

  test('each address has a limit of sign-in forms, and one of passkeys', async () => {
    const limited = await startTestService({ env: WITH_CONSOLE });
    try {
      const browser = operatorBrowser(limited);
      for (const path of ['/sign-in/demo', '/sign-in/passkey/options']) {
        const answers: number[] = [];
        for (let request = 0; request < 121; request += 1) answers.push((await browser.post(path, {})).status);
        expect(answers.slice(0, 120)).not.toContain(429);
        expect(answers.at(-1), path).toBe(429);
      }
      limited.clock.advance({ seconds: 61 });
      expect((await browser.post('/sign-in/demo', {})).status).toBe(303);
    } finally {
      await limited.close();
    }
  });
});
