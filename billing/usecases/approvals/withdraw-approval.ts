import { recordDecision } from '../../engine/recording/approvals/record-decision.ts';
import type { Caller } from '../../ports/caller.ts';
import type { DecideDeps } from './approval-mail.ts';

/**
 * Withdraws what the caller asked for. Throws `not_found`, `approval_decided`, and `forbidden` for another operator's
 * approval.
 */
export const withdrawApproval =
  ({ storage, world }: Pick<DecideDeps, 'storage' | 'world'>) =>
  async (caller: Caller, uuid: string): Promise<void> => {
    await storage.transaction(caller.site.id, (records) =>
      recordDecision(records, world, caller, { uuid, state: 'withdrawn', outcome: null }),
    );
  };
