import { once } from 'node:events';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A message as its receiver got it. */
export interface ReceivedMail {
  readonly id: string;
  readonly from: string;
  readonly replyTo: string | undefined;
  /** Everyone that the envelope names. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly filename: string; readonly bytes: Buffer }[];
  /** The message as it was received. */
  readonly raw: string;
}

/** An SMTP server that keeps what it accepts. */
export interface MailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** The reply to a recipient, such as `550 unknown`; undefined: accepted. */
  replyTo: (address: string) => string | undefined;
  /** Runs before a message is accepted; a rejection refuses it. */
  beforeAccepting: () => Promise<void>;
  close(): Promise<void>;
}

export const startMailServer = async (): Promise<MailServer> => {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const reply = mail.replyTo(address);
      done(reply ? refusal(reply) : undefined);
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const raw = Buffer.concat(chunks);
      try {
        await mail.beforeAccepting();
        received.push(
          await read(
            raw,
            envelope.rcptTo.map(({ address }) => address),
          ),
        );
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error('refused'));
      }
    },
  });
  // A killed client resets its connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const bound = server.server.address();
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`,
    received,
    replyTo: () => undefined,
    beforeAccepting: async () => {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
};

const refusal = (reply: string): Error =>
  Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

const read = async (raw: Buffer, to: readonly string[]): Promise<ReceivedMail> => {
  const parsed = await simpleParser(raw);
  return {
    id: parsed.messageId ?? '',
    from: parsed.from?.text ?? '',
    replyTo: parsed.replyTo?.text,
    to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    attachments: parsed.attachments.map(({ filename, content }) => ({ filename: filename ?? '', bytes: content })),
    raw: raw.toString(),
  };
};
