import type { DisputeRecord } from '../../domain/disputes/dispute.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';

export interface ListedDispute {
  readonly dispute: DisputeRecord;
  /** The disputed payment. */
  readonly payment: ShownTransaction | undefined;
}

/** Returns at most `limit` disputes of a site with their payments: undecided ones first, then the latest. */
export const listDisputes =
  ({ storage }: { readonly storage: Storage }) =>
  async ({ id }: Pick<Site, 'id'>, limit: number): Promise<readonly ListedDispute[]> => {
    const { disputes, transactions } = storage.of(id);
    const listed: ListedDispute[] = [];
    for (const dispute of await disputes.undecidedFirst(limit)) {
      listed.push({ dispute, payment: await transactions.find(dispute.transaction_uuid) });
    }
    return listed;
  };

/** Returns a dispute by its id. Throws `not_found`. */
export const needDispute = async ({ disputes }: Pick<Records, 'disputes'>, id: string): Promise<DisputeRecord> => {
  const found = await disputes.find(id.replaceAll('-', '').toLowerCase());
  if (!found) throw notFound('Dispute', 'id', id);
  return found;
};
