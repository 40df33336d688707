import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceProcess } from '../process.ts';

/** The callbacks of a client while it works. */
export interface Load {
  /** True once the service is being killed: any later error in a call counts as the end of the service. */
  stopped(): boolean;
  /** Must be called after each response. */
  answered(): void;
}

/** The moment at which to kill a service. */
export interface Moment {
  /** The number of responses before the kill. */
  readonly answers: number;
  /** Milliseconds to wait after that: responses arrive in groups, so the kill would always hit the same step. */
  readonly milliseconds: number;
}

/**
 * Lets every client work and kills the service as a power cut would. Throws what a client throws. Returns the number of
 * responses.
 */
export const killUnderLoad = async (
  service: Pick<ServiceProcess, 'kill'>,
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
