import { randomBytes } from 'node:crypto';
import type { Role } from '@service/billing/domain/operators/permissions.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { inviteOperator } from '@service/billing/usecases/operators/invite-operator.ts';
import { type TOTP, URI } from 'otpauth';
import { digest } from '../../src/runtime/digest.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { formIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../service.ts';
import { type OperatorBrowser, operatorBrowser, WITH_CONSOLE } from './browser.ts';

export const CONSOLE_URL = 'https://console.example.com';
export const PASSWORD = 'a long walk by the sea';

/** Headers of a proxy that was reached over HTTPS. */
export const overHttps = (address = '192.0.2.7'): Readonly<Record<string, string>> => ({
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-For': address,
  'X-Forwarded-Host': new URL(CONSOLE_URL).host,
});

/** A service behind a proxy, with one production site and without demo keys. */
export const startProduction = async (env: TestServiceOptions['env'] = {}) => {
  const service = await startTestService({
    env: {
      ...WITH_CONSOLE,
      CONSOLE_URL,
      TRUST_PROXY: '1',
      RATE_LIMIT: 'off',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      ...env,
    },
  });
  const { site } = await service.openSite({ subdomain: 'live', mode: 'production' });
  return { service, site };
};

/** Invites from the command line. Returns the path of the link. */
export const invited = async ({ service, clock }: TestService, email: string, site: Site, role: Role) => {
  const deps = { operators: service.opened.operators, world: openWorld(clock), digest };
  const editor = { actor: 'command line:ada', correlation: 'c', standing: 'command line' } as const;
  const { secret } = await inviteOperator(deps)(editor, { email, site, role });
  return `/invitation/${secret ?? ''}`;
};

/** Returns what an authenticator app shows for the key on a page, at a moment. */
const appOf = (html: string): ((at: number) => string) => {
  const uri = /href="(otpauth:[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const totp = URI.parse(uri) as TOTP;
  return (at) => totp.generate({ timestamp: at });
};

/** Opens the page that sets up an authenticator app, and sends the code of its key, which each opening replaces. */
export const enrolled = async (browser: OperatorBrowser, now: number) => {
  const { html } = await browser.get('/sign-in/enrol');
  const code = appOf(html);
  const sent = await browser.post('/sign-in/enrol', { ...formIn(html, '/sign-in/enrol'), code: code(now) });
  return { html, code, sent };
};

/** Accepts a link with `PASSWORD`, and sets up an authenticator app. */
export const hired = async (service: TestService, link: string, address?: string) => {
  const browser: OperatorBrowser = operatorBrowser(service, overHttps(address));
  await browser.post(link, { password: PASSWORD });
  const { code } = await enrolled(browser, service.clock.now());
  return { browser, code };
};
