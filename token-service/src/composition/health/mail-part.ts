import type { Millis, MonotonicClock } from '@service/billing/values/time.ts';
import type { HealthPart, Trouble } from '../../http/health-check.ts';

interface MailServerDeps {
  /** Signs in at the mail server. Rejects when that is not possible. */
  readonly verify: () => Promise<unknown>;
  readonly clock: Pick<MonotonicClock, 'elapsed'>;
}

/** Milliseconds between two attempts to reach the mail server. */
const EVERY: Millis = 20_000;

const UNREACHED: Trouble = {
  part: 'mail',
  reason: 'The mail server of SMTP_URL does not answer, or refuses the sign-in: mail waits.',
};

/**
 * Returns the check of `/health` in a process that sends mail through a server. `/health` does not wait for it: the
 * server is asked beside it, and what it answered last counts.
 */
export const mailServerPart = ({ verify, clock }: MailServerDeps): HealthPart => {
  let works = true;
  let asking = false;
  let askAt = Number.NEGATIVE_INFINITY;

  const ask = async (): Promise<void> => {
    asking = true;
    works = await verify().then(
      () => true,
      () => false,
    );
    asking = false;
  };
  return {
    names: ['mail'],
    async look() {
      if (!asking && clock.elapsed() >= askAt) {
        askAt = clock.elapsed() + EVERY;
        void ask();
      }
      return works ? [] : [UNREACHED];
    },
  };
};
