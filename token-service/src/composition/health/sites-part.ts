import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import type { HealthPart, Trouble } from '../../http/health-check.ts';
import type { ProcessSigns } from '../../runtime/process-signs.ts';

interface Deps {
  /** Returns what does not work at any site; `worker` where work is late. */
  readonly sites: HealthPart['look'];
  readonly signs: Pick<ProcessSigns, 'workers'>;
  readonly clock: SystemClock;
  /** Whether this process is a worker alone, which does not judge workers. */
  readonly isWorker: boolean;
}

/** Milliseconds without a sign of any worker after which late work is due to that. */
const NO_SIGN: Millis = 5 * 60_000;

const isAboutWorker = ({ part }: Trouble): boolean => part === 'worker';

/**
 * Returns the check of the sites. It shows `worker` while work is five minutes late and no worker has left a sign for
 * five minutes: workers that leave signs are only behind.
 */
export const sitesPart = ({ sites, signs, clock, isWorker }: Deps): HealthPart => ({
  names: isWorker ? ['webhooks'] : ['worker', 'webhooks'],
  async look() {
    const troubles = await sites();
    if (!troubles.some(isAboutWorker)) return troubles;
    const others = troubles.filter((trouble) => !isAboutWorker(trouble));
    if (isWorker) return others;
    const { lastSeen } = await signs.workers();
    const hasSign = lastSeen !== undefined && lastSeen > clock.now() - NO_SIGN;
    return hasSign ? others : troubles;
  },
});
