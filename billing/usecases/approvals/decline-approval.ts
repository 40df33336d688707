import { recordDecision } from '../../engine/recording/approvals/record-decision.ts';
import type { Caller } from '../../ports/caller.ts';
import { findApproval } from '../../queries/work/approvals.ts';
import { type DecideDeps, findAsker, queueApprovalMail } from './approval-mail.ts';

/**
 * Leaves undone what another operator asked for, for a reason that they get by mail. Throws `not_found`,
 * `approval_decided`, and `own_approval` for the operator who asked.
 */
export const declineApproval =
  (deps: DecideDeps) =>
  async (caller: Caller, uuid: string, reason: string): Promise<void> => {
    const { storage, world } = deps;
    const asker = await findAsker(deps, caller, await findApproval(deps)(caller, uuid));
    await storage.transaction(caller.site.id, async (records) => {
      await recordDecision(records, world, caller, { uuid, state: 'declined', outcome: reason });
      await queueApprovalMail(records, world, caller, 'approval_decided', uuid, asker);
    });
  };
