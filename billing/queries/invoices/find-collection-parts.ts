import type { CollectionParts } from '../../domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { QueryDeps } from '../site-query.ts';
import { partsOf, type Reading } from './read-invoice-parts.ts';

/** The invoices that an operation has recorded, by uuid. */
export interface RecordedInvoices {
  readonly charge: string | null | undefined;
  readonly credits: readonly string[];
}

/** Returns the invoices that an operation has recorded, with all that is shown inside them. */
export const findCollectionParts =
  ({ storage }: QueryDeps) =>
  async (reading: Reading, { charge, credits }: RecordedInvoices): Promise<CollectionParts> => {
    const records = storage.of(reading.caller.site.id);
    const found = async (uuid: string): Promise<ShownInvoice[]> => {
      const invoice = await records.invoices.find(uuid);
      return invoice ? [invoice] : [];
    };
    const invoices = (await Promise.all([...(charge ? [charge] : []), ...credits].map(found))).flat();
    const parts = await partsOf(records, invoices, reading);
    return {
      charge: parts.find(({ invoice }) => invoice.uuid === charge) ?? null,
      credits: parts.filter(({ invoice }) => invoice.uuid !== charge),
    };
  };
