import { mailbox } from '@service/billing/resources/mailbox.ts';
import { type MailboxDeps, readMailbox } from '@service/billing/usecases/mail/read-mailbox.ts';
import type { Endpoint } from '../endpoint.ts';
import { shown } from './answers.ts';

export type { MailboxDeps };

/** Shows the mail that an account of a sandbox site got. A production site has no such page. */
export const mailboxRoutes = (deps: MailboxDeps): Endpoint[] => {
  const read = readMailbox(deps);
  return [
    {
      name: 'sandbox_mailbox',
      method: 'GET',
      path: '/v2/sandbox/mailboxes/:account_code',
      async handle({ caller, params }) {
        return shown(mailbox, await read(caller, params.account_code ?? ''));
      },
    },
  ];
};
