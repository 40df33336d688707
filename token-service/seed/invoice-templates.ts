import type { TemplateSettings } from '@service/billing/domain/invoice-templates/record.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { addInvoiceTemplate } from '@service/billing/usecases/invoice-templates/add-invoice-template.ts';
import { unlessThere } from './catalogue.ts';
import { DEMO_SUBDOMAIN } from './demo.ts';

interface Deps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly world: World;
}

/** For companies that book invoices by cost centre. Its texts use custom fields that the demo site has. */
const COMPANIES: TemplateSettings = {
  name: 'Companies',
  description: 'Without dates and free lines, with the custom fields of account and charge',
  is_default: false,
  header_image: null,
  footer_image: null,
  address: {
    address1: '1 Harbour Street',
    address2: null,
    city: 'San Francisco',
    state: 'CA',
    zip: '94105',
    country: 'US',
    phone: null,
  },
  hide_line_dates: true,
  hide_zero_lines: true,
  text: 'Questions about this invoice? Write to billing@tideline.example.\nYour size: {account.size}',
  line_text: 'Batch {charge.batch}',
};

/** Adds the missing invoice template to the demo site. Does nothing without a demo site. */
export const seedInvoiceTemplates = async ({ storage, sites, world }: Deps): Promise<void> => {
  const site = await sites.find(DEMO_SUBDOMAIN);
  if (!site) return;
  const caller: Caller = { site, actor: 'demo seed', at: siteTime(site, world.clock), correlation: world.ids.uuid() };
  await unlessThere(addInvoiceTemplate({ storage, world })(caller, 'companies', COMPANIES));
};
