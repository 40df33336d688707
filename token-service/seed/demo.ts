import type { Key } from '@service/billing/domain/sites/key.ts';
import { MODE_LIMITS } from '@service/billing/domain/sites/site-rules.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { World } from '@service/billing/ports/world.ts';
import { ACCOUNT_PAGE_OFFERS, type Site } from '@service/billing/resources/site.ts';
import type { ExposingSetting } from '../src/config.ts';
import { digest } from '../src/runtime/digest.ts';

/** The published keys of the demo site. They are accepted only while no other machine can reach the service. */
export const DEMO_KEYS = {
  public: 'demo-public-key',
  private: 'demo-private-key',
  readOnly: 'demo-read-only-key',
} as const;

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
  subdomain: 'demo',
  mode: 'sandbox',
  tier: 'base',
  standing: 'good',
  technical_contact: 'developer@example.com',
  company: 'Tideline',
  company_address: ['1 Harbour Street', 'San Francisco, CA 94105'],
  company_vat_number: null,
  seller_country: 'US',
  currencies: ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY'],
  address_requirement: 'none',
  customer_notes: null,
  terms_and_conditions: null,
  vat_reverse_charge_notes: null,
  tax_registrations: ['US-CA', 'US-IL', 'US-NY', 'US-TX', 'US-WA', 'EU', 'GB', 'CA', 'CA-ON', 'CA-QC', 'AU', 'JP'],
  tax_charges: true,
  tax_account_address: false,
  manual_invoicing: true,
  multiple_coupons: true,
  coupon_order: 'percent_first',
  several_percents: 'compounded',
  declined_refunds: 'refuse',
  on_dispute: [],
  upgrade_requires_payment: false,
  upgrade_proration: 'prorate',
  downgrade_proration: 'prorate',
  card_numbers_in_text: 'by_mode',
  gift_card_offers: [...offers('USD', 2000, 5000, 10_000), ...offers('EUR', 2000, 5000, 10_000)],
  gift_cards_before_settlement: false,
  mail_from: null,
  mail_reply_to: null,
  mail_logo: null,
  mail_color: null,
  mail_language: 'en',
  mail_off: [],
  account_pages: ACCOUNT_PAGE_OFFERS,
  account_page_plans: ['tideline', 'tideline-yearly'],
  wallet: true,
  time_zone: 'UTC',
  custom_fields: ['favourite_colour', 'size'],
  ended_versions: 'by_mode',
  unknown_versions: 'serve_latest',
  attempts_per_hour: 20,
  ...MODE_LIMITS.sandbox,
  tokens_per_minute: 3000,
  tokens_per_address: 300,
  catch_up_periods: 3,
  requests_per_minute: null,
  clock_offset: 0,
  gateways_version: 0,
});

const offers = (currency: string, ...amounts: readonly number[]): Site['gift_card_offers'] =>
  amounts.map((unit_amount_in_cents) => ({ product_code: 'tideline', currency, unit_amount_in_cents }));

const demoKeys = (site_id: string, { uuid }: World['ids'], created_at: number): Key[] => {
  const key = (name: string, value: string, kind: Key['kind'], read_only = false): Key => ({
    id: uuid(),
    site_id,
    kind,
    name,
    hash: digest(value),
    value: kind === 'public' ? value : null,
    read_only,
    created_at,
    valid_until: null,
  });
  return [
    key('Demo public key', DEMO_KEYS.public, 'public'),
    key('Demo private key', DEMO_KEYS.private, 'private'),
    key('Demo read-only key', DEMO_KEYS.readOnly, 'private', true),
  ];
};
