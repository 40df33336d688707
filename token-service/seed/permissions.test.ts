import { expect, test } from 'vitest';
import { openStorage } from '../src/adapters/storage/storage.ts';
import { openWorld } from '../src/runtime/world.ts';
import { testClock } from '../test/clock.ts';
import { seedCatalogue } from './catalogue.ts';
import { seedDemo } from './demo.ts';
import { seedPermissions } from './permissions.ts';

test('the demo site has a permission that its plans grant, seeded once even by two concurrent starts', async () => {
  const world = { ...openWorld(testClock('2026-03-01T12:00:00Z')), pause: async () => {} };
  const opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  const seed = () => seedPermissions({ ...opened, world });
  await seed();
  await seedDemo(opened.administration, world);
  await seedCatalogue({ ...opened, world });
  await Promise.all([seed(), seed()]);
  await seed();
  const site = await opened.sites.find('demo');
  const [archive, ...others] = await opened.storage.of(site?.id ?? '').permissions.all();
  expect(others).toEqual([]);
  expect(archive).toMatchObject({ code: 'archive', grants: [{ kind: 'plan' }, { kind: 'plan' }] });
  await opened.close();
});
