import type { Key } from '@service/billing/domain/sites/key.ts';
import { newSite } from '@service/billing/domain/sites/site-rules.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { ACCOUNT_PAGE_OFFERS } from '@service/billing/resources/site-settings.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { digest } from '../src/runtime/digest.ts';
import type { ExposingSetting } from '../src/runtime/settings/exposing-setting.ts';

/** The published keys of the demo site. They are accepted only while no other machine can reach the service. */
export const DEMO_KEYS = {
  public: 'demo-public-key',
  private: 'demo-private-key',
  readOnly: 'demo-read-only-key',
} as const;

export const DEMO_SUBDOMAIN = 'demo';

/** Sites and keys, updated in one transaction. */
interface Sites {
  transaction<T>(siteId: string, work: (sites: SiteRecords) => Promise<T>): Promise<T>;
}

/**
 * Adds the demo site and its keys. Does nothing if a site of that name exists, so an operator’s changes to it stay.
 * Call it only while no other machine can reach the service: the keys are public.
 */
export const seedDemo = async (sites: Sites, { clock, ids }: Pick<World, 'clock' | 'ids'>): Promise<void> => {
  const site = demoSite(ids.uuid());
  const keys = demoKeys(site.id, ids, clock.now());
  await sites.transaction(site.id, async (records) => {
    if (await records.find(site.subdomain)) return;
    await records.add(site);
    for (const key of keys) await records.addKey(key);
  });
};

/** Returns the sites without the demo keys, which a database seeded earlier still contains. */
export const withoutDemoKeys = (sites: SiteRecords): SiteRecords => ({
  ...sites,
  byPrivateKey: async (presented, now) => (isDemoKey(presented) ? undefined : sites.byPrivateKey(presented, now)),
  byPublicKey: async (presented) => (isDemoKey(presented) ? undefined : sites.byPublicKey(presented)),
});

const isDemoKey = (presented: string): boolean => Object.values<string>(DEMO_KEYS).includes(presented);

/** Explains at startup why the demo keys are refused, and what to use instead. */
export const demoKeysRefused = (setting: ExposingSetting): string =>
  `The demo keys are refused because ${setting === 'HOST' ? 'HOST is not a loopback interface' : `${setting} is set`}, ` +
  'so other machines may reach this service. Create a site with keys of its own: npm run site -- create <subdomain>';

export const demoSite = (id: string): Site => ({
  id,
  subdomain: DEMO_SUBDOMAIN,
  ...newSite('sandbox'),
  technical_contact: 'developer@example.com',
  company: 'Tideline',
  company_address: ['1 Harbour Street', 'San Francisco, CA 94105'],
  shop_url: 'http://localhost:4000',
  currencies: ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY'],
  tax_registrations: ['US-CA', 'US-IL', 'US-NY', 'US-TX', 'US-WA', 'EU', 'GB', 'CA', 'CA-ON', 'CA-QC', 'AU', 'JP'],
  manual_invoicing: true,
  gift_card_offers: [...offers('USD', 2000, 5000, 10_000), ...offers('EUR', 2000, 5000, 10_000)],
  account_pages: ACCOUNT_PAGE_OFFERS,
  account_page_plans: ['tideline', 'tideline-yearly'],
  wallet: true,
  custom_fields: ['favourite_colour', 'size'],
  clock_offset: 0,
  gateways_version: 0,
  books_closed_until: 0,
});

const offers = (currency: string, ...amounts: readonly number[]): Site['gift_card_offers'] =>
  amounts.map((unit_amount_in_cents) => ({ product_code: 'tideline', currency, unit_amount_in_cents }));

const demoKeys = (site_id: string, { uuid }: World['ids'], created_at_ms: Millis): Key[] => {
  const key = (name: string, value: string, kind: Key['kind'], read_only = false): Key => ({
    id: uuid(),
    site_id,
    kind,
    name,
    hash: digest(value),
    value: kind === 'public' ? value : null,
    read_only,
    created_at_ms,
    valid_until_ms: null,
  });
  return [
    key('Demo public key', DEMO_KEYS.public, 'public'),
    key('Demo private key', DEMO_KEYS.private, 'private'),
    key('Demo read-only key', DEMO_KEYS.readOnly, 'private', true),
  ];
};
