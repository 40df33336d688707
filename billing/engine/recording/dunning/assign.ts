import { DEFAULT_CAMPAIGN, type DunningAssignment, type DunningCampaign } from '../../../domain/dunning/campaign.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Issue } from '../../../values/failure.ts';
import { auditEntry } from '../audit-entry.ts';

/** An account, a plan or the site, and its name in the audit log, such as `plan gold`. */
export interface AuditedAssignee extends Omit<DunningAssignment, 'campaign_id'> {
  readonly name: string;
}

type Deps = Pick<World, 'ids' | 'clock'>;

/** Assigns a campaign, in place of an earlier one. */
export const recordAssignment = async (
  records: Records,
  world: Deps,
  caller: Caller,
  { id: campaign_id, code }: DunningCampaign,
  { name, ...assignee }: AuditedAssignee,
): Promise<void> => {
  const before = await records.dunning.assigned(assignee.assignee, assignee.assignee_id);
  await records.dunning.assign({ ...assignee, campaign_id });
  const changes = { campaign: { from: before?.code ?? null, to: code } };
  await records.auditLog.append(auditEntry(world, caller, 'dunning_campaign.assigned', `${code} to ${name}`, changes));
};

/** Removes the campaign of an account, a plan or the site. Returns whether there was one. */
export const recordUnassignment = async (
  records: Records,
  world: Deps,
  caller: Caller,
  { name, assignee, assignee_id }: AuditedAssignee,
): Promise<boolean> => {
  const before = await records.dunning.assigned(assignee, assignee_id);
  if (!(await records.dunning.unassign(assignee, assignee_id))) return false;
  const changes = { campaign: { from: before?.code ?? null, to: null } };
  await records.auditLog.append(auditEntry(world, caller, 'dunning_campaign.unassigned', name, changes));
  return true;
};

/**
 * Returns the campaign with an id of the API, to be assigned; undefined for an unknown id. The built-in campaign
 * becomes one of the site.
 */
export const campaignToAssign = async (
  { dunning }: Records,
  { ids }: Pick<World, 'ids'>,
  { at }: Pick<Caller, 'at'>,
  public_id: string,
): Promise<DunningCampaign | undefined> => {
  const found = await dunning.byPublicId(public_id);
  if (found || public_id !== DEFAULT_CAMPAIGN.public_id) return found;
  const own = { ...DEFAULT_CAMPAIGN, id: ids.uuid(), created_at: at, updated_at: at };
  await dunning.add(own);
  return own;
};

/** Returns the issue of a campaign id that a client sent for a record, if no campaign has it. */
export const sentCampaignIssues = async (
  { dunning }: Pick<Records, 'dunning'>,
  field: string,
  sent: string | null | undefined,
): Promise<Issue[]> =>
  !sent || sent === DEFAULT_CAMPAIGN.public_id || (await dunning.byPublicId(sent))
    ? []
    : [{ field, symbol: 'not_found' }];

/** Assigns the campaign that a client sent for a record: empty removes it, and without one nothing changes. */
export const assignSentCampaign = async (
  records: Records,
  world: Deps,
  caller: Caller,
  assignee: AuditedAssignee,
  sent: string | null | undefined,
): Promise<void> => {
  if (sent === undefined) return;
  const campaign = sent ? await campaignToAssign(records, world, caller, sent) : undefined;
  if (!campaign) await recordUnassignment(records, world, caller, assignee);
  else {
    const held = await records.dunning.assigned(assignee.assignee, assignee.assignee_id);
    if (held?.id !== campaign.id) await recordAssignment(records, world, caller, campaign, assignee);
  }
};
