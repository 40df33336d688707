import { Failure } from '../../failure.ts';
import type { Records } from '../../ports/records.ts';
import type { ShownInvoice } from '../../ports/selling.ts';
import type { Caller } from '../../ports/world.ts';
import { invoiceName, needInvoice } from '../../rules/invoice.ts';
import { eventOf } from '../../rules/journal.ts';
import { saidToBePaid } from '../../selling/ledger.ts';
import { paid } from '../../selling/pay-drafts.ts';
import { siteTime } from '../../site.ts';
import { movingMoney } from '../payments/open-intent.ts';
import type { RecordedSale } from '../selling/record-sale.ts';
import { type CollectDeps, recovered } from './collect-invoice.ts';
import { CAN_FAIL, failInvoice } from './fail-invoice.ts';

/** A charge invoice in one of these states, as it is now; or `invoice_not_pending`. */
const needOpen = async (records: Records, named: string, states: readonly string[]): Promise<ShownInvoice> => {
  const found = await needInvoice(records, named);
  if (found.type !== 'charge' || !states.includes(found.state)) {
    throw new Failure('invoice_not_pending', { value: invoiceName(found) });
  }
  return found;
};

/** Takes the merchant's word that an open charge invoice was paid, without a payment (reference "lifecycles", section 3.2). Throws `not_found`, `invoice_not_pending`. */
export const markSuccessful =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string): Promise<string> => {
    const { world } = deps;
    const { account_id, uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    await movingMoney(deps)(caller, account_id, async (records) => {
      const found = await needOpen(records, uuid, ['pending', 'past_due']);
      const at = siteTime(caller.site, world.clock);
      await records.ledger.append(saidToBePaid(world, found, at));
      const after = paid(found, found.balance_in_cents, at);
      await records.invoices.save(recovered(after, found, 'marked_successful'));
      await records.events.append(eventOf(world, caller, 'invoice.marked_successful', invoiceName(found)));
      return after;
    });
    return uuid;
  };

/** Gives an open charge invoice up: it fails, and a credit invoice closes what was owed. Throws `not_found`, `invoice_not_pending`. */
export const markFailed =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string): Promise<Pick<RecordedSale, 'charge' | 'credits'>> => {
    const { world } = deps;
    const { account_id, uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    return movingMoney(deps)(caller, account_id, async (records) => {
      const found = await needOpen(records, uuid, CAN_FAIL);
      const writeOff = await failInvoice(records, world, found, siteTime(caller.site, world.clock));
      await records.events.append(eventOf(world, caller, 'invoice.marked_failed', invoiceName(found)));
      return { charge: uuid, credits: [writeOff] };
    });
  };
