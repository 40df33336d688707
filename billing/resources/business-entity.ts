import { code, embedded, link, maybe, noted, oneOf, since, text, time, words } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** An address of the merchant. */
export const entityAddress = resource('address', {
  address1: maybe(text()),
  address2: maybe(text()),
  city: maybe(text()),
  state: maybe(text()),
  zip: maybe(text(50)),
  country: maybe(text(2)),
  phone: maybe(text(50)),
});

export const TAX_ADDRESS_SOURCES = ['origin', 'destination'] as const;

/** A company of the merchant that sells: invoices have its name, address, taxes and numbers. */
export const businessEntity = resource(
  'business_entity',
  {
    invoices: link(),
    id: code(13),
    code: code(50),
    name: text(255),
    invoice_display_address: embedded(() => entityAddress),
    tax_address: embedded(() => entityAddress),
    origin_tax_address_source: noted(
      'origin: the tax address of the entity; destination: the address of the customer.',
      oneOf(TAX_ADDRESS_SOURCES),
    ),
    destination_tax_address_source: noted(
      'destination: the address of the customer; origin: the tax address of the entity.',
      oneOf(TAX_ADDRESS_SOURCES),
    ),
    subscriber_location_countries: words('subscriber_location_country', 2),
    default_vat_number: maybe(code(20)),
    default_registration_number: maybe(code(30)),
    default_liability_gl_account_id: since('2.29', maybe(code(13))),
    default_revenue_gl_account_id: since('2.29', maybe(code(13))),
    created_at: time(),
    updated_at: time(),
  },
  { plural: 'business_entities' },
);

export type EntityAddress = Infer<typeof entityAddress>;
export type BusinessEntity = Infer<typeof businessEntity>;
