import type { Site } from '@service/billing/resources/site.ts';
import { SETTING_NAMES, SITE_SETTINGS } from '@service/billing/resources/site-settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formIn, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE });
  owner = await demoOwner(service);
});
afterAll(() => service.close());

const demo = async (): Promise<Site> => (await service.service.opened.sites.find('demo')) as Site;

const latestChange = async () =>
  (await service.service.opened.storage.of((await demo()).id).auditLog.list({ action: 'site.changed' }, 1))[0];

/** The values that the form of a group has, as a browser sends them. */
const filledIn = async (path: string): Promise<Record<string, string>> => {
  const { html } = await owner.get(path);
  const [, form = ''] = new RegExp(`<form method="post" action="${path}"[^>]*>(.*?)</form>`, 's').exec(html) ?? [];
  const fields: Record<string, string> = { ...formIn(html, path) };
  for (const [, name = '', value = ''] of form.matchAll(/<input id="\w+" name="(\w+)" value="([^"]*)"/g))
    fields[name] = value;
  for (const [, name = '', value = ''] of form.matchAll(/<textarea id="\w+" name="(\w+)"[^>]*>([^<]*)</g))
    fields[name] = value;
  for (const [, name = ''] of form.matchAll(/type="checkbox" name="([\w.]+)" value="yes" checked/g))
    fields[name] = 'yes';
  for (const [, name = '', options = ''] of form.matchAll(/<select id="\w+" name="(\w+)"[^>]*>(.*?)<\/select>/gs))
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')]),
  );
};

test('every setting is shown with its help and what it is now', async () => {
  const { html } = await owner.get('/settings');
  const text = textIn(html);
  for (const name of SETTING_NAMES) expect(text).toContain(SITE_SETTINGS[name].label.replaceAll("'", "'"));
  expect(text).toMatch(/Mode sandbox A sandbox is for trying out/);
  expect(text).toMatch(/Currencies USD, /);
});

