import type { BusinessEntityRecord, EntitySettings } from '@service/billing/domain/business-entities/record.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import type { EntityAddress } from '@service/billing/resources/business-entity.ts';
import { addBusinessEntity } from '@service/billing/usecases/business-entities/add-business-entity.ts';
import { changeBusinessEntity } from '@service/billing/usecases/business-entities/change-business-entity.ts';
import { removeBusinessEntity } from '@service/billing/usecases/business-entities/remove-business-entity.ts';
import { ADDRESS, typedAddress } from './address-option.ts';
import { type CommandOptions, command, type OptionValues, type Tool, type Toolbox, UsageError } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const OPTIONS = {
  name: { value: '<name>', help: 'The name on invoices and in mail.' },
  address: { value: ADDRESS, help: 'The address on invoices. Parts may be empty, the country is ISO 3166.' },
  'tax-address': { value: ADDRESS, help: 'The address that determines taxes; a new entity has that on invoices.' },
  'origin-tax-address': {
    value: 'origin|destination',
    help: 'destination: taxed as if it were where its customer is.',
  },
  'destination-tax-address': {
    value: 'destination|origin',
    help: 'origin: customers are taxed as if they were where it is.',
  },
  countries: { value: 'none|DE,AT', help: 'It sells to customers in these countries. Each belongs to one entity.' },
  default: { value: 'on|off', help: 'on: it sells where neither account nor country names an entity.' },
  'number-prefix': { value: 'none|<letters>', help: 'Up to four capital letters, with invoice numbers of their own.' },
  'vat-number': { value: 'none|<number>', help: 'Its VAT number on invoices.' },
  'registration-number': { value: 'none|<number>', help: 'Its registration number on invoices.' },
  'customer-notes': { value: 'site|<text>', help: 'The notes on its invoices; site: those of the site.' },
  terms: { value: 'site|<text>', help: 'The terms and conditions on its invoices; site: those of the site.' },
  'reverse-charge-notes': { value: 'site|<text>', help: 'Its text about reverse charge; site: that of the site.' },
  'mail-from': { value: 'site|<email>', help: 'The sender of mail about its invoices; site: that of the site.' },
  'liability-account': { value: 'none|<id>', help: 'The general ledger account of lines that have none of their own.' },
  'revenue-account': { value: 'none|<id>', help: 'The general ledger account of lines that have none of their own.' },
} as const satisfies CommandOptions;

const NO_ADDRESS: EntityAddress = {
  address1: null,
  address2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
  phone: null,
};

const NEW: EntitySettings = {
  name: '',
  invoice_display_address: NO_ADDRESS,
  tax_address: NO_ADDRESS,
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
};

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const MEMBERS = ['business_entity_id', 'code', 'name', 'countries', 'default', 'number_prefix'] as const;

const json = ({
  id,
  code,
  name,
  subscriber_location_countries,
  is_default,
  invoice_number_prefix,
}: BusinessEntityRecord) => ({
  business_entity_id: id,
  code,
  name,
  countries: subscriber_location_countries,
  default: is_default,
  number_prefix: invoice_number_prefix,
});

