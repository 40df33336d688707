import type { Approval, ApprovalState, ListedApproval } from '../domain/approvals/approval.ts';

/** Actions of operators that wait for another operator, and those that did. */
export interface ApprovalRecords {
  add(approval: Approval): Promise<void>;
  find(uuid: string): Promise<ListedApproval | undefined>;
  /** Returns approvals, the latest first. */
  list(filter: ApprovalFilter, limit: number): Promise<readonly ListedApproval[]>;
  count(filter: Omit<ApprovalFilter, 'before'>): Promise<number>;
  /** Saves what was decided, unless it is decided already. Returns whether it was saved. */
  decide(approval: Decided): Promise<boolean>;
  /** Saves what came of an approval that was decided, and opens it again where `state` is `waiting`. */
  conclude(approval: Decided): Promise<void>;
}

export interface ApprovalFilter {
  readonly state?: ApprovalState | undefined;
  readonly account_id?: string | undefined;
  /** Begins after this uuid. */
  readonly before?: string | undefined;
}

export type Decided = Pick<Approval, 'uuid' | 'state' | 'decided_by' | 'decided_at' | 'outcome'>;
