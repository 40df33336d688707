import { DEFAULT_CAMPAIGN } from '@service/billing/domain/dunning/campaign.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formIn, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { formValues } from './form-values.ts';
import { newSubscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

/** Returns the fields of a form as one operator sees it now. */
const opened = async (path: string) => {
  const { html } = await owner.get(path);
  return { ...formIn(html, path), ...formValues(html, path) };
};

it('does not change a pause, a date or a campaign that has changed since the form was opened', async () => {
  const { account, path } = await newSubscriber(service);
  const late = await opened(`${path}/pause`);
  expect((await owner.submit(`${path}/pause`, { cycles: '2' })).status).toBe(303);
  const refused = await owner.post(`${path}/pause`, { ...late, cycles: '5' });
  expect(refused.status).toBe(409);
  expect(textIn(refused.html)).toMatch(
    /The subscription was changed meanwhile, so nothing was done\. pause from: none? ?.*→ 20 Dec 2026, periods of the pause: .*→ 2/,
  );
  const again = { ...formIn(refused.html, `${path}/pause`), ...formValues(refused.html, `${path}/pause`) };
  expect(again.cycles).toBe('5');
  expect((await owner.post(`${path}/pause`, again)).status).toBe(303);
  expect(textIn((await owner.get(path)).html)).toContain('for 5 periods');

  const postponing = await opened(`${path}/postpone`);
  await owner.submit(`${path}/undo-pause`);
  expect((await owner.post(`${path}/postpone`, { ...postponing, day: '2027-03-01' })).status).toBe(409);

  const { storage, sites } = service.service.opened;
  const times = { created_at: 1, updated_at: 1 };
  const gentle = { ...DEFAULT_CAMPAIGN, id: '019a9f0c2b5e7d0a8c31b8f2a1d4e6f0', public_id: 'gentle', ...times };
  await storage.of((await sites.find('demo'))!.id).dunning.add({ ...gentle, code: 'gentle' });
  const campaign = `/customers/${account}/campaign`;
  const early = await opened(campaign);
  expect(early.campaign ?? '').toBe('');
  expect((await owner.submit(campaign, { campaign: 'gentle' })).status).toBe(303);
  expect((await opened(campaign)).campaign).toBe('gentle');
  const overtaken = await owner.post(campaign, { ...early, campaign: '' });
  expect([overtaken.status, textIn(overtaken.html)]).toEqual([409, expect.stringContaining('→ gentle')]);
});

it('does not undo what another operator did to the access of a third', async () => {
  const third = await withRole(service, ['support']);
  const path = `/operators/${encodeURIComponent(third.email)}/read-only`;
  const late = await opened(path);
  expect((await owner.submit(path)).status).toBe(303);
  const refused = await owner.post(path, late);
  expect([refused.status, textIn(refused.html)]).toEqual([409, expect.stringContaining('read-only: no → yes')]);
  expect(textIn((await owner.get('/operators')).html)).toMatch(new RegExp(`${third.email} support .*read-only`));
});
