import type { ListedOperation } from '../../domain/payments/listed-operation.ts';
import {
  type Differences,
  type GatewayOnly,
  type GatewayOnlyState,
  referenceName,
} from '../../domain/reconciliation/difference.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

export interface ComparisonDeps {
  readonly storage: Pick<Storage, 'of'>;
  readonly gateways: Pick<Gateways, 'codes' | 'list' | 'lookup'>;
}

type ComparisonCaller = Pick<Caller, 'site' | 'at' | 'correlation'>;

/** The action of the audit log for an operation that was returned to the customer. */
export const REFUNDED = 'reconciliation.refunded';

/** Transactions that are read at once. */
const PAGE = 200;

/**
 * Compares the payments and refunds of a site since a moment of its clock with those of its gateways. Throws
 * `gateway_silent` when a gateway does not answer: what it has is not known then.
 */
export const compareWithGateways = async (
  deps: ComparisonDeps,
  caller: ComparisonCaller,
  since: Seconds,
): Promise<Differences> => {
  const records = deps.storage.of(caller.site.id);
  const gatewayOnly: GatewayOnly[] = [];
  const seen = new Set<string>();
  for (const gateway_code of await deps.gateways.codes(caller.site)) {
    for await (const operation of listed(deps, caller, gateway_code, since)) {
      seen.add(`${gateway_code} ${operation.result.reference}`);
      const difference = await gatewayDifference(records, gateway_code, operation);
      if (difference) gatewayOnly.push(difference);
    }
  }
  const booksOnly: ShownTransaction[] = [];
  for await (const transaction of recorded(records, since)) {
    if (seen.has(`${transaction.gateway_code} ${transaction.reference}`)) continue;
    if (!(await isKnownAtGateway(deps, caller, transaction))) booksOnly.push(transaction);
  }
  return { gatewayOnly, booksOnly };
};

/**
 * Finds the operation with a reference among those that only a gateway has; undefined when the books agree on it. An
 * authorization that was released is no longer listed: the audit log says that the operator did it.
 */
export const findGatewayOnly = async (
  deps: ComparisonDeps,
  caller: ComparisonCaller,
  since: Seconds,
  reference: string,
): Promise<GatewayOnly | undefined> => {
  let isListed = false;
  // One payment is listed under two codes where two gateway accounts of a site share their credentials.
  for (const gateway_code of await deps.gateways.codes(caller.site)) {
    for await (const operation of listed(deps, caller, gateway_code, since)) {
      if (operation.result.reference !== reference) continue;
      isListed = true;
      const found = await gatewayDifference(deps.storage.of(caller.site.id), gateway_code, operation);
      if (found) return found;
      break;
    }
  }
  if (isListed || (await wasRefunded(deps, caller, reference))) return undefined;
  throw new Failure('not_found', { model: 'operation at the gateways since then', key: 'id', value: reference });
};

const wasRefunded = async (deps: ComparisonDeps, { site }: ComparisonCaller, reference: string): Promise<boolean> => {
  const { auditLog } = deps.storage.of(site.id);
  for (const gateway_code of await deps.gateways.codes(site)) {
    const filter = { action: REFUNDED, subject: referenceName(gateway_code, reference) };
    if ((await auditLog.count(filter)) > 0) return true;
  }
  return false;
};

async function* listed(
  { gateways }: ComparisonDeps,
  caller: ComparisonCaller,
  gateway_code: string,
  since: Seconds,
): AsyncGenerator<ListedOperation> {
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<Gateways['list']>> = await gateways.list({ ...caller, gateway_code, since, after });
    if (page.outcome === 'unknown') throw new Failure('gateway_silent', { value: gateway_code, reason: page.reason });
    yield* page.operations;
    after = page.next;
  } while (after !== null);
}

