import { MAIL_LEASE } from '../../domain/mail/retry.ts';
import type { OutboxMessage } from '../../domain/outbox/message.ts';
import { sandboxAllowance } from '../../engine/mail/sandbox-allowance.ts';
import {
  ended,
  isOff,
  type SendMessage,
  type SendMessageDeps,
  sendMessage,
  TURNED_OFF,
} from '../../engine/mail/send-message.ts';
import type { Site } from '../../resources/site.ts';
import type { Millis } from '../../values/time.ts';

/** The result of one round at a site. */
export interface MailRound {
  readonly succeeded: number;
  readonly failed: number;
}

export interface MailWork {
  /** Sends messages of a site that are due now, at most so many that another site need not wait long. */
  round(site: Site): Promise<MailRound>;
  /** Returns when the next message of a site is due, in milliseconds of the system clock; undefined if none is. */
  nextAt(site: Site): Promise<Millis | undefined>;
}

/** Messages that are claimed together. */
const BATCH = 20;
/** Messages that are kept together. */
const KEPT_TOGETHER = 200;

/**
 * Sends the messages of the outbox, each at least once: a worker claims a message for two minutes before it sends it,
 * and one that was killed meanwhile leaves it to the next. A message that the mail server defers is tried again with
 * growing waits for three days. `send` sends one that was claimed.
 */
export const sendMail = (deps: SendMessageDeps, send: SendMessage = sendMessage(deps)): MailWork => {
  const { storage, world, transport } = deps;
  const mayLeave = sandboxAllowance(world);

  const claim = (site: Site): Promise<readonly OutboxMessage[]> =>
    storage.transaction(site.id, async ({ outbox }) => {
      const now = world.clock.now();
      const claimed = (await outbox.due(now, BATCH)).map((message) => ({
        ...message,
        attempts: message.attempts + 1,
        next_attempt_at_ms: now + MAIL_LEASE,
      }));
      for (const message of claimed) await outbox.save(message);
      return claimed;
    });

  const keepAll = (site: Site): Promise<MailRound> =>
    storage.transaction(site.id, async ({ outbox }) => {
      const now = world.clock.now();
      const due = await outbox.due(now, KEPT_TOGETHER);
      for (const message of due)
        await outbox.save(
          isOff(site, message) ? ended(message, 'skipped', now, TURNED_OFF) : ended(message, 'kept', now),
        );
      return { succeeded: due.length, failed: 0 };
    });

  return {
    async round(site) {
      if (!transport) return site.mode === 'sandbox' ? keepAll(site) : { succeeded: 0, failed: 0 };
      const claimed = await claim(site);
      const outcomes = await Promise.all(claimed.map((message) => send(site, message, mayLeave)));
      const failed = outcomes.filter((status) => status === 'queued' || status === 'failed').length;
      return { succeeded: outcomes.length - failed, failed };
    },
    async nextAt(site) {
      if (!transport && site.mode === 'production') return undefined;
      return storage.of(site.id).outbox.nextAttempt();
    },
  };
};
