import { expect, it, onTestFinished } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

it('names on the first page what needs a person, to those who can act', async () => {
  const service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  onTestFinished(() => service.close());
  const { storage, sites } = service.service.opened;
  const { openAlerts } = storage.of((await sites.find('demo'))?.id ?? '');
  const developer = await withRole(service, ['developer']);
  const analyst = await withRole(service, ['analyst']);
  const homeOf = async ({ get }: typeof developer) => (await get('/')).html;
  expect(textIn(await homeOf(developer))).not.toContain('What needs a person');

  const since_ms = service.clock.now();
  const open = { since_ms, calm_since_ms: null };
  await openAlerts.begin({ ...open, kind: 'export_failed', detail: 'The folder <b>exports</b> is full.' });
  await openAlerts.begin({ ...open, kind: 'due_work_parked', detail: 'collection: 3, dunning: 1' });
  const home = await homeOf(developer);
  expect(home).toContain('<a href="/work">The nightly export failed</a>');
  expect(textIn(home)).toContain('is full. Read the error in the list of work');
  expect(home).toContain('&lt;b&gt;exports');
  expect(textIn(home)).toContain('collection: 3, dunning: 1. Find the cause in the list of work');
  expect(textIn(await homeOf(analyst))).not.toContain('What needs a person');
});
