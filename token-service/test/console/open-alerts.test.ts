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

it('names a worker that hangs on the first page, which no worker could, to those who run the service', async () => {
  const service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  onTestFinished(() => service.close());
  // A worker that started since its last sign would have taken its place.
  service.clock.advance({ minutes: 5 });
  const worker = { holder: 'worker', serves: 'worker', version: '0.1.0', host: 'web-1', pid: 12, started_at_ms: 1 };
  await service.service.opened.processSigns.leave({ ...worker, seen_at_ms: service.clock.now() - 90_000 }, 0);
  const [owner, support] = [await withRole(service, ['owner']), await withRole(service, ['support'])];
  expect(textIn((await owner.get('/')).html)).toMatch(
    /What does not work workers Workers that have left no sign for a minute: 1 of 2 \(worker on web-1, pid 12\)\./,
  );
  expect(textIn((await support.get('/')).html)).not.toContain('left no sign');
  // Anyone can read it.
  const health = await (await fetch(`${service.consoleUrl}/health`)).text();
  expect(health).toContain('Workers that have left no sign for a minute: 1 of 2.');
  expect(health).not.toMatch(/web-1|pid/);
});
