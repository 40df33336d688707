import type { Caller } from '../../caller.ts';
import { auditEntry } from '../../engine/audit-entry.ts';
import type { RecordedOrder } from '../../engine/orders/record-order.ts';
import { type CollectDeps, recovered } from '../../engine/payments/collect-invoice.ts';
import { CAN_FAIL, failInvoice } from '../../engine/payments/fail-invoice.ts';
import { movingMoney } from '../../engine/payments/open-intent.ts';
import { Failure } from '../../failure.ts';
import { invoiceName } from '../../invoices/invoice-name.ts';
import { paid } from '../../invoices/pay-drafts.ts';
import type { ShownInvoice } from '../../invoices/record.ts';
import { saidToBePaid } from '../../ledger/movements.ts';
import type { Records } from '../../ports/storage.ts';
import { needInvoice } from '../../queries/invoices/need-invoice.ts';

/** A charge invoice in one of these states, as it is now; or `invoice_not_pending`. */
const needOpen = async (records: Records, named: string, states: readonly string[]): Promise<ShownInvoice> => {
  const found = await needInvoice(records, named);
  if (found.type !== 'charge' || !states.includes(found.state)) {
    throw new Failure('invoice_not_pending', { value: invoiceName(found) });
  }
  return found;
};

/**
 * Takes the merchant's word that an open charge invoice was paid, without a payment. Throws `not_found`,
 * `invoice_not_pending`.
 */
export const markSuccessful =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string): Promise<string> => {
    const { world } = deps;
    const { account_id, uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    await movingMoney(deps)(caller, account_id, async (records) => {
      const found = await needOpen(records, uuid, ['pending', 'past_due']);
      const at = caller.at;
      await records.ledger.append(saidToBePaid(world, found, at));
      const after = paid(found, found.balance_in_cents, at);
      await records.invoices.save(recovered(after, found, 'marked_successful'));
      await records.auditLog.append(auditEntry(world, caller, 'invoice.marked_successful', invoiceName(found)));
      return after;
    });
    return uuid;
  };

/**
 * Gives an open charge invoice up: it fails, and a credit invoice closes what was owed. Throws `not_found`,
 * `invoice_not_pending`.
 */
export const markFailed =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string): Promise<Pick<RecordedOrder, 'charge' | 'credits'>> => {
    const { world } = deps;
    const { account_id, uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    return movingMoney(deps)(caller, account_id, async (records) => {
      const found = await needOpen(records, uuid, CAN_FAIL);
      const writeOff = await failInvoice(records, world, found, caller.at);
      await records.auditLog.append(auditEntry(world, caller, 'invoice.marked_failed', invoiceName(found)));
      return { charge: uuid, credits: [writeOff] };
    });
  };
