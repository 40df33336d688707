import type { SendMessage } from '@service/billing/engine/mail/send-message.ts';
import type { Spans } from './spans.ts';

/**
 * Returns the same sender of mail, with a trace for each message: the time of the mail server, and of what is attached.
 * The correlation id leads to the request or the due work that caused it.
 */
export const tracedMail =
  (spans: Spans, send: SendMessage): SendMessage =>
  (site, message, mayLeave) => {
    const attributes = {
      'billing.site': site.subdomain,
      'billing.mail_kind': message.kind,
      'billing.message_id': message.id,
      'billing.correlation_id': message.correlation,
    };
    return spans.within(`mail ${message.kind}`, { role: 'producer', attributes }, async (span) => {
      const status = await send(site, message, mayLeave);
      span.set({ 'billing.outcome': status });
      if (status === 'queued' || status === 'failed') span.fail();
      return status;
    });
  };
