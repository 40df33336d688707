import type { AccountRecord } from '../../domain/accounts/record.ts';
import {
  billingInfoIssues,
  changedCard,
  missingMethodIssue,
  resulting,
  unnumberedIssues,
} from '../../domain/billing-info/billing-info.ts';
import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import type { VaultedMethod } from '../../domain/billing-info/vaulted-method.ts';
import { roleIssues } from '../../domain/billing-info/wallet.ts';
import { checkAnswered } from '../../domain/events/payment-events.ts';
import type { ConfirmedAction } from '../../domain/payments/payment-action.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { Payer } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { Presented } from '../../ports/vault.ts';
import { debitCurrency } from '../../values/bank/debits.ts';
import { Failure, Invalid, type Issue, refuse } from '../../values/failure.ts';
import { abandon } from '../intents/ask-intent.ts';
import { findConfirmed } from '../intents/confirmed-action.ts';
import type { PaymentDeps } from '../intents/open-intent.ts';
import { currencyOfCheck, type Verified, verifyMethod } from '../intents/verify-method.ts';
import { saveMethod } from '../recording/billing-info/save-method.ts';
import { schedulePastDue } from '../recording/invoices/schedule-collection.ts';
import { earlierOutcome } from '../recording/request-outcome.ts';
import { findVaulted } from './find-vaulted.ts';
import { gatewayIssues } from './gateway-issues.ts';
import type { OfferedBillingInfo } from './offered-billing-info.ts';

export interface BillingInfoRequest {
  /** Undefined while the account does not exist. */
  readonly account: AccountRecord | undefined;
  readonly payer: Payer;
  /** The method that is replaced; undefined where there is none, and for one that is added. */
  readonly held: BillingInfoRecord | undefined;
  /** Whether the method is added to those of the account. By default it takes the place of the primary. */
  readonly adds?: boolean;
  readonly offered: OfferedBillingInfo;
  /** The currency of the order that the method is for; undefined where it is for none. */
  readonly currency?: string;
  /** The path of the billing info in the request: `billing_info`, `account.billing_info`. */
  readonly path: string;
  /** Problems of the rest of the request, which are reported together with those found here. */
  readonly issues: readonly Issue[];
}

export type SaveBillingInfo = (records: Records, accountId: string) => Promise<BillingInfoRecord>;

export type PreparedBillingInfo =
  | {
      readonly outcome: 'ready';
      /**
       * Runs `work` in one transaction with `save`, which stores the billing info for an account. When `work` throws,
       * the intent of the check is closed, so that other requests do not wait for it.
       */
      readonly record: <T>(work: (records: Records, save: SaveBillingInfo) => Promise<T>) => Promise<T>;
    }
  | Declined;

/**
 * Prepares billing info of a request for saving: reads it, validates it, and verifies it at a gateway unless only a
 * name or an address changed, or the gateway holds the method already. A token is released if the request is rejected
 * before the gateway is called, and is consumed otherwise. A repeated request with the same `Idempotency-Key` gets the
 * same decline. Throws `Invalid`, `token_invalid`, `simultaneous_request`, `GatewayUnanswered`.
 */
export const prepareBillingInfo = async (
  deps: PaymentDeps,
  caller: Caller,
  request: BillingInfoRequest,
): Promise<PreparedBillingInfo> => {
  const { held, path } = request;
  const before = await earlierOutcome(deps.storage.of(caller.site.id), caller);
  if (before?.outcome === 'declined') return before;
  const token = request.offered.input.token_id;
  if (token) refuse(request.issues);
  const { offered, issues: unfound } = await findVaulted(deps.gateways, caller, path, request.offered);
  const issues = [...request.issues, ...unfound];
  const confirmed = await findConfirmed(deps, caller, offered);
  // The token was consumed when the challenge was requested. Otherwise, the caller may hold it already.
  const presented = confirmed
    ? undefined
    : (offered.presented ?? (token ? await deps.vault.hold(caller.site, token) : undefined));
  try {
    if (presented || offered.vaulted || held || confirmed?.action.presented)
      return await confirm(deps, caller, { ...request, offered, issues }, { presented, confirmed });
    throw new Invalid(issues.length > 0 ? issues : [missingMethodIssue(path, offered.input)]);
  } finally {
    await presented?.release();
  }
};

