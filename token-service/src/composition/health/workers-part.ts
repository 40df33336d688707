import { processName } from '@service/billing/domain/processes/process-sign.ts';
import type { HealthPart } from '../../http/health-check.ts';
import type { ProcessSigns } from '../../runtime/process-signs.ts';

/** Returns the check that no worker hangs: while another one works, nothing is late, and it would not be missed. */
export const workersPart = (signs: Pick<ProcessSigns, 'workers'>): HealthPart => ({
  names: ['workers'],
  async look() {
    const { alive, silent } = await signs.workers();
    if (silent.length === 0) return [];
    const reason =
      `Workers that have left no sign for a minute: ${silent.length} of ${alive + silent.length} (${silent.map(processName).join('; ')}). ` +
      'They hang, were killed, or do not reach the database.';
    return [{ part: 'workers', reason }];
  },
});
