import type { Approval, ApprovalState, ListedApproval } from '../../../domain/approvals/approval.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { needApproval } from '../../../queries/work/approvals.ts';
import { Failure } from '../../../values/failure.ts';
import { auditEntry } from '../audit-entry.ts';

/** The decision about what an operator asked for. */
export interface ApprovalDecision extends Pick<Approval, 'uuid'> {
  readonly state: Exclude<ApprovalState, 'waiting'>;
  /** The reason of a refusal; null otherwise. */
  readonly outcome: string | null;
}

/**
 * Records the decision about an action that waits for approval, and returns the approval as it was. Throws `not_found`,
 * `approval_decided`, `own_approval` for a decision by the operator who asked, and `forbidden` for a withdrawal by
 * another one.
 */
export const recordDecision = async (
  records: Pick<Records, 'approvals' | 'auditLog'>,
  world: World,
  caller: Caller,
  { uuid, state, outcome }: ApprovalDecision,
): Promise<ListedApproval> => {
  const approval = await needApproval(records, uuid);
  const isOwn = approval.requested_by === caller.actor;
  if (isOwn !== (state === 'withdrawn')) throw new Failure(isOwn ? 'own_approval' : 'forbidden');
  const { actor: decided_by, at: decided_at } = caller;
  if (!(await records.approvals.decide({ uuid, state, outcome, decided_by, decided_at }))) {
    throw new Failure('approval_decided');
  }
  await records.auditLog.append(
    auditEntry(world, caller, `approval.${state}`, uuid, {
      requested_by: { from: null, to: approval.requested_by },
      subject: { from: null, to: approval.subject },
      account: { from: null, to: approval.account_code },
      ...(outcome === null ? {} : { reason: { from: null, to: outcome } }),
    }),
  );
  return approval;
};
