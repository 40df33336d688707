import type { Role } from '@service/billing/domain/operators/permissions.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { openUsageShop, tiers } from '../stories/usage-shop.ts';
import { WITH_CONSOLE } from './browser.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let shop: Awaited<ReturnType<typeof openUsageShop>>;
let owner: RoleBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  shop = await openUsageShop(service);
  owner = await operatorOf('owner');
});
afterAll(() => service?.close());

/** Adds an operator with a role at the site of the shop. */
const operatorOf = async (role: Role): Promise<RoleBrowser> => {
  const browser = await withRole(service, [role]);
  await service.service.opened.operators.assign({ operator_id: browser.id, site_id: shop.site.id, role });
  return browser;
};

const addressOf = (uuid: string): string => `/s/${shop.site.subdomain}/subscriptions/${uuid}`;
const pageOf = async (uuid: string) => textIn((await owner.get(addressOf(uuid))).html);

it('shows by add-on what was used and not invoiced, what it costs so far, and the latest records', async () => {
  const { uuid } = await shop.sell({
    calls: `<usage_type>price</usage_type>${tiers('tiered', [1000, 10], [null, 5])}`,
    sales: '<usage_type>percentage</usage_type><usage_percentage>2.5</usage_percentage>',
    seats:
      '<usage_type>price</usage_type><usage_calculation_type>last_in_period</usage_calculation_type><unit_amount_in_cents><USD>700</USD></unit_amount_in_cents>',
  });
  expect(await pageOf(uuid)).toMatch(/calls 0 Units 0 \$0\.00 sales \$0\.00 0 \$0\.00/);
  expect(await pageOf(uuid)).not.toContain('Latest usage records');

  await shop.use(uuid, 'calls', '1200.5', '<merchant_tag>job-7</merchant_tag>');
  await shop.use(uuid, 'sales', '80000');
  await shop.use(uuid, 'seats', '9');
  await shop.use(uuid, 'seats', '4');
  const shown = await pageOf(uuid);
  expect(shown).toContain('10 Mar 2027 to 10 Apr 2027, before discounts and taxes.');
  // 1,000 at 10 cents and 200.5 at 5; 2.5 % of 800.00; four seats at 7.00.
  expect(shown).toMatch(/calls 1,200\.5 Units 1 \$110\.03/);
  expect(shown).toMatch(/sales \$800\.00 1 \$20\.00/);
  expect(shown).toMatch(/seats the last record counts 4 Units 2 \$28\.00/);
  expect(shown).toMatch(/calls 1,200\.5 not invoiced job-7/);
  expect(shown).toMatch(/sales \$800\.00 not invoiced/);
  const analyst = await operatorOf('analyst');
  const seen = textIn((await analyst.get(addressOf(uuid))).html);
  expect(seen).toContain('1,200.5 Units');
  expect(seen).not.toContain('job-7');

  await shop.travel('2027-04-10T01:00:00Z');
  await shop.use(uuid, 'sales', '4000', '<usage_timestamp>2027-03-20T00:00:00Z</usage_timestamp>');
  const after = await pageOf(uuid);
  expect(after).toMatch(/calls 0 Units 0 \$0\.00/);
  expect(after).toMatch(/sales recorded late, of 10 Mar 2027 to 10 Apr 2027 \$40\.00 1 \$1\.00/);
  expect(after).toMatch(/calls 1,200\.5 invoiced/);
});

it('says that usage of a trial is free, and has no section where nothing is counted', async () => {
  const trial = await shop.sell(
    { calls: '<usage_type>price</usage_type><unit_amount_in_cents><USD>10</USD></unit_amount_in_cents>' },
    '<trial_interval_length>30</trial_interval_length><trial_interval_unit>days</trial_interval_unit>',
  );
  await shop.use(trial.uuid, 'calls', '50');
  const shown = await pageOf(trial.uuid);
  expect(shown).toMatch(/Usage of a trial is free\. .*calls 50 Units 1 \$0\.00/);
  const plain = await shop.sell({});
  expect(await pageOf(plain.uuid)).not.toContain('Usage not invoiced yet');
});
