import type { BusinessEntityRecord } from '../../domain/business-entities/record.ts';
import { asSeller, chosenEntity, type InvoiceSeller, SITE_SELLS } from '../../domain/business-entities/seller.ts';
import { labelsOf, referredAccounts } from '../../domain/general-ledger/labels.ts';
import type { Records } from '../../ports/storage.ts';
import type { LedgerReferences } from '../../resources/ledger-references.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';
import { shortListing } from '../lists/short-listing.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

type SellerRecords = Pick<Records, 'businessEntities' | 'generalLedgerAccounts'>;

/** Lists the business entities of a site. */
export const listBusinessEntities = siteList(({ businessEntities }) => shortListing(() => businessEntities.all()));

/** Returns a business entity, also one that was removed. Throws `not_found`. */
export const findBusinessEntity = siteQuery(async ({ businessEntities }, id: string): Promise<BusinessEntityRecord> => {
  const found = await businessEntities.find(id);
  if (!found) throw notFound('BusinessEntity', 'uuid', id);
  return found;
});

/** Returns an entity by its code. Throws `not_found`. */
export const needBusinessEntity = async (
  { businessEntities }: Pick<Records, 'businessEntities'>,
  code: string,
): Promise<BusinessEntityRecord> => {
  const found = (await businessEntities.all()).find((one) => one.code === code);
  if (!found) throw notFound('BusinessEntity', 'code', code);
  return found;
};

/** Returns who sells to a customer from the next invoice on. */
export const sellerFor = async (
  records: SellerRecords,
  site: Site,
  override: string | null | undefined,
  country: string | null | undefined,
): Promise<InvoiceSeller> =>
  sellerAs(records, site, chosenEntity(await records.businessEntities.all(), override ?? null, country));

/** Returns the seller of an invoice that exists, for what continues it. */
export const sellerOfInvoice = async (
  records: SellerRecords,
  site: Site,
  business_entity_id: string | null,
): Promise<InvoiceSeller> =>
  sellerAs(records, site, business_entity_id ? await records.businessEntities.find(business_entity_id) : undefined);

const sellerAs = async (
  { generalLedgerAccounts }: Pick<Records, 'generalLedgerAccounts'>,
  site: Site,
  entity: BusinessEntityRecord | undefined,
): Promise<InvoiceSeller> => {
  if (!entity) return { site, entity, header: SITE_SELLS };
  const defaults: LedgerReferences = {
    liability_gl_account_id: entity.default_liability_gl_account_id,
    revenue_gl_account_id: entity.default_revenue_gl_account_id,
    performance_obligation_id: null,
  };
  const labels = labelsOf(defaults, await generalLedgerAccounts.byIds(referredAccounts([defaults])));
  const { id, invoice_number_prefix } = entity;
  return { site: asSeller(site, entity), entity, header: { business_entity_id: id, invoice_number_prefix, labels } };
};
