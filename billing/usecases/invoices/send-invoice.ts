import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import { mailOfInvoice } from '../../domain/mail/mails-of-events.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { queueMails } from '../../engine/recording/mail/queue-mails.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { findDunned } from '../../queries/dunning/dunned.ts';
import { needInvoice } from '../../queries/invoices/invoices.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Queues mail with a charge invoice to the present address of its account: as a receipt, a reminder, or an invoice to
 * be paid, by its state. Returns the address. Throws `not_found`, and `precondition_failed` for an account without an
 * address, a kind of mail that the site has turned off, and an invoice that is not mailed.
 */
export const sendInvoice =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, named: string): Promise<string> =>
    storage.transaction(caller.site.id, async (records) => {
      const invoice = await needInvoice(records, named);
      const { id: account_id, email: recipient } = await needAccount(records, invoice.account_code);
      if (!recipient) throw new Failure('precondition_failed', { what: 'The account has no email address.' });
      const mail = mailOfInvoice({ invoice, ...(await findDunned(records, invoice)) });
      if (!mail) throw new Failure('precondition_failed', { what: NOT_MAILED });
      if (caller.site.mail_off.includes(mail.kind)) throw new Failure('precondition_failed', { what: TURNED_OFF });
      await queueMails(records, world, [{ ...mail, account_id, recipient }], caller);
      await records.auditLog.append(auditEntry(world, caller, 'invoice.sent', invoiceName(invoice)));
      return recipient;
    });

const NOT_MAILED =
  'Only a charge invoice that is paid, past due or to be paid is sent: while a payment is under way there is nothing to say.';
const TURNED_OFF = 'The site has turned this kind of mail off. Turn it on in the settings first.';
