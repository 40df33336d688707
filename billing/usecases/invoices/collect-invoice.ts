import type { Declined } from '../../domain/transactions/declined.ts';
import { collectInvoice as collect } from '../../engine/collections/collect-invoice.ts';
import type { CollectDeps, Collected } from '../../engine/collections/pay-invoice.ts';
import { findConfirmed } from '../../engine/intents/confirmed-action.ts';
import { type AgreedMethod, methodIssues } from '../../engine/recording/methods/paying-method.ts';
import type { Caller } from '../../ports/caller.ts';
import { needInvoice } from '../../queries/invoices/invoices.ts';
import type { CollectedInvoiceInput } from '../../resources/collected-invoice.ts';
import { otherAccountIssues, paymentIn } from '../../resources/stored-payment.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

export type CollectedInvoice = (Exclude<Collected, Declined> & { readonly uuid: string }) | Declined;

/**
 * Collects an open invoice now, at most once an hour for an account, or completes the attempt that the customer has
 * confirmed. `agreed`: the method that was named to the customer or operator: no other is charged. Throws `Invalid`,
 * `token_invalid`, `not_found`, `unable_to_collect`, `too_many_collection_attempts`, `simultaneous_request`.
 */
export const collectInvoice =
  (deps: CollectDeps) =>
  async (
    caller: Caller,
    named: string,
    { value, issues }: Submitted<CollectedInvoiceInput> = { value: {}, issues: [] },
    agreed?: AgreedMethod,
  ): Promise<CollectedInvoice> => {
    const records = deps.storage.of(caller.site.id);
    const { uuid, account_code, account_id, currency } = await needInvoice(records, named);
    const { billing_info_uuid } = value;
    refuse([
      ...issues,
      ...otherAccountIssues('invoice', value, account_code),
      ...(await methodIssues(records, {
        accountId: account_id,
        field: 'invoice.billing_info_uuid',
        named: billing_info_uuid,
        currency,
      })),
    ]);
    const { confirmation = {}, moto } = paymentIn(value);
    const confirmed = await findConfirmed(deps, caller, { input: confirmation ?? {} });
    const collected = await collect(deps, caller, {
      uuid,
      reason: 'forced_collection',
      forced: true,
      billing_info_uuid,
      agreed,
      moto,
      confirmed,
    });
    return collected.outcome === 'declined' ? collected : { ...collected, uuid };
  };
