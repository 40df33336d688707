import type { Role } from '@service/billing/domain/operators/permissions.ts';
import { ROLE_DESCRIPTIONS } from '@service/billing/domain/operators/permissions.ts';
import type { ComposedMail } from '@service/billing/ports/mail.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { sellerName } from '../messages/seller-name.ts';
import { composeOperatorMail } from './operator-mail.ts';

export interface InvitationMail {
  /** Unique among messages. */
  readonly id: string;
  readonly recipient: string;
  readonly site: Site;
  readonly role: Role;
  /** The link with its secret. It is in no record, so the message is not kept in the outbox. */
  readonly link: string;
  readonly valid_until_ms: Millis;
}

/** Composes the message that invites an operator. */
export const composeInvitation = ({
  id,
  recipient,
  site,
  role,
  link,
  valid_until_ms,
}: InvitationMail): ComposedMail => {
  const seller = sellerName(site);
  const until = `${new Date(valid_until_ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return composeOperatorMail({
    ...{ id, recipient, site },
    subject: `Your invitation to the billing console of ${seller}`,
    title: `You are invited to the billing console of ${seller}`,
    paragraphs: [`Your role at ${site.subdomain} is ${role}. ${ROLE_DESCRIPTIONS[role]}`],
    button: { label: 'Accept the invitation', href: link },
    notes: [
      `The link works once, until ${until}. With it you choose a password or a passkey.`,
      'If you did not expect this message, ignore it, and do not forward the link.',
    ],
  });
};