export const businessEntityTool: Tool = {
  ...topic('business-entity'),
  about: `An invoice is sold by the entity that the account names, else by the one for the country of the billing address, else by
the default one, else by the site itself. A change applies from the next invoice on.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the business entities of a site.',
      example: 'demo',
      prints: 'array',
      members: MEMBERS,
      async run({ sites, storage }, [subdomain = '']) {
        const entities = await storage.of((await needSite(sites, subdomain)).id).businessEntities.all();
        const headings = ['ID', 'CODE', 'NAME', 'COUNTRIES', 'DEFAULT', 'PREFIX'];
        return {
          text:
            entities.length === 0
              ? `${subdomain} has no business entities.`
              : inColumns([headings, ...entities.map(row)]),
          json: entities.map(json),
        };
      },
    }),
    create: command({
      takes: ['subdomain', 'code'],
      does: 'Adds a business entity.',
      example: 'demo germany --name Küste --address "Kai 1;;Hamburg;;20457;DE"',
      options: OPTIONS,
      members: MEMBERS,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const sent = readSettings(given);
        const settings = {
          ...NEW,
          ...sent,
          tax_address: sent.tax_address ?? sent.invoice_display_address ?? NO_ADDRESS,
        };
        const added = await addBusinessEntity(toolbox)(await callerAt(toolbox, subdomain), code, settings);
        return { text: `Business entity ${code} was added with the id ${added.id}.`, json: json(added) };
      },
    }),
    change: command({
      takes: ['subdomain', 'code'],
      does: 'Changes the given settings of a business entity, and leaves the rest.',
      example: 'demo germany --number-prefix DE --default on',
      options: OPTIONS,
      members: MEMBERS,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const settings = readSettings(given);
        if (Object.keys(settings).length === 0) throw new UsageError('Give at least one setting to change.');
        const changed = await changeBusinessEntity(toolbox)(await callerAt(toolbox, subdomain), code, settings);
        return { text: `Business entity ${code} was changed, from the next invoice on.`, json: json(changed) };
      },
    }),
    remove: command({
      takes: ['subdomain', 'code'],
      does: 'Removes a business entity. Invoices that exist keep it.',
      example: 'demo germany',
      members: ['code'],
      async run(toolbox, [subdomain = '', code = '']) {
        await removeBusinessEntity(toolbox)(await callerAt(toolbox, subdomain), code);
        return { text: `Business entity ${code} was removed. Its invoices keep it.`, json: { code } };
      },
    }),
  },
};

const readSettings = (given: OptionValues): Partial<EntitySettings> => ({
  ...(typeof given.name === 'string' ? { name: given.name } : {}),
  ...read(given, 'address', 'invoice_display_address', typedAddress),
  ...read(given, 'tax-address', 'tax_address', typedAddress),
  ...read(given, 'origin-tax-address', 'origin_tax_address_source', readSource),
  ...read(given, 'destination-tax-address', 'destination_tax_address_source', readSource),
  ...read(given, 'countries', 'subscriber_location_countries', (typed) =>
    typed === 'none' ? [] : typed.split(',').map((country) => country.trim()),
  ),
  ...read(given, 'default', 'is_default', readSwitch),
  ...read(given, 'number-prefix', 'invoice_number_prefix', (typed) => (typed === 'none' ? '' : typed)),
  ...read(given, 'vat-number', 'default_vat_number', orNull('none')),
  ...read(given, 'registration-number', 'default_registration_number', orNull('none')),
  ...read(given, 'customer-notes', 'customer_notes', orNull('site')),
  ...read(given, 'terms', 'terms_and_conditions', orNull('site')),
  ...read(given, 'reverse-charge-notes', 'vat_reverse_charge_notes', orNull('site')),
  ...read(given, 'mail-from', 'mail_from', orNull('site')),
  ...read(given, 'liability-account', 'default_liability_gl_account_id', orNull('none')),
  ...read(given, 'revenue-account', 'default_revenue_gl_account_id', orNull('none')),
});

const read = <K extends keyof EntitySettings>(
  given: OptionValues,
  option: keyof typeof OPTIONS,
  name: K,
  value: (typed: string, option: string) => EntitySettings[K],
): Partial<EntitySettings> => {
  const typed = given[option];
  return typeof typed === 'string' ? { [name]: value(typed, option) } : {};
};

const orNull =
  (none: string) =>
  (typed: string): string | null =>
    typed === none ? null : typed;

const readSource = (typed: string, option: string): 'origin' | 'destination' => {
  if (typed !== 'origin' && typed !== 'destination') {
    throw new UsageError(`--${option} takes origin or destination, not “${typed}”.`);
  }
  return typed;
};

const readSwitch = (typed: string): boolean => {
  if (typed !== 'on' && typed !== 'off') throw new UsageError(`--default takes on or off, not “${typed}”.`);
  return typed === 'on';
};

const row = ({
  id,
  code,
  name,
  subscriber_location_countries,
  is_default,
  invoice_number_prefix,
}: BusinessEntityRecord): string[] => [
  id,
  code,
  name,
  subscriber_location_countries.join(',') || '-',
  is_default ? 'on' : 'off',
  invoice_number_prefix || '-',
];

if (import.meta.main) await main(businessEntityTool);
