import type { CollectionParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import { invoice, invoiceCollection } from '@service/billing/resources/invoice.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import { atLeast } from '@service/billing/resources/version.ts';
import { relationsOf } from '../../../documents/xml/addresses.ts';
import { invoiceCollectionView, invoiceView } from '../../../documents/xml/views/invoice.ts';
import type { ApiRequest, EndpointAnswer } from '../endpoint.ts';
import { shown } from './answers.ts';

type Reader = Pick<ApiRequest, 'version' | 'words'>;

/**
 * Returns the result of invoicing: from 2.10 on an invoice collection; before, a single invoice, the charge invoice if
 * there is one.
 */
export const collectionShown = (reader: Reader, parts: CollectionParts): EndpointAnswer => {
  const { resource, record } = shaped(reader, parts);
  return shown(resource, record);
};

/** The same with 201, and the URL of that invoice. */
export const collectionCreated = (reader: Reader, parts: CollectionParts): EndpointAnswer => {
  const location = relationsOf(invoice)?.self?.(mainOf(parts).invoice);
  return { is: 'record', status: 201, ...shaped(reader, parts), ...(location ? { location } : {}) };
};

const shaped = ({ version, words }: Reader, parts: CollectionParts): { resource: Resource; record: object } =>
  atLeast(version, '2.10')
    ? { resource: invoiceCollection, record: invoiceCollectionView(parts, version, words) }
    : { resource: invoice, record: invoiceView(mainOf(parts), version, words) };

const mainOf = ({ charge, credits }: CollectionParts) => (charge ?? credits[0])!;
