import type { ApprovalState, ListedApproval } from '../../domain/approvals/approval.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { findApproval, needApproval } from '../../queries/approvals.ts';
import { Failure } from '../../values/failure.ts';
import { type ApprovalMailDeps, findAsker, queueApprovalMail } from './approval-mail.ts';

interface Deps extends ApprovalMailDeps {
  readonly storage: Storage;
  readonly world: World;
}

/** The action that an operator asked for. */
export interface ApprovedAction {
  /** Carries it out. Returns its outcome in words. */
  readonly carryOut: (approval: ListedApproval) => Promise<string>;
  /** Whether an error of `carryOut` says that nothing was done. */
  readonly isRefused: (error: unknown) => boolean;
}

/**
 * Carries out what an operator asked for, in the name of another one who approves it. The action runs once, even if two
 * operators approve at the same moment. If it is refused, the approval waits again; if its outcome is unknown, it stays
 * approved without one. The operator who asked gets mail once it is carried out. Throws `not_found`, what the
 * action throws, `own_approval` for the operator who asked, and `approval_decided` for an approval that does not wait.
 */
export const approve =
  (deps: Deps) =>
  async (caller: Caller, uuid: string, { carryOut, isRefused }: ApprovedAction): Promise<string> => {
    const approval = await decided(deps, caller, uuid, { state: 'approved', outcome: null });
    const { storage, world } = deps;
    try {
      const asker = await findAsker(deps, caller, approval);
      const outcome = await carryOut(approval);
      await storage.transaction(caller.site.id, async (records) => {
        const { actor: decided_by, at: decided_at } = caller;
        await records.approvals.conclude({ uuid, state: 'approved', outcome, decided_by, decided_at });
        await queueApprovalMail(records, world, caller, 'approval_decided', uuid, asker);
      });
      return outcome;
    } catch (error) {
      // It may have been carried out, so it must not wait for another decision.
      if (!isRefused(error)) throw error;
      const undecided = { uuid, state: 'waiting', outcome: null, decided_by: null, decided_at: null } as const;
      await storage.of(caller.site.id).approvals.conclude(undecided);
      throw error;
    }
  };

/**
 * Leaves undone what another operator asked for, for a reason that they get by mail.
 * Throws `not_found`, `approval_decided`, and
 * `own_approval` for the operator who asked.
 */
export const declineApproval =
  (deps: Deps) =>
  async (caller: Caller, uuid: string, reason: string): Promise<void> => {
    const asker = await findAsker(deps, caller, await findApproval(deps)(caller, uuid));
    await decided(deps, caller, uuid, { state: 'declined', outcome: reason }, (records) =>
      queueApprovalMail(records, deps.world, caller, 'approval_decided', uuid, asker),
    );
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
  tell: (records: Records) => Promise<void> = async () => {},
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
    await tell(records);
    return approval;
  });
