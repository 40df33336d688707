import type { ApprovalState, ListedApproval } from '../../domain/approvals/approval.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needApproval } from '../../queries/approvals.ts';
import { Failure } from '../../values/failure.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

/**
 * Carries out what an operator asked for, in the name of another one who approves it. `action` runs once, even if two
 * operators approve at the same moment; if it is refused, the approval waits again. Throws `not_found`, what the action
 * throws, `own_approval` for the operator who asked, and `approval_decided` for an approval that does not wait.
 */
export const approve =
  (deps: Deps) =>
  async (caller: Caller, uuid: string, action: (approval: ListedApproval) => Promise<string>): Promise<string> => {
    const approval = await decided(deps, caller, uuid, { state: 'approved', outcome: null });
    const records = deps.storage.of(caller.site.id).approvals;
    const conclude = (state: ApprovalState, outcome: string | null) =>
      records.conclude(
        state === 'waiting'
          ? { uuid, state, outcome, decided_by: null, decided_at: null }
          : { uuid, state, outcome, decided_by: caller.actor, decided_at: caller.at },
      );
    try {
      const outcome = await action(approval);
      await conclude('approved', outcome);
      return outcome;
    } catch (error) {
      await conclude('waiting', null);
      throw error;
    }
  };

/**
 * Leaves undone what another operator asked for, for a reason. Throws `not_found`, `approval_decided`, and
 * `own_approval` for the operator who asked.
 */
export const declineApproval =
  (deps: Deps) =>
  async (caller: Caller, uuid: string, reason: string): Promise<void> => {
    await decided(deps, caller, uuid, { state: 'declined', outcome: reason });
  };

/**
 * Withdraws what the caller asked for. Throws `not_found`, `approval_decided`, and `forbidden` for another operator's
 * approval.
 */
export const withdrawApproval =
  (deps: Deps) =>
  async (caller: Caller, uuid: string): Promise<void> => {
    await decided(deps, caller, uuid, { state: 'withdrawn', outcome: null });
  };

const decided = (
  { storage, world }: Deps,
  caller: Caller,
  uuid: string,
  { state, outcome }: { readonly state: Exclude<ApprovalState, 'waiting'>; readonly outcome: string | null },
): Promise<ListedApproval> =>
  storage.transaction(caller.site.id, async (records) => {
    const approval = await needApproval(records, uuid);
    const isOwn = approval.requested_by === caller.actor;
    if (isOwn !== (state === 'withdrawn')) throw new Failure(isOwn ? 'own_approval' : 'forbidden');
    const saved = await records.approvals.decide({
      uuid,
      state,
      outcome,
      decided_by: caller.actor,
      decided_at: caller.at,
    });
    if (!saved) throw new Failure('approval_decided');
    await records.auditLog.append(
      auditEntry(world, caller, `approval.${state}`, uuid, {
        requested_by: { from: null, to: approval.requested_by },
        subject: { from: null, to: approval.subject },
        account: { from: null, to: approval.account_code },
        ...(outcome === null ? {} : { reason: { from: null, to: outcome } }),
      }),
    );
    return approval;
  });
