import type { EntitySettings } from '@service/billing/domain/business-entities/record.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { addBusinessEntity } from '@service/billing/usecases/business-entities/add-business-entity.ts';
import { unlessThere } from './catalogue.ts';

interface Deps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly world: World;
}

const entity = (
  name: string,
  [address1, city, state, zip, country]: readonly [string, string, string | null, string, string],
  more: Partial<EntitySettings> = {},
): EntitySettings => {
  const address = { address1, address2: null, city, state, zip, country, phone: null };
  return {
    name,
    invoice_display_address: address,
    tax_address: address,
    origin_tax_address_source: 'origin',
    destination_tax_address_source: 'destination',
    subscriber_location_countries: [],
    default_vat_number: null,
    default_registration_number: null,
    default_liability_gl_account_id: null,
    default_revenue_gl_account_id: null,
    is_default: false,
    invoice_number_prefix: '',
    customer_notes: null,
    terms_and_conditions: null,
    vat_reverse_charge_notes: null,
    mail_from: null,
    ...more,
  };
};

const ENTITIES: Readonly<Record<string, EntitySettings>> = {
  america: entity('Tideline America, Inc.', ['1 Harbour Street', 'San Francisco', 'CA', '94105', 'US']),
  pacific: entity('Tideline Pacific Ltd', ['8 Queens Wharf', 'Wellington', null, '6011', 'NZ'], {
    subscriber_location_countries: ['NZ'],
    default_registration_number: 'NZBN 9429000000000',
    invoice_number_prefix: 'NZ',
  }),
};

/**
 * Adds the missing business entities to the demo site: one that accounts can name, and one that sells to New Zealand.
 * Does nothing without a demo site.
 */
export const seedBusinessEntities = async ({ storage, sites, world }: Deps): Promise<void> => {
  const site = await sites.find('demo');
  if (!site) return;
  const caller: Caller = { site, actor: 'demo seed', at: siteTime(site, world.clock), correlation: world.ids.uuid() };
  const add = addBusinessEntity({ storage, world });
  for (const [code, settings] of Object.entries(ENTITIES)) await unlessThere(add(caller, code, settings));
};
