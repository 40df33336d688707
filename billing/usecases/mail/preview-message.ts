import type { OutboxMessage } from '../../domain/outbox/message.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ComposedMail, ComposeMail } from '../../ports/mail.ts';
import { findMailContent, findMessage, type MailQueryDeps } from '../../queries/messages/mail.ts';
import type { Site } from '../../resources/site.ts';

export interface PreviewDeps extends MailQueryDeps {
  /** Returns what composes the mail of a site to be read by others than its recipient. */
  readonly preview: (site: Site) => ComposeMail;
}

/** A message of the outbox as it would be sent now, without its attachment. */
export interface PreviewedMessage {
  readonly message: OutboxMessage;
  /** Undefined where a record that it is about is gone. */
  readonly mail: ComposedMail | undefined;
}

/** Composes a message of the outbox to be read. Throws `not_found`. */
export const previewMessage =
  (deps: PreviewDeps) =>
  async ({ site }: Pick<Caller, 'site'>, id: string): Promise<PreviewedMessage> => {
    const message = await findMessage(deps)({ site }, id);
    const content = await findMailContent(deps)(site, message);
    return { message, mail: content && (await deps.preview(site)(content, { attachments: false })) };
  };
