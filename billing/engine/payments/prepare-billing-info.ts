import type { AccountRecord } from '../../accounts/record.ts';
import { billingInfoIssues, needsConfirming, resulting } from '../../billing-info/billing-info.ts';
import type { BillingInfoRecord } from '../../billing-info/record.ts';
import type { Caller } from '../../caller.ts';
import { Failure, Invalid, type Issue, refuse } from '../../failure.ts';
import type { Declined } from '../../payments/declined.ts';
import type { Records } from '../../ports/storage.ts';
import type { Presented } from '../../ports/vault.ts';
import { defaultCurrency } from '../../site.ts';
import type { Payer } from '../../transactions/transaction.ts';
import { earlierOutcome } from './answered-once.ts';
import { gatewayIssues } from './gateway-issues.ts';
import type { OfferedBillingInfo } from './offered-billing-info.ts';
import type { PaymentDeps } from './open-intent.ts';
import { abandon } from './reverse-abandoned.ts';
import { schedulePastDue } from './schedule-collection.ts';
import { type Verified, verifyPayment } from './verify-payment.ts';

export interface Preparing {
  /** Undefined while the account is only wished for. */
  readonly account: AccountRecord | undefined;
  readonly payer: Payer;
  readonly held: BillingInfoRecord | undefined;
  readonly offered: OfferedBillingInfo;
  /** Where the billing info stands in the request: `billing_info`, `account.billing_info`. */
  readonly path: string;
  /** What is wrong with the rest of the request; refused together with what is wrong here. */
  readonly issues: readonly Issue[];
}

export type SaveBillingInfo = (records: Records, accountId: string) => Promise<void>;

export type Prepared =
  | {
      readonly outcome: 'ready';
      /**
       * Records what it was prepared for, in one transaction with `save`, which puts it on file for an account. When
       * that is refused, no other request has to wait for the check.
       */
      readonly record: <T>(work: (records: Records, save: SaveBillingInfo) => Promise<T>) => Promise<T>;
    }
  | Declined;

/**
 * Brings offered billing info to the point where it can be saved: read, judged, and confirmed by a gateway unless only
 * a name or an address changed. A token refused before a gateway was asked is released; afterwards it is gone. A
 * repeated request with the same `Idempotency-Key` is declined as before. Throws `Invalid`, `token_invalid`,
 * `simultaneous_request`.
 */
export const prepareBillingInfo =
  (deps: PaymentDeps) =>
  async (caller: Caller, request: Preparing): Promise<Prepared> => {
    const { held, offered, path, issues } = request;
    const before = await earlierOutcome(deps.storage.of(caller.site.id), caller);
    if (before?.outcome === 'declined') return before;
    const token = offered.input.token_id;
    if (token) refuse(issues);
    // Whoever sells holds the token already.
    const presented = offered.presented ?? (token ? await deps.vault.hold(caller.site, token) : undefined);
    try {
      if (presented || held) return await confirm(deps, caller, request, presented);
      throw new Invalid(issues.length > 0 ? issues : [{ field: `${path}.number`, symbol: 'blank' }]);
    } finally {
      await presented?.release();
    }
  };

const confirm = async (
  deps: PaymentDeps,
  caller: Caller,
  { account, payer, held, offered, path, issues }: Preparing,
  presented: Presented | undefined,
): Promise<Prepared> => {
  const now = caller.at;
  const info = resulting(held, offered, presented);
  refuse([
    ...issues,
    ...billingInfoIssues(caller.site, now, path, info),
    ...(await gatewayIssues(deps.gateways, caller.site, `${path}.gateway_code`, offered.input.gateway_code)),
  ]);

  const file = (verified?: Extract<Verified, { outcome: 'verified' }>): Prepared => {
    const save: SaveBillingInfo = async (records, accountId) => {
      // Others may have written since it was judged: what they changed stays, and another card is not taken for the one
      // that was meant.
      const current = await records.billingInfos.find(accountId);
      if (!presented && current?.reference !== held?.reference) throw new Failure('simultaneous_request');
      await records.billingInfos.save({
        ...resulting(current, offered, presented),
        updated_at: now,
        account_id: accountId,
        created_at: current?.created_at ?? now,
        reference: verified?.answer.method_reference ?? current?.reference ?? '',
        gateway_code: verified?.gateway_code ?? current?.gateway_code ?? '',
        network_transaction_id: verified?.answer.network_transaction_id ?? current?.network_transaction_id ?? null,
      });
      await schedulePastDue(records, caller, accountId);
      if (!verified) return;
      await records.transactions.add({ ...verified.transaction, account_id: accountId });
      await records.intents.close(verified.intent);
    };
    return {
      outcome: 'ready',
      async record(work) {
        const { storage } = deps;
        try {
          return await storage.transaction(caller.site.id, (records) => work(records, save));
        } catch (error) {
          const refused = error instanceof Failure || error instanceof Invalid;
          if (verified && refused) {
            await storage.transaction(caller.site.id, (records) => abandon(records, verified.intent, now));
          }
          throw error;
        }
      },
    };
  };

  if (!presented && held && !needsConfirming(held, info)) return file();
  const verified = await verifyPayment(deps)(caller, {
    subject: account?.id ?? `code:${payer.account_code}`,
    accountId: account?.id ?? null,
    payer,
    info,
    method: presented
      ? { presented }
      : { reference: held?.reference ?? '', month: info.month ?? 0, year: info.year ?? 0 },
    currency: offered.input.currency ?? defaultCurrency(caller.site),
    ...(offered.input.gateway_code ? { gateway_code: offered.input.gateway_code } : {}),
    network_transaction_id: presented ? null : (held?.network_transaction_id ?? null),
    byToken: Boolean(offered.input.token_id),
  });
  return verified.outcome === 'verified' ? file(verified) : verified;
};
