import type { SendOutcome } from '@service/billing/ports/mail.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import { smtpTransport } from '../adapters/mail/smtp-transport.ts';
import type { Config } from '../config.ts';
import { composeInvitation, type InvitationMail } from '../documents/mail/compose-invitation.ts';

/**
 * Returns what mails an invitation at once; undefined without `SMTP_URL`. It never rejects: the link works without
 * mail, and is shown to the one who invites.
 */
export const openInvitationMail = (
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  ids: Pick<Ids, 'uuid'>,
): ((invitation: Omit<InvitationMail, 'id'>) => Promise<SendOutcome>) | undefined => {
  if (smtpUrl === null) return undefined;
  return async (invitation) => {
    const transport = smtpTransport(smtpUrl);
    try {
      return await transport.send(composeInvitation({ ...invitation, id: ids.uuid() }));
    } finally {
      transport.close();
    }
  };
};
