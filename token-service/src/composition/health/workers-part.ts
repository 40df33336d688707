import { type ProcessSign, processName } from '@service/billing/domain/processes/process-sign.ts';
import type { HealthPart, Trouble } from '../../http/health-check.ts';
import type { ProcessSigns } from '../../runtime/process-signs.ts';

/** Returns the check that no worker hangs: while another one works, nothing is late, and it would not be missed. */
export const workersPart = (signs: Pick<ProcessSigns, 'workers'>): HealthPart => ({
  names: ['workers'],
  async look() {
    const { alive, silent } = await signs.workers();
    if (silent.length === 0) return [];
    return [{ part: 'workers', reason: silence(alive, silent) }];
  },
});

/** Returns the same with the names of the workers, for operators: anyone can read `/health`. */
export const silentWorkers = async (signs: Pick<ProcessSigns, 'workers'>): Promise<readonly Trouble[]> => {
  const { alive, silent } = await signs.workers();
  if (silent.length === 0) return [];
  return [{ part: 'workers', reason: silence(alive, silent, ` (${silent.map(processName).join('; ')})`) }];
};

const silence = (alive: number, { length: silent }: readonly ProcessSign[], names = ''): string =>
  `Workers that have left no sign for a minute: ${silent} of ${alive + silent}${names}. They hang, were killed, or do not reach the database.`;
