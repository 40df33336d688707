import type { Approval } from '../../domain/approvals/approval.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { containsCardNumber } from '../../values/card/find.ts';
import { refuse } from '../../values/failure.ts';
import { amountText } from '../../values/money/money-text.ts';
import { type ApprovalMailDeps, findApprovers, queueApprovalMail } from './approval-mail.ts';

/** An action that an operator asks another one to approve. */
export interface ApprovalRequest extends Pick<Approval, 'kind' | 'subject' | 'form' | 'amount_in_cents' | 'currency'> {
  readonly account_code: string;
}

interface RequestApprovalDeps extends ApprovalMailDeps {
  readonly storage: Storage;
  readonly world: World;
}

/**
 * Keeps an action until another operator decides; nothing is done yet. Operators who may approve it get mail. Throws
 * `not_found`, `Invalid`.
 */
export const requestApproval =
  ({ storage, world, ...mail }: RequestApprovalDeps) =>
  async (caller: Caller, { account_code, ...asked }: ApprovalRequest): Promise<Approval> => {
    const approvers = await findApprovers(mail, caller, asked.kind);
    return storage.transaction(caller.site.id, async (records) => {
      const { id } = await needAccount(records, account_code);
      if (Object.values(asked.form ?? {}).some(containsCardNumber)) {
        refuse([{ field: 'approval.form', symbol: 'contains_card_number' }]);
      }
      const approval: Approval = {
        ...asked,
        uuid: world.ids.uuid(),
        account_id: id,
        requested_by: caller.actor,
        requested_at: caller.at,
        state: 'waiting',
        decided_by: null,
        decided_at: null,
        outcome: null,
      };
      await records.approvals.add(approval);
      const { kind, subject, amount_in_cents, currency } = approval;
      const amount = amountText(amount_in_cents, currency);
      const changes = Object.entries({ kind, subject, amount, account: account_code });
      await records.auditLog.append(
        auditEntry(
          world,
          caller,
          'approval.requested',
          approval.uuid,
          Object.fromEntries(changes.map(([name, to]) => [name, { from: null, to }])),
        ),
      );
      await queueApprovalMail(records, world, caller, 'approval_requested', approval.uuid, approvers);
      return approval;
    });
  };
