import { checkAnswered } from '../../domain/events/payment-events.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { gatewayIssues } from '../../engine/accounts/gateway-issues.ts';
import { findConfirmed } from '../../engine/intents/confirmed-action.ts';
import type { PaymentDeps } from '../../engine/intents/open-intent.ts';
import { currencyOfCheck, verifyMethod } from '../../engine/intents/verify-method.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { earlierOutcome, recordOutcome } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { findBillingInfo, type NamedMethod } from '../../queries/accounts/billing-info.ts';
import type { Submitted } from '../../resources/submitted.ts';
import type { VerifyInput } from '../../resources/verify.ts';
import { debitCurrency } from '../../values/bank/debits.ts';
import { Failure, refuse } from '../../values/failure.ts';

export type VerifiedBillingInfo = { readonly outcome: 'verified'; readonly transaction: string } | Declined;

/**
 * Verifies a payment method on file at its gateway, without taking money, and records the result as a transaction.
 * Returns its uuid. Throws `not_found`, `Invalid` for an unknown gateway, `simultaneous_request`.
 */
export const verifyBillingInfo =
  (deps: Omit<PaymentDeps, 'vault'>) =>
  async (
    caller: Caller,
    named: NamedMethod,
    { value, issues }: Submitted<VerifyInput>,
  ): Promise<VerifiedBillingInfo> => {
    const { storage, gateways, world } = deps;
    const { account_code } = named;
    const records = storage.of(caller.site.id);
    const before = await earlierOutcome<{ transaction: string }>(records, caller);
    if (before) return before.outcome === 'declined' ? before : { outcome: 'verified', ...before.value };
    const info = await findBillingInfo(deps)(caller, named);
    const account = await needAccount(records, account_code);
    refuse([...issues, ...(await gatewayIssues(gateways, caller.site, 'verify.gateway_code', value.gateway_code))]);

    const confirmed = await findConfirmed(deps, caller, { input: value });
    const verified = await verifyMethod(deps, caller, {
      subject: account.id,
      accountId: account.id,
      payer: account,
      info,
      method: { reference: info.reference },
      currency: debitCurrency(info.type) ?? (await currencyOfCheck(records, caller.site, account.id)),
      gateway_code: value.gateway_code || info.gateway_code,
      network_transaction_id: info.network_transaction_id,
      token_id: null,
      confirmed,
    });
    if (verified.outcome === 'declined') return verified;
    const { transaction, intent } = verified;
    await storage.transaction(caller.site.id, async (records) => {
      // The lease expired, and another process has voided the check.
      if (!(await records.intents.complete(intent))) throw new Failure('simultaneous_request');
      await records.transactions.add(transaction);
      records.events.say(...checkAnswered(transaction));
      await records.auditLog.append(auditEntry(world, caller, 'billing_info.verified', account_code));
      await recordOutcome(records, caller, { transaction: transaction.uuid });
    });
    return { outcome: 'verified', transaction: transaction.uuid };
  };
