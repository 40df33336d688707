import type { ListedApproval } from '../../domain/approvals/approval.ts';
import type { ApprovalFilter } from '../../ports/approvals.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { siteQuery } from '../lists/site-query.ts';

/** Returns an approval. Throws `not_found`. */
export const needApproval = async (
  { approvals }: Pick<Records, 'approvals'>,
  uuid: string,
): Promise<ListedApproval> => {
  const found = await approvals.find(uuid);
  if (!found) throw notFound('Approval', 'uuid', uuid);
  return found;
};

/** Returns an approval of the caller's site. Throws `not_found`. */
export const findApproval = siteQuery(needApproval);

/** Returns approvals of the caller's site, the latest first. */
export const listApprovals = siteQuery(({ approvals }, filter: ApprovalFilter, limit: number) =>
  approvals.list(filter, limit),
);

/** Returns how many approvals of the caller's site a filter has. */
export const countApprovals = siteQuery(({ approvals }, filter: Omit<ApprovalFilter, 'before'>) =>
  approvals.count(filter),
);
