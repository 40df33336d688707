import type { Storage } from '@service/billing/ports/storage.ts';
import { listApprovals } from '@service/billing/queries/work/approvals.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { approvalPath } from '../../parts/paths.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import { approvalTitle } from './approval-words.ts';

/** Approvals of a customer that a page names. */
const MOST = 10;

interface About {
  readonly account_id: string;
  /** The record of the page; without it the page is the customer's. */
  readonly subject?: string;
}

/** Returns what waits for a second operator, on the page of the record that it is about and of its customer. */
export const waitingApprovals =
  (deps: { readonly storage: Pick<Storage, 'of'> }) =>
  async (visit: ConsoleVisit, { account_id, subject }: About): Promise<Markup | string> => {
    if (!may(visit, 'approvals.read')) return '';
    const waiting = await listApprovals(deps)(visit, { account_id, state: 'waiting' }, MOST);
    const shown = waiting.filter((approval) => subject === undefined || approval.subject === subject);
    return html`${shown.map(
      (approval) =>
        html`<p class="trouble"><a href="${visit.prefix}${approvalPath(approval.uuid)}">${approvalTitle(approval)}</a> waits for approval.</p>`,
    )}`;
  };
