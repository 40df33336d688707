import type { Site } from '@service/billing/resources/site.ts';
import { changeSite } from '@service/billing/usecases/sites/change-site.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logoFileOf } from '../../src/documents/brand/logo-file.ts';
import { pngOf } from '../../src/documents/brand/png.fixture.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { startTestService, type TestService } from '../service.ts';
import { browserOf, newCustomer, textIn } from './customer.ts';

const LOGO = pngOf(240, 64);

describe('the brand of a merchant', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    const { opened } = service.service;
    const operator = { actor: 'test', correlation: 'test' };
    await changeSite({ ...opened, world: openWorld(service.clock) })(operator, 'demo', {
      logo: logoFileOf(LOGO),
      brand_color: '#ffd400',
      brand_font: 'lora',
      shop_url: 'https://shop.example/start',
      return_origins: ['https://app.shop.example'],
      privacy_url: 'https://shop.example/privacy',
      terms_url: 'https://shop.example/terms',
    });
  });
  afterAll(() => service?.close());
  const changed = (changes: Partial<Site>) => service.changeDemoSite(changes);

  it('is on every page: logo, colour, font, and links to the pages of the shop', async () => {
    const customer = await newCustomer(service);
    const { html } = await customer.get('/account');
    expect(html).toMatch(
      /<img class="logo" src="\/account\/logos\/demo\.[\w-]{22}\.png" alt="Tideline" width="240" height="64">/,
    );
    expect(html).toContain('<p class="back"><a href="https://shop.example/start">Back to Tideline</a></p>');
    expect(html).toMatch(/<footer>.*href="https:\/\/shop.example\/privacy".*>Privacy<.*>Terms</s);
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]*brand\.css[^"]*)">/.exec(html) ?? [];
    const css = await (await fetch(new URL(sheet.replaceAll('&amp;', '&'), service.apiUrl))).text();
    // The button is yellow with black text; a link is of a darker yellow.
    expect(css).toContain('--button: #ffd400;');
    expect(css).toContain('--on-button: #000000;');
    expect(css).toMatch(/^--accent: #(?!ffd400)/m);
    const [, font = ''] = /url\("([^"]+lora\.woff2[^"]*)"/.exec(css) ?? [];
    const served = await fetch(new URL(font, service.apiUrl));
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  });

  it('has texts of its own on pages, in the language of the customer, and on signed-out pages', async () => {
    await changed({
      texts: {
        en: {
          'account.signOut': 'Leave <now>',
          'account.pages.signedOutTitle': 'See you soon',
          'invoice.total': 'In all',
        },
        de: { 'account.signOut': 'Weg hier' },
      },
    });
    const customer = await newCustomer(service);
    const { html } = await customer.get('/account');
    expect(html).toContain('Leave &lt;now&gt;');
    expect(textIn((await customer.get('/account/invoices')).html)).not.toContain('Sign out');
    const [, invoice = ''] =
      /href="(\/account\/invoices\/\d+)"/.exec((await customer.get('/account/invoices')).html) ?? [];
    expect(textIn((await customer.get(invoice)).html)).toContain('In all');
    const left = await customer.submit('/account', {}, '/account/sign-out');
    expect(textIn((left.location ? await customer.get(left.location) : left).html)).toContain('See you soon');
    await changed({ texts: {} });
  });

  it('has a logo that browsers keep, and that runs nothing', async () => {
    const { html } = await (await newCustomer(service)).get('/account');
    const [, address = ''] = /<img class="logo" src="([^"]+)"/.exec(html) ?? [];
    const response = await fetch(new URL(address, service.apiUrl));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(LOGO);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await fetch(new URL('/account/logos/demo.other.png', service.apiUrl))).status).toBe(404);
    expect((await fetch(new URL('/account/logos/none.other.png', service.apiUrl))).status).toBe(404);
  });

  it.each([
    '/account/assets/brand.css?color=red&font=lora',
    '/account/assets/brand.css?color=ffd400&font=../../etc',
    '/account/assets/brand.css?color=%7D&font=inter',
    '/account/assets/other.woff2',
  ])('is no stylesheet or font but those of the catalogue: %s', async (path) => {
    expect((await fetch(new URL(path, service.apiUrl))).status).toBe(404);
  });

  const backTo = async (query: string): Promise<string | undefined> => {
    const { code, token } = await newCustomer(service);
    const customer = browserOf(service, code, token);
    await customer.get(`/account/${token}?${query}`);
    const [, address] =
      /<p class="back"><a href="([^"]+)">Back to Tideline/.exec((await customer.get('/account')).html) ?? [];
    return address;
  };

  it.each([
    ['https://shop.example/orders/7?tab=1', 'https://shop.example/orders/7?tab=1'],
    ['https://app.shop.example/me', 'https://app.shop.example/me'],
    ['http://localhost:5173/', 'http://localhost:5173/'],
    ['https://evil.example/', 'https://shop.example/start'],
    ['https://shop.example.evil.example/', 'https://shop.example/start'],
    ['https://shop.example@evil.example/', 'https://shop.example/start'],
    ['javascript:alert(1)', 'https://shop.example/start'],
    ['//evil.example', 'https://shop.example/start'],
  ])('leads from %s back to %s', async (wanted, address) => {
    expect(await backTo(`return_url=${encodeURIComponent(wanted)}`)).toBe(address.replaceAll('&', '&amp;'));
  });

  it('says in the log that it refused a page to return to', async () => {
    await backTo('return_url=https%3A%2F%2Fevil.example');
    expect(service.logged.join('')).toContain('return_url_refused');
  });

  it('leads on from every dead end: signed out, a session that has ended, a link that is unknown or has expired', async () => {
    const leaving = await newCustomer(service);
    const left = await leaving.submit('/account', {}, '/account/sign-out');
    const idle = await newCustomer(service);
    service.clock.advance({ minutes: 31 });
    const ended = await idle.get('/account');
    expect([left.status, ended.status]).toEqual([200, 403]);
    for (const page of [left, ended]) {
      expect(textIn(page.html)).toMatch(/You are signed out .* Send a new link Back to Tideline/);
      const [, token = ''] = /name="token" value="([\w-]+)"/.exec(page.html) ?? [];
      // The token signs in no longer.
      expect((await browserOf(service, '', '').get(`/account/${token}`)).status).toBe(410);
      const sent = await browserOf(service, '', '').post('/account/new-link', { token });
      expect(textIn(sent.html)).toMatch(/Check your email .* Back to Tideline/);
    }
    // At most one an hour to an address.
    const mails = await service.api('GET', `/v2/sandbox/mailboxes/${leaving.code}`);
    expect(mails.text.match(/<kind>account_link</g)).toHaveLength(1);

    const [, known = ''] = /account_known=([\w-]+)/.exec(idle.cookie()) ?? [];
    await service.api('DELETE', `/v2/accounts/${idle.code}`);
    const closed = await browserOf(service, '', '').get(`/account/${known}`);
    expect([closed.status, textIn(closed.html)]).toEqual([
      404,
      expect.stringMatching(/does not work .* Back to Tideline/),
    ]);
    expect(closed.html).not.toContain('name="token"');
    const after = await idle.get('/account');
    expect([after.status, after.html.includes('name="token"')]).toEqual([403, false]);
    expect(textIn(after.html)).toContain('Back to Tideline');
  });

  it('says nothing of a merchant without account pages', async () => {
    const customer = await newCustomer(service);
    await changed({ account_pages: [] });
    const page = await customer.get('/account');
    expect([page.status, page.html.includes('Tideline')]).toEqual([403, false]);
  });
});
