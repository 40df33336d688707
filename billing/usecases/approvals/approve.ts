import type { ListedApproval } from '../../domain/approvals/approval.ts';
import { recordDecision } from '../../engine/recording/approvals/record-decision.ts';
import type { Caller } from '../../ports/caller.ts';
import { type DecideDeps, findAsker, queueApprovalMail } from './approval-mail.ts';

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
  (deps: DecideDeps) =>
  async (caller: Caller, uuid: string, { carryOut, isRefused }: ApprovedAction): Promise<string> => {
    const { storage, world } = deps;
    const approval = await storage.transaction(caller.site.id, (records) =>
      recordDecision(records, world, caller, { uuid, state: 'approved', outcome: null }),
    );
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
