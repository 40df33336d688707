import { createHash, randomUUID } from 'node:crypto';
import type { Key } from '@service/billing/domain/sites/key.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { SiteKeys } from './target.ts';

/** The sandbox site that most rows use. */
export const site = (settings: Partial<Site> = {}): Site => {
  const id = randomUUID().replaceAll('-', '');
  return {
    id,
    subdomain: `site-${id.slice(0, 8)}`,
    mode: 'sandbox',
    tier: 'base',
    standing: 'good',
    technical_contact: 'ops@example.com',
    company: null,
    company_address: [],
    company_vat_number: null,
    seller_country: 'US',
    currencies: ['USD'],
    address_requirement: 'none',
    customer_notes: null,
    terms_and_conditions: null,
    vat_reverse_charge_notes: null,
    tax_registrations: [],
    tax_charges: true,
    tax_account_address: false,
    manual_invoicing: false,
    multiple_coupons: true,
    coupon_order: 'dollars_first',
    several_percents: 'full',
    declined_refunds: 'refuse',
    on_dispute: [],
    upgrade_requires_payment: false,
    upgrade_proration: 'prorate',
    downgrade_proration: 'prorate',
    card_numbers_in_text: 'by_mode',
    gift_card_offers: [{ product_code: 'tideline', currency: 'USD', unit_amount_in_cents: 2000 }],
    gift_cards_before_settlement: false,
    time_zone: 'UTC',
    custom_fields: [],
    ended_versions: 'by_mode',
    mail_from: null,
    mail_reply_to: null,
    mail_logo: null,
    mail_color: null,
    mail_language: 'en',
    mail_off: [],
    account_pages: [],
    account_page_plans: [],
    wallet: false,
    unknown_versions: 'serve_latest',
    attempts_per_hour: null,
    attempts_per_card: null,
    attempts_per_address: null,
    tokens_per_minute: 3000,
    tokens_per_address: 300,
    catch_up_periods: 3,
    requests_per_minute: null,
    clock_offset: 0,
    gateways_version: 0,
    ...settings,
  };
};

/** Sites and their keys on maps. */
export const memorySites = () => {
  const known = new Map<string, { site: Site; key: Key }>();

  const addKey = (owner: Site, read_only: boolean): string => {
    const value = `key-${randomUUID()}`;
    const hash = createHash('sha256').update(value).digest('hex');
    const key: Key = {
      id: randomUUID(),
      site_id: owner.id,
      kind: 'private',
      name: 'test',
      hash,
      value: null,
      read_only,
      created_at: 0,
      valid_until: null,
    };
    known.set(value, { site: owner, key });
    return value;
  };

  const sites: Pick<SiteRecords, 'byPrivateKey'> = { byPrivateKey: async (presented) => known.get(presented) };
  return {
    sites,
    open(settings: Partial<Site> = {}): SiteKeys & { readonly site: Site } {
      const owner = site(settings);
      return { site: owner, private: addKey(owner, false), readOnly: addKey(owner, true) };
    },
  };
};
