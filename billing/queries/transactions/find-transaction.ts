import type { ShownTransaction } from '../../domain/transactions/record.ts';
import { asSettled } from '../../domain/transactions/settled.ts';
import type { Caller } from '../../ports/caller.ts';
import { notFound } from '../../values/failure.ts';
import type { QueryDeps } from '../site-query.ts';

/** Returns a transaction as it stands at the moment of the caller. Throws `not_found`. */
export const findTransaction =
  ({ storage }: QueryDeps) =>
  async ({ site, at }: Pick<Caller, 'site' | 'at'>, uuid: string): Promise<ShownTransaction> => {
    const found = await storage.of(site.id).transactions.find(uuid.replaceAll('-', '').toLowerCase());
    if (!found) throw notFound('Transaction', 'uuid', uuid);
    return asSettled(found, at);
  };
