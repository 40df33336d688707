import { dateOf } from '../../domain/outbox/message.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ComposeMail } from '../../ports/mail.ts';
import { findMailContent, listMessages, type MailQueryDeps } from '../../queries/messages/mail.ts';
import type { Mail } from '../../resources/mailbox.ts';
import { Failure } from '../../values/failure.ts';

export interface MailboxDeps extends MailQueryDeps {
  readonly compose: ComposeMail;
}

/** Number of messages that fit on a page. */
const MOST_SHOWN = 20;

/**
 * Returns the latest mail of an account of a sandbox site as its customer gets it, newest first, links included. Throws
 * `not_found`, on production sites too.
 */
export const readMailbox =
  (deps: MailboxDeps) =>
  async ({ site }: Caller, account_code: string): Promise<{ readonly mails: readonly Mail[] }> => {
    if (site.mode !== 'sandbox') throw new Failure('not_found');
    const mails: Mail[] = [];
    for (const message of await listMessages(deps)({ site }, { account_code }, MOST_SHOWN)) {
      const content = await findMailContent(deps)(site, message);
      if (!content) continue;
      const { subject, text, html } = await deps.compose(content, { attachments: false });
      const { id, status, recipient: to } = message;
      mails.push({
        id,
        kind: content.matter.kind,
        status,
        to,
        subject,
        text,
        html,
        queued_at: dateOf(site, message),
      });
    }
    return { mails };
  };
