import { createSite } from '@service/billing/usecases/sites/create-site.ts';
import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../../../adapters/storage/storage.ts';
import { anAccount } from '../../../adapters/storage/testing/samples.ts';
import { parse } from '../../../documents/xml/codec/parse.ts';
import { digest } from '../../../runtime/digest.ts';
import { machineClock, openWorld } from '../../../runtime/world.ts';
import type { ApiRequest } from '../endpoint.ts';
import { siteClockRoutes } from './site-clock.ts';

const START = Date.parse('2027-01-01T00:00:00Z');
const DAY = 86_400;

it('a long move is answered with 202, and the clock shows how far it is', async () => {
  const world = openWorld({ ...machineClock, now: () => START });
  const opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  onTestFinished(() => opened.close());
  const operator = { actor: 'test', correlation: 'test' };
  const { site } = await createSite({ ...opened, world, digest })(operator, { subdomain: 'acme', mode: 'sandbox' });
  const records = opened.storage.of(site.id);
  await records.accounts.add(anAccount(1));

  let arrives = false;
  const routes = siteClockRoutes({
    ...opened,
    world,
    runDueWork: () => records.due.advanceClockMove(START / 1000 + (arrives ? 30 : 10) * DAY, 5),
  });
  const ask = async (method: string, body?: string) => {
    const found = (await opened.sites.find('acme')) ?? site;
    const request = {
      caller: { ...operator, site: found, at: START / 1000 },
      version: '2.19',
      body: body === undefined ? undefined : await parse(Buffer.from(body)),
    };
    return routes.find((each) => each.method === method)?.handle(request as unknown as ApiRequest);
  };
  const now = START / 1000 + 30 * DAY;
  const days = (count: number): string => `<clock><advance_in_seconds>${count * DAY}</advance_in_seconds></clock>`;

  const underWay = { now, reached_at: START / 1000 + 10 * DAY, items: 5 };
  expect(await ask('PUT', days(30))).toMatchObject({ status: 202, record: underWay });
  expect(await ask('GET')).toMatchObject({ status: 200, record: underWay });
  arrives = true;
  expect(await ask('PUT', days(0))).toMatchObject({ status: 200, record: { now, reached_at: now } });
});
