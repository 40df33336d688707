import type { ConsoleRoute } from '../../route.ts';
import { mailList } from './mail-list.ts';
import { type MailMessageDeps, mailMessage } from './mail-message.ts';
import type { WebhookPagesDeps } from './webhooks/webhook-deps.ts';
import { webhookPages } from './webhooks/webhook-pages.ts';
import { workItem } from './work-item.ts';
import { type WorkListDeps, workList } from './work-list.ts';

export interface OperationDeps extends WorkListDeps, MailMessageDeps, WebhookPagesDeps {
  readonly storage: WorkListDeps['storage'];
  readonly world: WorkListDeps['world'];
}

/** Returns the pages of what runs by itself, and of what needs a person. */
export const operationPages = (deps: OperationDeps): readonly ConsoleRoute[] => [
  workList(deps),
  ...workItem(deps),
  mailList(deps),
  ...mailMessage(deps),
  ...webhookPages(deps),
];
