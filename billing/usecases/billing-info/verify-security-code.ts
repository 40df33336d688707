import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import { checkAnswered } from '../../domain/events/payment-events.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { transactionRecord, VERIFICATION } from '../../domain/transactions/transaction.ts';
import { compareSecurityCode } from '../../engine/intents/compare-security-code.ts';
import type { PaymentDeps } from '../../engine/intents/open-intent.ts';
import { currencyOfCheck } from '../../engine/intents/verify-method.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { PresentedCode } from '../../ports/vault.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { findBillingInfo, type NamedMethod } from '../../queries/accounts/billing-info.ts';
import { Failure, Invalid, type Issue, refuse } from '../../values/failure.ts';
import type { Secret } from '../../values/secret.ts';

export interface VerifySecurityCode extends NamedMethod {
  readonly code: Secret | null | undefined;
  readonly issues: readonly Issue[];
}

export type VerifiedSecurityCode =
  | { readonly outcome: 'matches'; readonly account: AccountRecord; readonly billingInfo: BillingInfoRecord }
  | Declined;

/**
 * Compares a security code with the card on file, and records the result as a transaction. A wrong code counts as a
 * declined attempt, because a security code could be found by trying all thousand. Five wrong codes lock the card for a
 * day. Throws `not_found`, `Invalid`, `cvv_verify_locked`, `too_many_attempts`, `simultaneous_request`.
 */
export const verifySecurityCode =
  (deps: PaymentDeps) =>
  async (caller: Caller, { code, issues, ...named }: VerifySecurityCode): Promise<VerifiedSecurityCode> => {
    const { storage, vault, world } = deps;
    const { site } = caller;
    const { account_code } = named;
    const records = storage.of(site.id);
    const billingInfo = await findBillingInfo(deps)(caller, named);
    const account = await needAccount(records, account_code);
    const presented = judged(billingInfo, issues, () => vault.presentCode(code, billingInfo.card_type));

    const currency = await currencyOfCheck(records, site, account.id);
    const payer = { account_code, email: account.email };
    const check = { payer, info: billingInfo, code: presented, currency };
    const answer = await compareSecurityCode(deps, caller, check);
    if (answer.outcome === 'reached') {
      const symbol = answer.scope === 'security_code' ? 'cvv_verify_locked' : 'too_many_attempts';
      throw new Failure(symbol, { seconds: answer.retry_after });
    }
    const about = {
      accountId: account.id,
      payer: account,
      info: billingInfo,
      currency,
      byToken: false,
      gateway_code: billingInfo.gateway_code,
    };
    const transaction = transactionRecord(world, caller.at, { ...about, ...VERIFICATION }, answer);
    await storage.transaction(site.id, async (records) => {
      await records.transactions.add(transaction);
      records.events.say(...checkAnswered(transaction));
      await records.auditLog.append(auditEntry(world, caller, 'billing_info.cvv_verified', account_code));
    });
    if (answer.outcome === 'succeeded') return { outcome: 'matches', account, billingInfo };
    return { outcome: 'declined', error_code: answer.error_code, transaction };
  };

const judged = (
  { type }: BillingInfoRecord,
  issues: readonly Issue[],
  present: () => { readonly accepted: PresentedCode } | { readonly issues: readonly Issue[] },
): PresentedCode => {
  refuse(issues);
  if (type !== 'credit_card')
    throw new Invalid([{ field: 'billing_info.verification_value', symbol: 'present', reason: 'of_a_card' }]);
  const code = present();
  if ('accepted' in code) return code.accepted;
  throw new Invalid(code.issues.map((issue) => ({ ...issue, field: `billing_info.${issue.field}` })));
};
