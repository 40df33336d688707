import type { ComposedMail } from '@service/billing/ports/mail.ts';
import type { NewNetwork } from '@service/billing/usecases/operators/new-network.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { sellerName } from '../messages/seller-name.ts';
import { composeOperatorMail } from './operator-mail.ts';

export interface NewNetworkMail extends NewNetwork {
  /** Unique among messages. */
  readonly id: string;
  readonly at_ms: Millis;
  /** The page with the operator's sessions. */
  readonly sessions: string;
}

/** Composes the message that tells an operator of a sign-in from a network that they did not use before. */
export const composeNewNetwork = ({ id, email, address, site, at_ms, sessions }: NewNetworkMail): ComposedMail => {
  const at = `${new Date(at_ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const title = `New sign-in to the billing console of ${sellerName(site)}`;
  return composeOperatorMail({
    ...{ id, recipient: email, site, title },
    subject: title,
    paragraphs: [`${email} signed in at ${at} from the address ${address}, a network that was not used before.`],
    button: { label: 'Look at your sessions', href: sessions },
    notes: [
      'If it was you, there is nothing to do.',
      'If it was not, end the session, change how you sign in, and tell an owner of the site.',
    ],
  });
};
