import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { account } from '@service/billing/resources/account.ts';
import { filled } from '@service/billing/resources/apply.ts';
import { seedDemo } from '../../seed/demo.ts';
import { openStorage, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';

const BATCH = 1000;
/**
 * 2026-01-01T00:00:00Z in milliseconds. From then on three accounts open per second, so that times alone do not order
 * them.
 */
const BEGAN = 1_767_225_600_000;
const BETWEEN_MS = 333;

export const seededCode = (n: number): string => `seeded-${n}`;

/** Creates the demo site with the given number of accounts. */
export const seed = async (config: StorageConfig, count: number): Promise<void> => {
  let now = BEGAN;
  const world = openWorld({ ...machineClock, now: () => now });
  const opened = await openStorage(config, world);
  try {
    await seedDemo(opened.administration, world);
    const site = await opened.sites.find('demo');
    if (!site) throw new Error('There is no demo site.');
    const seeded = (n: number): AccountRecord => {
      now = BEGAN + n * BETWEEN_MS;
      return {
        ...filled(account, customer(n)),
        id: world.ids.uuid(),
        parent_id: null,
        state: 'active',
        closed_at: null,
        hosted_login_token: world.ids.secret(32),
        created_at: Math.floor(now / 1000),
        updated_at: Math.floor(now / 1000),
      } as unknown as AccountRecord;
    };
    for (let from = 0; from < count; from += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => seeded(from + index));
      await opened.storage.transaction(site.id, async ({ accounts }) => {
        for (const record of batch) await accounts.add(record);
      });
    }
  } finally {
    await opened.close();
  }
};

const customer = (n: number) => ({
  account_code: seededCode(n),
  email: `customer-${n}@example.com`,
  first_name: 'Ada',
  last_name: 'Lovelace',
  company_name: 'Analytical Engines & Co',
  address: { address1: '1 Market Street', city: 'San Francisco', state: 'CA', zip: '94105', country: 'US' },
});
