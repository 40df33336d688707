import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceProcess } from '../process.ts';

/** What a client is told while it works. */
export interface Load {
  /** True once the service is being ended: from then on whatever goes wrong in a call is the end of it. */
  stopped(): boolean;
  /** To be called after each answer. */
  answered(): void;
}

/** When to end a service. */
export interface Moment {
  /** After how many answers. */
  readonly answers: number;
  /** How many milliseconds later: answers come in groups, so the moment of one is not just any moment. */
  readonly milliseconds: number;
}

/**
 * Lets everybody work, and ends the service as a power cut would. Throws what a client throws. Answers how many answers
 * there were.
 */
export const killUnderLoad = async (
  service: ServiceProcess,
  clients: readonly ((during: Load) => Promise<void>)[],
  { answers, milliseconds }: Moment,
): Promise<number> => {
  const reached = Promise.withResolvers<void>();
  let answered = 0;
  let over = false;
  const during: Load = {
    stopped: () => over,
    answered: () => {
      answered += 1;
      if (answered > answers) reached.resolve();
    },
  };
  const working = Promise.all(clients.map((client) => client(during)));
  await Promise.race([reached.promise, working]);
  await wait(milliseconds);
  over = true;
  await service.kill();
  await working;
  return answered;
};