async function* recorded({ transactions }: Records, since: Seconds): AsyncGenerator<ShownTransaction> {
  for (const type of ['purchase', 'refund'] as const) {
    let from: { id: string; at: Seconds; back: boolean } | undefined;
    for (let more = true; more; ) {
      const query = { filter: { type }, sort: 'created_at', order: 'asc', begin: since, limit: PAGE } as const;
      const page = await transactions.list({ ...query, ...(from ? { from } : {}) });
      yield* page.records.filter(isHeldByGateway);
      const last = page.records.at(-1);
      more = page.more && last !== undefined;
      if (last) from = { id: last.uuid, at: last.created_at, back: false };
    }
  }
}

const MOVED: readonly ShownTransaction['status'][] = ['success', 'scheduled', 'processing'];

const isHeldByGateway = ({ gateway_code, reference, status }: ShownTransaction): boolean =>
  gateway_code !== null && reference !== null && MOVED.includes(status);

const isKnownAtGateway = async (
  { gateways }: ComparisonDeps,
  caller: ComparisonCaller,
  { gateway_code, reference }: ShownTransaction,
): Promise<boolean> => {
  // A gateway account that was removed cannot be asked.
  if (!(await gateways.codes(caller.site)).includes(gateway_code ?? '')) return true;
  const found = await gateways.lookup({ ...caller, gateway_code: gateway_code ?? '', reference: reference ?? '' });
  return found.outcome !== 'not_found';
};

/** Returns what the books lack of an operation; undefined where they have all of it. */
export const gatewayDifference = async (
  records: Records,
  gateway_code: string,
  operation: ListedOperation,
): Promise<GatewayOnly | undefined> =>
  operation.kind === 'refund'
    ? refundDifference(records, gateway_code, operation)
    : paymentDifference(records, gateway_code, operation);

const paymentDifference = async (
  records: Records,
  gateway_code: string,
  operation: ListedOperation,
): Promise<GatewayOnly | undefined> => {
  const { result, key, returned_in_cents } = operation;
  const left_in_cents = result.amount_in_cents - returned_in_cents;
  const about = { gateway_code, operation, left_in_cents };
  const recorded = await records.transactions.byReference(gateway_code, result.reference ?? '');
  if (recorded && recorded.status !== 'failed' && recorded.status !== 'declined') {
    const isCaptured = recorded.action === 'authorization' && recorded.voidable && operation.state === 'taken';
    if (!isCaptured || left_in_cents <= 0) return undefined;
    return { ...about, state: 'captured', recorded, account_codes: [recorded.details.account.account_code] };
  }
  if (left_in_cents <= 0) return undefined;
  const state: GatewayOnlyState =
    key !== null && (await records.intents.byKey(key)) ? 'under_way' : STATES[operation.state];
  const methods = await records.paymentMethods.byReference(gateway_code, result.method_reference);
  const accounts = await Promise.all(methods.map(({ account_id }) => records.accounts.byId(account_id)));
  const account_codes = [...new Set(accounts.flatMap((account) => account?.account_code ?? []))];
  return { ...about, state, recorded: undefined, account_codes };
};

const STATES = { taken: 'open', authorized: 'authorized', settling: 'settling' } as const;

/** A refund of a payment that the books do not have is part of what that payment has left. */
const refundDifference = async (
  records: Records,
  gateway_code: string,
  operation: ListedOperation,
): Promise<GatewayOnly | undefined> => {
  const { result, key, payment } = operation;
  if (await records.transactions.byReference(gateway_code, result.reference ?? '')) return undefined;
  const recorded = await records.transactions.byReference(gateway_code, payment ?? '');
  if (recorded?.action !== 'purchase' || recorded.status !== 'success') return undefined;
  const isUnderWay = key !== null && (await records.intents.byKey(key)) !== undefined;
  return {
    gateway_code,
    operation,
    state: isUnderWay ? 'under_way' : 'open',
    left_in_cents: result.amount_in_cents,
    recorded,
    account_codes: [recorded.details.account.account_code],
  };
};
