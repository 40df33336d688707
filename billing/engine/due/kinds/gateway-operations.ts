import { OPERATIONS_KEPT_FOR } from '../../../domain/payments/gateway-operations.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { DueEntry } from './kind.ts';

/** Deleted in one transaction, so that requests do not wait for it. */
const AT_ONCE = 500;

/** Operations at gateways that nothing looks up any more are deleted, a day's at a time. */
export const gatewayOperations = ({ storage }: { readonly storage: Storage }): DueEntry => ({
  next: (records, until, limit) => records.gatewayOperations.expired(until, limit),
  async run({ site, at }) {
    const before = at - OPERATIONS_KEPT_FOR;
    let removed: number;
    do {
      removed = await storage.transaction(site.id, (records) =>
        records.gatewayOperations.removeExpired(before, AT_ONCE),
      );
    } while (removed === AT_ONCE);
  },
});