const confirm = async (
  deps: PaymentDeps,
  caller: Caller,
  { account, payer, held, adds = false, offered, currency, path, issues }: BillingInfoRequest,
  {
    presented,
    confirmed,
  }: { readonly presented: Presented | undefined; readonly confirmed: ConfirmedAction | undefined },
): Promise<PreparedBillingInfo> => {
  const now = caller.at;
  const replacement = confirmed?.action.presented;
  // After a challenge, the action has the method that is stored.
  const vaulted = confirmed ? undefined : offered.vaulted;
  const info = replacement ?? resulting(held, offered, presented ?? vaulted);
  const changesGateway = offered.input.gateway_code !== held?.gateway_code;
  const wallet = account ? await deps.storage.of(caller.site.id).paymentMethods.ofAccount(account.id) : [];
  const others = wallet.filter(({ id }) => id !== held?.id);
  refuse([
    ...issues,
    ...billingInfoIssues(caller.site, now, path, info, offered.input),
    ...(presented || vaulted || replacement ? [] : unnumberedIssues(path, held, offered.input)),
    ...roleIssues(path, held, others, offered.input),
    ...(changesGateway
      ? await gatewayIssues(deps.gateways, caller.site, `${path}.gateway_code`, offered.input.gateway_code)
      : []),
  ]);

  const file = (verified?: Verified): PreparedBillingInfo => {
    const save: SaveBillingInfo = async (records, accountId) => {
      // Another request may have written since the validation: its changes stay, a different card must not be stored as
      // the one that was checked, and a method that was removed must not come back.
      const current = adds ? undefined : await currentMethod(records, accountId, held);
      const isOther = !presented && !vaulted && !replacement && current?.reference !== held?.reference;
      if (isOther || (held && !current)) throw new Failure('simultaneous_request');
      const method = {
        ...(replacement ?? resulting(current, offered, presented ?? vaulted)),
        id: current?.id ?? deps.world.ids.uuid(),
        updated_at: now,
        account_id: accountId,
        created_at: current?.created_at ?? now,
        ...storedAt(verified, vaulted, current),
      };
      // Missing in what an earlier release stored of a challenge.
      method.cc_bin_country = verified?.answer.method_country ?? method.cc_bin_country ?? null;
      if (verified?.answer.mandate_reference) method.mandate_reference ??= verified.answer.mandate_reference;
      const stored = await saveMethod(records, method, { before: current, sent: offered.input, path });
      await schedulePastDue(records, caller, stored);
      if (!verified) return stored;
      // The lease expired, and another process has voided the check.
      if (!(await records.intents.complete(verified.intent))) throw new Failure('simultaneous_request');
      const check = { ...verified.transaction, account_id: accountId };
      await records.transactions.add(check);
      records.events.say(...checkAnswered(check));
      return stored;
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
            await storage.transaction(caller.site.id, (records) => abandon(records, verified.intent.id));
          }
          throw error;
        }
      },
    };
  };

  const changed = changedCard(held, info);
  if (vaulted || (!presented && !confirmed && held && !changed)) return file();
  const verified = await verifyMethod(deps, caller, {
    subject: account?.id ?? `code:${payer.account_code}`,
    accountId: account?.id ?? null,
    payer,
    info,
    method: presented ? { presented } : { reference: held?.reference ?? '', changed },
    currency:
      debitCurrency(info.type) ??
      offered.input.currency ??
      currency ??
      (await currencyOfCheck(deps.storage.of(caller.site.id), caller.site, account?.id)),
    ...(offered.input.gateway_code ? { gateway_code: offered.input.gateway_code } : {}),
    network_transaction_id: presented || replacement ? null : (held?.network_transaction_id ?? null),
    token_id: offered.input.token_id ?? null,
    initiator: offered.input.transaction_type === 'moto' ? 'merchant' : 'customer',
    confirmed,
  });
  return verified.outcome === 'answered' ? file(verified) : verified;
};

/** Returns where the gateway keeps a method: one that it has verified, one that it held already, or the stored one. */
const storedAt = (
  verified: Verified | undefined,
  vaulted: VaultedMethod | undefined,
  current: BillingInfoRecord | undefined,
): Pick<BillingInfoRecord, 'reference' | 'gateway_code' | 'network_transaction_id'> => {
  const { reference, gateway_code, network_transaction_id } = current ?? NOWHERE;
  if (vaulted)
    return { reference: vaulted.reference, gateway_code: vaulted.gateway_code, network_transaction_id: null };
  if (!verified) return { reference, gateway_code, network_transaction_id };
  const { answer, intent } = verified;
  return {
    reference: answer.method_reference,
    gateway_code: intent.gateway_code,
    network_transaction_id:
      answer.network_transaction_id ?? (answer.method_reference === reference ? network_transaction_id : null),
  };
};

const NOWHERE = { reference: '', gateway_code: '', network_transaction_id: null };

/** Returns the method that a request replaces as it is now: it may have been removed since. */
const currentMethod = (
  { paymentMethods }: Pick<Records, 'paymentMethods'>,
  accountId: string,
  held: BillingInfoRecord | undefined,
): Promise<BillingInfoRecord | undefined> => (held ? paymentMethods.byId(held.id) : paymentMethods.primary(accountId));
