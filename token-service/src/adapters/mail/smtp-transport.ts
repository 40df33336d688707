import type { MailTransport, SendOutcome } from '@service/billing/ports/mail.ts';
import { withoutLongDigits } from '@service/billing/values/card/without-long-digits.ts';
import { isLoopback } from '@service/billing/values/loopback.ts';
import { createTransport } from 'nodemailer';

/** Connections to the mail server at a time. */
const CONNECTIONS = 4;
const CONNECT_MS = 10_000;
const SOCKET_MS = 30_000;

export interface SmtpTransport extends MailTransport {
  /** Signs in at the server on a connection of its own. Rejects when that is not possible. */
  verify(): Promise<void>;
  close(): void;
}

/**
 * Sends mail to an SMTP server: `smtp://user:password@host:port`, `smtps://` for TLS from the first byte. A password is
 * sent over TLS only, except to this machine.
 */
export const smtpTransport = (address: string): SmtpTransport => {
  const { hostname, port, protocol, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const transport = createTransport({
    pool: true,
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    requireTLS: !secure && username !== '' && !isLoopback(host),
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          messageId: mail.message_id,
          ...(mail.date == null ? {} : { date: new Date(mail.date * 1000) }),
          from: mail.from,
          ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
          // As objects: a text could name several recipients.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
          attachments: mail.attachments.map(({ filename, type, bytes, cid }) => ({
            filename,
            contentType: type,
            content: Buffer.from(bytes),
            ...(cid ? { cid, contentDisposition: 'inline' as const } : {}),
          })),
        });
        return { outcome: 'accepted' };
      } catch (error) {
        return outcomeOf(error as SmtpError);
      }
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
};

interface SmtpError extends Error {
  readonly code?: string;
  /** The reply code of the server. */
  readonly responseCode?: number;
  /** The command it replied to. */
  readonly command?: string;
}

/** A refused recipient or message is final; a refused password or sender is for the operator to correct. */
const outcomeOf = ({ responseCode = 0, command = '', message }: SmtpError): SendOutcome => {
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  return { outcome: responseCode >= 500 && isAboutMessage ? 'bounced' : 'deferred', reason: reasonOf(message) };
};

const reasonOf = (message: string): string => withoutLongDigits(message).replaceAll(/\s+/g, ' ').slice(0, 300);
