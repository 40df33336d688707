import type { CodeState } from '../../domain/coupons/coupon.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needBulkCoupon } from '../../queries/catalogue/coupons.ts';
import { type CodeRow, listCodeRows } from '../../queries/lists/code-list.ts';
import { everyRow } from '../../queries/lists/row-list.ts';

/**
 * Returns the unique codes of a bulk coupon that are in a state, or all of them, oldest first and no faster than they
 * are consumed. Each code is worth money, therefore the audit log says who read them. Throws `not_found`, `Invalid`
 * unless it is a bulk coupon.
 */
export const readCodes =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  async (caller: Caller, code: string, state?: CodeState): Promise<AsyncIterable<CodeRow>> => {
    const campaign = await storage.transaction(caller.site.id, async (records) => {
      const found = await needBulkCoupon(records, code);
      await records.auditLog.append(auditEntry(world, caller, 'coupon.codes_read', found.coupon_code));
      return found;
    });
    return inState(everyRow({ storage }, listCodeRows, caller, { order: 'asc', coupon: campaign }), state);
  };

async function* inState(rows: AsyncIterable<CodeRow>, state: CodeState | undefined): AsyncGenerator<CodeRow> {
  for await (const row of rows) {
    if (state === undefined || row.state === state) yield row;
  }
}
