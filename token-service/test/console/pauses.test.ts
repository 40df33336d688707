import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

const seen = async (path: string): Promise<string> => textIn((await owner.get(path)).html);

it('shows a planned pause wherever its subscription is shown, with the day it resumes, and undoes it', async () => {
  const { account, path } = await newSubscriber(service);
  const form = await seen(`${path}/pause`);
  expect(form).toContain('It pauses at the end of the current period, 20 Dec 2026');
  expect(form).toContain('1 period (1 month); 2 periods (2 months). With 1, it resumes on 20 Jan 2027.');

  const noticed = await owner.arrive(`${path}/pause`, { cycles: '2' });
  const said = 'It pauses on 20 Dec 2026 for 2 periods (2 months), and resumes by itself on 20 Feb 2027.';
  expect(textIn(noticed.html)).toContain(said);
  expect(await seen(path)).toMatch(
    /active pauses 20 Dec 2026 .*Undo the pause More Change the pause .*Scheduled pause It pauses/,
  );
  expect(await seen(`/customers/${account}`)).toContain('pauses 20 Dec 2026 20 Dec 2026, resumes 20 Feb 2027');
  expect(await seen('/subscriptions?state=pausing')).toMatch(/1 subscription .*pauses 20 Dec 2026/);

  expect(await seen(`${path}/pause`)).toContain('With 2, it resumes on 20 Feb 2027.');
  expect(await seen(`${path}/undo-pause`)).toContain('Without the pause, it renews on 20 Dec 2026 as before.');
  const undone = textIn((await owner.arrive(`${path}/undo-pause`)).html);
  expect(undone).toMatch(/The pause was undone; .* The next invoice is made on 20 Dec 2026: \$/);
  expect(undone).not.toMatch(/pauses 20|Undo the pause/);
  expect(await seen('/subscriptions?state=pausing')).not.toContain('pauses');
  const twice = await owner.submit(`${path}/undo-pause`);
  expect(textIn(twice.html)).toContain('No pause is scheduled, so nothing was changed.');
});

it('shows a pause that has begun with what is left of it', async () => {
  const { path } = await newSubscriber(service);
  await owner.submit(`${path}/pause`, { cycles: '2' });
  service.clock.advance({ days: 31 });
  await service.dueWork();
  owner = await demoOwner(service);
  const page = await seen(path);
  expect(page).toContain(
    'It has been paused since 20 Dec 2026, 2 periods (2 months) left, and resumes by itself on 20 Feb 2027.',
  );
  expect(page).not.toContain('Undo the pause');
  expect(await seen(`${path}/resume`)).toContain('Resumed now, it is billed at once for a new period.');
});

it('is not offered to a role that may not change subscriptions', async () => {
  const { path } = await newSubscriber(service);
  await owner.submit(`${path}/pause`, { cycles: '1' });
  const reader = await withRole(service, ['auditor']);
  expect((await reader.get(path)).html).not.toContain('undo-pause');
  expect((await reader.get(`${path}/undo-pause`)).status).toBe(403);
});

it('says what resuming billed and collected, and which mail the customer gets', async () => {
  const { account, path } = await newSubscriber(service);
  await owner.arrive(`${path}/pause`, { cycles: '2' });
  service.clock.advance({ days: 31 });
  await service.dueWork();
  // The session has ended long ago.
  owner = await demoOwner(service);
  expect(await seen(path)).toContain('paused');
  const resumed = textIn((await owner.arrive(`${path}/resume`)).html);
  expect(resumed).toMatch(/The subscription has resumed\. \$[\d.]+ was billed with invoice \d+, and collected\./);
  expect(resumed).toMatch(/The customer is sent a receipt with the invoice to /);
  expect(await seen(`/customers/${account}`)).toContain('Receipt');
});
