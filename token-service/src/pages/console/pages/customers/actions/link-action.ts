import { sendAccountLink } from '@service/billing/usecases/mail/send-account-link.ts';
import { html } from '../../../../../documents/html.ts';
import { withPermission } from '../../../visit.ts';
import { keepsMail } from '../../money/customer-mail.ts';
import type { CustomerAction } from './customer-action.ts';
import type { CustomerActionDeps } from './deps.ts';

/** Sends the customer a link to the account pages. */
export const linkAction = (deps: CustomerActionDeps): CustomerAction => {
  const send = withPermission('customers.link', sendAccountLink(deps));
  return {
    action: 'link',
    title: 'Send sign-in link',
    permission: 'customers.link',
    content: async (visit, { email }) => [
      keepsMail(visit, deps)
        ? html`<p class="trouble">This site has no mail server: the message is kept, to be read under Mail, and not sent.</p>`
        : '',
      html`<p>${email ? html`The customer gets a mail at ${email} with a link to the account pages, where another payment method can be entered. It is valid for 30 days.` : 'The account has no email address, so no link can be sent.'}</p>`,
    ],
    button: async (_visit, { email }) => (email ? `Send sign-in link to ${email}` : 'Send sign-in link'),
    async carryOut(visit, { account_code }) {
      const recipient = await send(visit, account_code);
      return keepsMail(visit, deps)
        ? `Not sent: this site has no mail server, the message to ${recipient} is kept.`
        : `A mail with the link is on its way to ${recipient}.`;
    },
  };
};
