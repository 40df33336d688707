import { siteTime } from '@service/billing/resources/site.ts';
import { createPermission } from '@service/billing/usecases/permissions/create-permission.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { cardInfo } from '../stories/subscription-shop.ts';
import { BACKUP, CARDS } from '../stories/wallet-shop.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';

const NEWEST = { 'X-Api-Version': '2.29' };

let service: TestService;
let owner: OperatorBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

const addCard = async (account: string, number: string, extra = ''): Promise<string> => {
  const body = cardInfo(number).replace('</billing_info>', `${extra}</billing_info>`);
  const { status, text, xml } = await service.api('POST', `/v2/accounts/${account}/billing_infos`, body, NEWEST);
  expect(status, text).toBe(201);
  return textOf(xml, 'uuid') ?? '';
};

it('shows all payment methods of a customer, and what each of them pays', async () => {
  const { account, path } = await newSubscriber(service);
  const alone = textIn((await owner.get(`/customers/${account}`)).html);
  expect(alone).toMatch(/Pays with Visa 1111, valid to \d\d\/\d{4}/);
  expect(alone).not.toContain('Payment methods');

  await addCard(account, CARDS.mastercard, BACKUP);
  const other = await addCard(account, CARDS.discover);
  const both = textIn((await owner.get(`/customers/${account}`)).html);
  expect(both).toContain('Backup MasterCard 4444, valid to 12/2040');
  expect(both).toMatch(
    /Payment methods .*Visa 1111 primary .*Tideline .*MasterCard 4444 backup .*what another method is declined for .*Discover 1117 .*nothing now/,
  );

  const body = `<subscription><billing_info_uuid>${other}</billing_info_uuid></subscription>`;
  const uuid = path.replace('/subscriptions/', '');
  expect((await service.api('PUT', `/v2/subscriptions/${uuid}`, body, NEWEST)).status).toBe(200);
  const { html } = await owner.get(`/customers/${account}`);
  expect(textIn(html)).toMatch(/Visa 1111 primary .*nothing now .*Discover 1117 .*Tideline/);
});

it('shows what a customer is entitled to, and the subscriptions that grant it', async () => {
  const { account, path } = await newSubscriber(service);
  const { storage, sites } = service.service.opened;
  const site = await sites.find('demo');
  if (!site) throw new Error('the demo site is missing');
  const world = openWorld(service.clock);
  const caller = { site, at: siteTime(site, world.clock), actor: 'command line', correlation: 'test' };
  await createPermission({ storage, world })(caller, 'hd-video', { name: 'HD <video>', plans: ['tideline'] });
  const { html } = await owner.get(`/customers/${account}`);
  expect(textIn(html)).toMatch(/Entitlements .*hd-video subscription/);
  expect(textIn(html)).toMatch(/Entitlements .*Read the archive archive subscription/);
  expect(html).toContain('HD &lt;video&gt;');
  expect(html).toContain(`href="${path}">subscription</a>`);
});
