import type { DunningAssignment } from '../../domain/dunning/campaign.ts';
import type { Records } from '../../ports/storage.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { needPlan } from '../../queries/catalogue/plans.ts';

/** An account or a plan by its code, or the site. */
export type NamedAssignee =
  | { readonly kind: 'account'; readonly code: string }
  | { readonly kind: 'plan'; readonly code: string }
  | { readonly kind: 'site' };

/** Returns whom a campaign is assigned to, by id. Throws `not_found`. */
export const needAssignee = async (
  records: Records,
  named: NamedAssignee,
): Promise<Omit<DunningAssignment, 'campaign_id'>> => {
  if (named.kind === 'site') return { assignee: 'site', assignee_id: '' };
  const { id } = await (named.kind === 'account' ? needAccount : needPlan)(records, named.code);
  return { assignee: named.kind, assignee_id: id };
};

/** Returns an assignee as the audit log names it. */
export const assigneeName = (named: NamedAssignee): string =>
  named.kind === 'site' ? 'site' : `${named.kind} ${named.code}`;