test('each form that is sent as it is changes nothing', async () => {
  const { html } = await owner.get('/settings');
  const paths = new Set(
    [...html.matchAll(/href="(\/settings\/[a-z-]+)" aria-label="Change/g)].map(([, path = '']) => path),
  );
  expect(paths.size).toBe(15);
  const commas = { company: 'Tideline, Inc.', customer_notes: 'Thank you,\nand good-bye.' };
  const was = await demo();
  await service.changeDemoSite(commas);
  const before = await demo();
  for (const path of paths) {
    const sent = await owner.post(path, await filledIn(path));
    expect(sent.status, `${path} ${textIn(sent.html)}`).toBe(303);
    expect(textIn((await owner.get(sent.location)).html)).toMatch(/Nothing was changed in/);
  }
  expect(await demo()).toEqual(before);
  await service.changeDemoSite({ company: was.company, customer_notes: was.customer_notes });
});

test('a change is saved, with before and after in the audit log', async () => {
  const path = '/settings/company';
  const fields = { ...(await filledIn(path)), company: 'Tide <Ltd>', company_address: '1 Pier\nDover, DE 19901' };
  const sent = await owner.post(path, fields);
  expect(textIn((await owner.get(sent.location)).html)).toMatch(/Saved: Company, Address\. The audit log has/);
  expect(await demo()).toMatchObject({ company: 'Tide <Ltd>', company_address: ['1 Pier', 'Dover, DE 19901'] });
  expect((await owner.get('/settings')).html).toContain('Tide &lt;Ltd&gt;');
  expect(await latestChange()).toMatchObject({
    actor: 'operator:demo owner',
    subject: 'demo',
    changes: { company: { to: 'Tide <Ltd>' }, company_address: { to: ['1 Pier', 'Dover, DE 19901'] } },
  });
});

test('what cannot be is refused at its field, which keeps what was typed', async () => {
  const path = '/settings/card-testing';
  const refused = await owner.post(path, { ...(await filledIn(path)), attempts_per_hour: 'many' });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('value="many"');
  expect(textIn(refused.html)).toMatch(/Write it as 1…999999999\|none/);
  const invalid = await owner.post('/settings/site', { ...(await filledIn('/settings/site')), currencies: 'USD,USD' });
  expect(invalid.status).toBe(422);
  expect(textIn(invalid.html)).toMatch(/Currencies has already been taken/);
});

test('an emptied setting has no value, and a box that is not ticked is off', async () => {
  const fields = await filledIn('/settings/checkout');
  await owner.post('/settings/checkout', { ...fields, wallet: 'yes', custom_fields: 'size, colour' });
  expect(await demo()).toMatchObject({ wallet: true, custom_fields: ['size', 'colour'] });
  const { wallet: _, ...without } = await filledIn('/settings/checkout');
  await owner.post('/settings/checkout', { ...without, custom_fields: '' });
  expect(await demo()).toMatchObject({ wallet: false, custom_fields: [] });
});

test('a form whose settings were changed meanwhile shows them, who did it, and saves all the same', async () => {
  const path = '/settings/mail';
  const stale = await filledIn(path);
  const fresh = await filledIn(path);
  expect((await owner.post(path, { ...fresh, mail_reply_to: 'first@shop.example' })).status).toBe(303);
  const answer = await owner.post(path, { ...stale, mail_reply_to: 'second@shop.example' });
  expect(answer.status).toBe(409);
  expect(textIn(answer.html)).toMatch(/changed meanwhile by demo owner\. Nothing was saved/);
  expect(textIn(answer.html)).toMatch(/It is now “first@shop\.example”/);
  expect(answer.html).toContain('value="second@shop.example"');
  expect((await demo()).mail_reply_to).toBe('first@shop.example');
  const again: Record<string, string> = {
    ...stale,
    ...formIn(answer.html, path),
    mail_reply_to: 'second@shop.example',
  };
  expect(again.anyway).toBe('yes');
  expect((await owner.post(path, again)).status).toBe(303);
  expect((await demo()).mail_reply_to).toBe('second@shop.example');
});

test('settings of the operator of the deployment need a fresh proof, and support reads none', async () => {
  const stale = await withRole(service, ['admin'], { provedAgo: 6 * 60_000 });
  expect((await stale.get('/settings/card-testing')).location).toMatch(/^\/prove\?/);
  expect((await stale.get('/settings/company')).status).toBe(200);
  const developer = await withRole(service, ['developer']);
  expect((await developer.get('/settings')).html).not.toContain('aria-label="Change');
  expect((await developer.get('/settings/company')).status).toBe(403);
  expect((await (await withRole(service, ['support'])).get('/settings')).status).toBe(403);
});

test('amounts are shown and taken in whole units of the currency, not in cents', async () => {
  const shown = textIn((await owner.get('/settings')).html);
  expect(shown).toMatch(/Refunds of support 100\.00 The amount that an operator/);
  expect(shown).not.toMatch(/\bcents\b/i);
  const path = '/settings/refunds';
  const saved = await owner.post(path, { ...(await filledIn(path)), operator_refund_limit_in_cents: '1,250.50' });
  expect(textIn((await owner.get(saved.location)).html)).toContain('Refunds of support 1250.50');
  expect(await demo()).toMatchObject({ operator_refund_limit_in_cents: 125_050 });
  expect((await owner.post(path, { ...(await filledIn(path)), operator_refund_limit_in_cents: '12.345' })).status).toBe(
    422,
  );
  const cards = '/settings/gift-cards';
  await owner.post(cards, { ...(await filledIn(cards)), gift_card_offers: 'tideline:USD:20.00, tideline:USD:5' });
  expect((await demo()).gift_card_offers).toEqual([
    { product_code: 'tideline', currency: 'USD', unit_amount_in_cents: 2000 },
    { product_code: 'tideline', currency: 'USD', unit_amount_in_cents: 500 },
  ]);
});

test('an admin cannot raise the limit of their own refunds, and lowers it', async () => {
  await service.changeDemoSite({ admin_refund_limit_in_cents: 50_000 });
  const admin = await withRole(service, ['admin']);
  const path = '/settings/refunds';
  for (const raised of ['500.01', '']) {
    const refused = await admin.submit(path, { admin_refund_limit_in_cents: raised });
    expect([refused.status, textIn(refused.html).includes('You cannot raise the limit of your own refunds.')]).toEqual([
      422,
      true,
    ]);
    expect(refused.html).toContain('Another operator has to raise this limit.');
  }
  expect((await demo()).admin_refund_limit_in_cents).toBe(50_000);
  const others = await admin.submit(path, { admin_refund_limit_in_cents: '400.00', finance_refund_limit_in_cents: '' });
  expect(others.status, others.html).toBe(303);
  expect((await demo()).admin_refund_limit_in_cents).toBe(40_000);
  expect((await owner.submit(path, { admin_refund_limit_in_cents: '500.00' })).status).toBe(303);
  await service.changeDemoSite({ admin_refund_limit_in_cents: null });
});

test('the page leads to the history of the settings in the audit log, for those who may see it', async () => {
  const [, path = ''] = /href="(\/audit\?[^"]*)">History/.exec((await owner.get('/settings')).html) ?? [];
  expect(path).not.toBe('');
  const text = textIn((await owner.get(path.replaceAll('&amp;', '&'))).html);
  expect(text).toMatch(/[1-9]\d* entr(y|ies)/);
  const developer = await withRole(service, ['developer']);
  expect((await developer.get('/settings')).html).not.toContain('>History<');
});

test('a page that does not exist, or that the role does not include, has the menu', async () => {
  const developer = await withRole(service, ['developer']);
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/customers/none', 404],
    ['/invoices/none', 404],
    ['/reports', 403],
  ] as const) {
    const page = await developer.get(path);
    expect([page.status, page.html.includes('href="/keys"')], path).toEqual([status, true]);
    expect(page.html.match(/<h1>/g), path).toHaveLength(1);
  }
});
