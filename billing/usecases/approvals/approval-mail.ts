import { APPROVAL_PERMISSIONS, type Approval } from '../../domain/approvals/approval.ts';
import { actorOf } from '../../domain/operators/operator.ts';
import { isPermitted } from '../../domain/operators/permissions.ts';
import type { Caller } from '../../ports/caller.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { OperatorMailKind } from '../../resources/mail-kind.ts';

export interface ApprovalMailDeps {
  readonly operators: Pick<OperatorRecords, 'all' | 'assignments'>;
  /** False: there is no mail server, and operators find what waits in the console. */
  readonly hasMailServer: boolean;
}

export interface DecideDeps extends ApprovalMailDeps {
  readonly storage: Storage;
  readonly world: World;
}

/** The most operators who are mailed about one action. */
const MOST_APPROVERS = 50;

/**
 * Returns the addresses of the operators of the caller's site who may approve an action of the caller: 50 at most, and
 * none without a mail server.
 */
export const findApprovers = async (
  { operators, hasMailServer }: ApprovalMailDeps,
  { site, actor }: Pick<Caller, 'site' | 'actor'>,
  kind: Approval['kind'],
): Promise<readonly string[]> => {
  if (!hasMailServer) return [];
  const [all, assignments] = await Promise.all([operators.all(), operators.assignments(site.id)]);
  const assigned = Map.groupBy(assignments, ({ operator_id }) => operator_id);
  return all
    .filter((one) => {
      const roles = (assigned.get(one.id) ?? []).map(({ role }) => role);
      const standing = { roles, sandbox: site.mode === 'sandbox', readOnly: one.read_only };
      return (
        one.disabled_at_ms === null &&
        actorOf(one) !== actor &&
        isPermitted(standing, 'approvals.decide') &&
        isPermitted(standing, APPROVAL_PERMISSIONS[kind])
      );
    })
    .map(({ email }) => email)
    .slice(0, MOST_APPROVERS);
};

/**
 * Returns the address of the operator who asked for an action, in a list; an empty one if they have left the site or
 * were disabled, and without a mail server.
 */
export const findAsker = async (
  { operators, hasMailServer }: ApprovalMailDeps,
  { site }: Pick<Caller, 'site'>,
  { requested_by }: Pick<Approval, 'requested_by'>,
): Promise<readonly string[]> => {
  if (!hasMailServer) return [];
  const [all, assignments] = await Promise.all([operators.all(), operators.assignments(site.id)]);
  const here = new Set(assignments.map(({ operator_id }) => operator_id));
  return all
    .filter((one) => actorOf(one) === requested_by && one.disabled_at_ms === null && here.has(one.id))
    .map(({ email }) => email);
};

/** Queues mail about an action to operators, in the transaction that changes it. */
export const queueApprovalMail = (
  { outbox }: Pick<Records, 'outbox'>,
  { ids }: Pick<World, 'ids'>,
  { correlation, at }: Pick<Caller, 'correlation' | 'at'>,
  kind: OperatorMailKind,
  approval_id: string,
  recipients: readonly string[],
): Promise<void> =>
  outbox.queueAll(
    recipients.map((recipient) => ({
      id: ids.uuid(),
      kind,
      recipient,
      correlation,
      caused_at: at,
      payload: { approval_id },
    })),
  );
