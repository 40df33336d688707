import { PER_ADDRESS_AND_DAY, PER_SANDBOX_AND_HOUR } from '../../domain/mail/limits.ts';
import { waitAfter } from '../../domain/mail/retry.ts';
import type { MessageStatus, MessageToQueue, OutboxMessage } from '../../domain/outbox/message.ts';
import type { ComposeMail, MailTransport, SendOutcome } from '../../ports/mail.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { findMailContent } from '../../queries/messages/mail.ts';
import { isMailKind, type MailKind } from '../../resources/mail-kind.ts';
import type { Site } from '../../resources/site.ts';
import { DAY_MS, type Millis } from '../../values/time.ts';
import { noteBounce } from './note-bounce.ts';
import type { Allowance } from './sandbox-allowance.ts';

export interface SendMessageDeps {
  readonly storage: Storage;
  readonly world: World;
  readonly compose: ComposeMail;
  /** Undefined: a sandbox keeps its mail, and that of a production site waits. */
  readonly transport: MailTransport | undefined;
  /** Recipient of messages to `support`; null: they are skipped. */
  readonly support: string | null;
}

/** Returns a message that has reached its last status. */
export const ended = (
  message: OutboxMessage,
  status: MessageStatus,
  ended_at_ms: Millis,
  error: string | null = null,
) => ({
  ...message,
  status,
  next_attempt_at_ms: null,
  ended_at_ms,
  error,
});

export const TURNED_OFF = 'The site turned this kind of mail off.';

export const isOff = ({ mail_off }: Site, { kind }: OutboxMessage): boolean => mail_off.includes(kind as MailKind);

/** Sends one claimed message, records the outcome, and returns the status. */
export type SendMessage = (site: Site, message: OutboxMessage, mayLeave: Allowance) => Promise<MessageStatus>;

/** Returns what sends messages through the mail server of these dependencies. */
export const sendMessage = (deps: SendMessageDeps): SendMessage => {
  const { storage, world, compose, transport, support } = deps;
  const find = findMailContent(deps);

  const attempt = async (site: Site, message: OutboxMessage, mayLeave: Allowance): Promise<Attempted> => {
    const now = world.clock.now();
    const end = (status: MessageStatus, error?: string): Attempted => ({
      after: ended(message, status, now, error),
      copies: [],
    });
    if (now > message.give_up_at_ms) return end('failed', message.error ?? 'It could not be sent in time.');
    const recipient = message.recipient === 'support' ? support : message.recipient;
    if (!recipient) return end('skipped', 'SUPPORT_EMAIL names no address.');
    if (isOff(site, message)) return end('skipped', TURNED_OFF);
    if (!isMailKind(message.kind)) {
      const after = recorded(
        message,
        { outcome: 'deferred', reason: 'Only a newer release knows this kind of mail.' },
        now,
      );
      return { after, copies: [] };
    }
    const { outbox } = storage.of(site.id);
    if ((await outbox.deliveredTo(recipient, now - DAY_MS, PER_ADDRESS_AND_DAY)) >= PER_ADDRESS_AND_DAY)
      return end('skipped', `${PER_ADDRESS_AND_DAY} messages went to this address in a day.`);
    const content = await find(site, message, recipient);
    if (!content) return end('skipped', 'What it is about is gone.');
    if (!mayLeave(site)) return end('kept', `A sandbox sends ${PER_SANDBOX_AND_HOUR} messages in an hour.`);
    const after = recorded(message, await outcomeOf(() => compose(content), transport), now);
    return { after, copies: after.status === 'delivered' || after.status === 'bounced' ? content.copies : [] };
  };

  return async (site, message, mayLeave) => {
    const { after, copies } = await attempt(site, message, mayLeave);
    await storage.transaction(site.id, async (records) => {
      await records.outbox.save(after);
      await records.outbox.queueAll(copies.map((recipient) => copyOf(message, world.ids.uuid(), recipient)));
      if (after.status === 'bounced') await noteBounce(records, world, site, after);
    });
    return after.status;
  };
};

interface Attempted {
  readonly after: OutboxMessage;
  /** Addresses that are to receive a copy now. */
  readonly copies: readonly string[];
}

const copyOf = (
  { kind, account_id, correlation, caused_at, payload }: OutboxMessage,
  id: string,
  recipient: string,
): MessageToQueue => ({ id, kind, account_id, correlation, caused_at, payload, recipient, is_copy: true });

/**
 * Returns the outcome of an attempt, also after an error in our own code or a record, which must not block other
 * messages.
 */
const outcomeOf = async (
  compose: () => ReturnType<ComposeMail>,
  transport: MailTransport | undefined,
): Promise<SendOutcome> => {
  try {
    const mail = await compose();
    return (await transport?.send(mail)) ?? { outcome: 'deferred', reason: 'There is no mail server.' };
  } catch (error) {
    return { outcome: 'deferred', reason: error instanceof Error ? error.message : 'unknown' };
  }
};

const recorded = (message: OutboxMessage, outcome: SendOutcome, now: Millis): OutboxMessage => {
  if (outcome.outcome === 'accepted') return ended(message, 'delivered', now);
  if (outcome.outcome === 'bounced') return ended(message, 'bounced', now, outcome.reason);
  const next = now + waitAfter(message.attempts);
  if (next > message.give_up_at_ms) return ended(message, 'failed', now, outcome.reason);
  return { ...message, next_attempt_at_ms: next, error: outcome.reason };
};
