import { FORGOTTEN_AFTER } from '@service/billing/domain/processes/process-sign.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import type { Config } from '../config.ts';
import { releaseVersion } from '../runtime/release-version.ts';
import { type RepeatedSign, repeatedSign } from '../runtime/repeated-sign.ts';

interface ProcessSignParts {
  readonly config: Pick<Config, 'serve'>;
  readonly opened: Pick<OpenStorage, 'processSigns'>;
  readonly clock: SystemClock;
  /** Identifies this process. */
  readonly holder: string;
}

/** Leaves the signs of this process that operators see on the page System: what it serves, and its version. */
export const processSign = ({ config, opened, clock, holder }: ProcessSignParts): RepeatedSign => {
  const version = releaseVersion();
  return repeatedSign({
    leave: (started_at_ms, seen_at_ms) =>
      opened.processSigns.leave(
        { holder, serves: config.serve, version, started_at_ms, seen_at_ms },
        seen_at_ms - FORGOTTEN_AFTER,
      ),
    remove: () => opened.processSigns.remove(holder),
    clock,
  });
};
