import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { ApprovalMailDeps } from '@service/billing/usecases/approvals/approval-mail.ts';

export interface CustomerActionDeps extends OrderDeps, ApprovalMailDeps {
  /** Runs work whose deletions must leave nothing in the database's file. */
  readonly overwritingDeleted: <T>(work: () => Promise<T>) => Promise<T>;
}
