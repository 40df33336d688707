import type {
  ExternalAccountRecord,
  ExternalInvoiceRecord,
  ExternalPhaseRecord,
  ExternalProductRecord,
  ExternalReferenceRecord,
  ExternalSubscriptionRecord,
} from '../../domain/external/record.ts';
import type { ExternalName } from '../../ports/external.ts';
import type { Records } from '../../ports/storage.ts';
import { type Failure, notFound } from '../../values/failure.ts';
import { needAccount } from '../accounts/accounts.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

type External = Pick<Records, 'external'>;

/** Reads an id as clients write it: bare, `uuid-…`, or the store’s own as `external-id-…`. */
const nameIn = (written: string): ExternalName => {
  if (written.startsWith('external-id-')) return { external_id: written.slice('external-id-'.length) };
  return { id: written.startsWith('uuid-') ? written.slice('uuid-'.length) : written };
};

const unknown = (model: string, id: string): Failure => notFound(model, 'id', id);

/** Returns an account of a customer at an app store. Throws `not_found`. */
export const needExternalAccount = async (
  records: External & Pick<Records, 'accounts'>,
  account_code: string,
  id: string,
): Promise<ExternalAccountRecord> => {
  const account = await needAccount(records, account_code);
  const found = await records.external.accounts.find(account.id, id);
  if (!found) throw unknown('ExternalAccount', id);
  return found;
};

/** Returns a product that app stores sell. Throws `not_found`. */
export const needExternalProduct = async ({ external }: External, id: string): Promise<ExternalProductRecord> => {
  const found = await external.products.find(id);
  if (!found) throw unknown('ExternalProduct', id);
  return found;
};

/** Returns the reference of a product; of any product, unless one is named. Throws `not_found`. */
export const needExternalReference = async (
  records: External,
  id: string,
  productId?: string,
): Promise<ExternalReferenceRecord> => {
  const product = productId === undefined ? undefined : await needExternalProduct(records, productId);
  const found = await records.external.references.find(id);
  if (!found || (product && found.product_key !== product.key)) throw unknown('ExternalProductReference', id);
  return found;
};

/** Returns a subscription at an app store by any form of its id. Throws `not_found`. */
export const needExternalSubscription = async (
  { external }: External,
  id: string,
): Promise<ExternalSubscriptionRecord> => {
  const found = await external.subscriptions.find(nameIn(id));
  if (!found) throw unknown('ExternalSubscription', id);
  return found;
};

const needExternalInvoice = async ({ external }: External, id: string): Promise<ExternalInvoiceRecord> => {
  const found = await external.invoices.find(nameIn(id));
  if (!found) throw unknown('ExternalInvoice', id);
  return found;
};

/** Returns a payment phase, of the subscription that is named, if one is. Throws `not_found`. */
const needExternalPhase = async (
  records: External,
  id: string,
  subscription?: string,
): Promise<ExternalPhaseRecord> => {
  const owner = subscription === undefined ? undefined : await needExternalSubscription(records, subscription);
  const found = await records.external.phases.find(id);
  if (!found || (owner && found.subscription_key !== owner.key)) throw unknown('ExternalPaymentPhase', id);
  return found;
};

export const findExternalAccount = siteQuery(needExternalAccount);
export const findExternalProduct = siteQuery(needExternalProduct);
export const findExternalReference = siteQuery(needExternalReference);
export const findExternalSubscription = siteQuery(needExternalSubscription);
export const findExternalInvoice = siteQuery(needExternalInvoice);
export const findExternalPhase = siteQuery(needExternalPhase);

/** Lists the accounts of a customer at app stores. */
export const listExternalAccounts = siteList(({ external }) => external.accounts);

/** Lists the products that app stores sell. */
export const listExternalProducts = siteList(({ external }) => external.products);

/** Lists the references of a product. */
export const listExternalReferences = siteList(({ external }) => external.references);

/** Lists subscriptions at app stores. */
export const listExternalSubscriptions = siteList(({ external }) => external.subscriptions);

/** Lists invoices of app stores. */
export const listExternalInvoices = siteList(({ external }) => external.invoices);

/** Lists the payment phases of a subscription at an app store. */
export const listExternalPhases = siteList(({ external }) => external.phases);
