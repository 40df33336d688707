import { hasArrived } from '@service/billing/domain/due/clock-progress.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import type { Toolbox } from './command.ts';

/** Milliseconds between two looks. */
const PAUSE = 500;
/** Looks in which nothing has moved on before it is assumed that no service runs: ten seconds. */
const MOST_IDLE = 20;

/**
 * Prints how far the due work of a site has come since its clock was moved, until all of it has run. Returns what to
 * say at the end. Throws `OperatorTrouble` when it does not move on, because no worker runs.
 */
export const followClockMove = async ({ storage, world, say }: Toolbox, { id }: Site): Promise<string> => {
  let last = '';
  for (let idle = 0; idle < MOST_IDLE; idle += 1) {
    const progress = await storage.of(id).due.clockProgress();
    if (!progress || hasArrived(progress)) return progress ? ` ${itemsText(progress.items)} of due work ran.` : '';
    const line = `${isoTime(progress.reached_at)} reached, ${itemsText(progress.items)} done`;
    if (line !== last) {
      say(line);
      idle = 0;
    }
    last = line;
    await world.pause(PAUSE);
  }
  throw new OperatorTrouble(
    'The clock was moved, and its due work does not move on: no worker runs. ' +
      'Start the service, or where its parts run alone, the process with SERVE=worker; it runs the rest.',
  );
};

const itemsText = (items: number): string => `${items} ${items === 1 ? 'item' : 'items'}`;
