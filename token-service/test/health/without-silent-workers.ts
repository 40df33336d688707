import type { ReceivedMail } from '../mail-server.ts';

/**
 * Returns the subjects of mail, without those about workers: where a test moves the clocks of several processes by a
 * minute, each worker seems silent to the others, because its signs follow the time of the machine.
 */
export const withoutSilentWorkers = (received: readonly Pick<ReceivedMail, 'subject'>[]): readonly string[] =>
  received
    .map(({ subject }) => subject)
    .filter((subject) => !/^(A worker does not work|All workers work again)/.test(subject));
