import { type GatewayOnly, operationName } from '../../domain/reconciliation/difference.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import { recordInQueue } from '../../engine/intents/open-intent.ts';
import { gatewayDifference } from '../../engine/reconciliation/compare.ts';
import { type Adoption, type AdoptionChoice, planAdoption } from '../../engine/reconciliation/plan-adoption.ts';
import { recordAdoption } from '../../engine/reconciliation/record-adoption.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';

type AdoptionDeps = Pick<CollectDeps, 'storage' | 'world' | 'intents'>;

/**
 * Records an operation that only a gateway has, and an audit log entry. Plans again inside the transaction; what was
 * adopted meanwhile is not adopted again. Returns how it was adopted; `agreed` when the books had it already. Throws
 * what `planReconciliation` throws, `invoice_not_refundable` and `authorization_gone`.
 */
export const adoptOperation =
  (deps: AdoptionDeps) =>
  async (
    caller: Caller,
    found: GatewayOnly,
    choice: AdoptionChoice,
  ): Promise<{ readonly way: Adoption['way'] | 'agreed' }> => {
    const planned = await planAdoption(deps.storage.of(caller.site.id), found, choice);
    return recordInQueue(deps, caller, subjectOf(planned, found), async (records) => {
      const current = await gatewayDifference(records, found.gateway_code, found.operation);
      if (!current) return { way: 'agreed' };
      const adoption = await planAdoption(records, current, choice);
      await recordAdoption(deps.world, caller, records, current, adoption);
      await records.auditLog.append(auditEntry(deps.world, caller, 'reconciliation.adopted', operationName(current)));
      return { way: adoption.way };
    });
  };

/** The account whose money moves: its id, or its code while it does not exist. */
const subjectOf = (planned: Adoption, { recorded }: GatewayOnly): string =>
  'account' in planned
    ? planned.account.id
    : (recorded?.account_id ?? `code:${recorded?.details.account.account_code ?? ''}`);
