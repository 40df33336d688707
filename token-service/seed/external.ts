import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { ExternalImport } from '@service/billing/resources/external-import.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { importExternal } from '@service/billing/usecases/external/import-external.ts';
import { DAY, type Seconds } from '@service/billing/values/time.ts';

interface Deps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly world: World;
}

const EXTERNAL_ID = 'demo-1001';
/** The account of the seeded gift cards, which reads the magazine in its app. */
const READER = 'gift-giver';
const REFERENCE = { reference_code: 'com.example.tideline', external_connection_type: 'apple_app_store' } as const;

/**
 * Adds a subscription at an app store to the demo site, with an invoice and a payment phase, unless it has it. Does
 * nothing without its plan and its account.
 */
export const seedExternal = async ({ storage, sites, world }: Deps): Promise<void> => {
  const site = await sites.find('demo');
  if (!site) return;
  const at = siteTime(site, world.clock);
  const caller: Caller = { site, actor: 'demo seed', at, correlation: world.ids.uuid() };
  const { external, plans, accounts } = storage.of(site.id);
  if (await external.subscriptions.find({ external_id: EXTERNAL_ID })) return;
  if (!(await plans.find('tideline')) || !(await accounts.find(READER))) return;
  await importExternal({ storage: withEvents(storage, world), world })(caller, { value: subscribed(at), issues: [] });
};

const subscribed = (at: Seconds): ExternalImport => ({
  products: [{ name: 'Tideline in the app', plan_code: 'tideline', references: [REFERENCE] }],
  subscriptions: [
    {
      external_id: EXTERNAL_ID,
      account_code: READER,
      reference: REFERENCE,
      state: 'active',
      last_purchased: at,
      app_identifier: 'com.example.app',
      activated_at: at,
      expires_at: at + 30 * DAY,
      test: true,
      phases: [
        {
          started_at: at,
          ends_at: null,
          ending_billing_period_index: 2,
          starting_billing_period_index: 1,
          offer_type: 'introductory',
          offer_name: 'First months',
          period_count: 2,
          period_length: '2 MONTHS',
          amount: '9.99',
          currency: 'USD',
        },
      ],
      invoices: [
        {
          external_id: `${EXTERNAL_ID}-1`,
          currency: 'USD',
          total: '9.99',
          purchased_at: at,
          phase: 1,
          line_items: [{ reference: REFERENCE, description: 'Tideline', unit_amount: '9.99', quantity: 1 }],
        },
      ],
    },
  ],
});
