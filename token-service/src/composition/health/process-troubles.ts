import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import type { AskedAccount } from '../../adapters/gateway/spared-gateways.ts';
import type { ProcessTrouble, ProcessTroubleRecords } from '../../adapters/storage/records/process-troubles.ts';
import type { HealthFinding } from '../../http/health-check.ts';
import { slowGatewayTrouble } from './gateways-part.ts';

interface Deps {
  readonly records: ProcessTroubleRecords;
  /** Returns the time of the database server, where it has a clock of its own: that of this machine may be wrong. */
  readonly databaseTime: () => Promise<Millis | undefined>;
  readonly clock: Pick<SystemClock, 'now'>;
  /** Looks at the health of this process. */
  readonly finding: () => Promise<HealthFinding>;
  /** Returns the gateways that answer this process slowly. */
  readonly slowGateways: () => readonly AskedAccount[];
  /** Names this process among those on the database. */
  readonly holder: string;
}

/** The troubles of all processes on this database that a process may be alone with. */
export interface ProcessTroubles {
  /** Says what this process finds now. Does not reject. */
  report(): Promise<void>;
  /** Returns the troubles that any process is in now, with those of this one. */
  seen(): Promise<readonly ProcessTrouble[]>;
  /** Says that this process has none any more, because it stops. */
  withdraw(): Promise<void>;
}

/** The names in `/health` of what one process finds, and no other may see. */
export const TOLD_PARTS = ['token_store', 'clock', 'certificate', 'gateway_accounts', 'webhook_endpoints'] as const;

/** Milliseconds after which the trouble of a process that says nothing more is over: it was killed, or hangs. */
const FRESH_FOR: Millis = 90_000;

/**
 * Leaves the troubles of this process in the database and reads those of all: workers send mail, and a process that
 * only serves requests may have another key, clock or network than they have.
 */
export const processTroubles = ({
  records,
  databaseTime,
  clock,
  finding,
  slowGateways,
  holder,
}: Deps): ProcessTroubles => {
  let writing: Promise<void> | undefined;
  let hasLeft = false;

  const now = async (): Promise<Millis> => (await databaseTime()) ?? clock.now();
  const leave = async (troubles: readonly Pick<ProcessTrouble, 'part' | 'reason'>[]): Promise<void> => {
    if (troubles.length === 0 && !hasLeft) return;
    const at = await now();
    await records.leave(holder, troubles, at, at - FRESH_FOR);
    hasLeft = troubles.length > 0;
  };
  const write = async (): Promise<void> => {
    const found = await finding();
    const reasons: Readonly<Record<string, string>> = ('reasons' in found ? found.reasons : undefined) ?? {};
    const parts = TOLD_PARTS.flatMap((part) => (reasons[part] === undefined ? [] : [{ part, reason: reasons[part] }]));
    await leave([...parts, ...slowGateways().map(slowGatewayTrouble)]);
  };
  const report = async (): Promise<void> => {
    // A database that does not answer is in /health; the next look says the same.
    writing ??= write()
      .catch(() => {})
      .finally(() => {
        writing = undefined;
      });
    await writing;
  };

  return {
    report,
    async seen() {
      await report();
      const [all, at] = [await records.all(), await now()];
      return all.filter(({ seen_at_ms }) => at - seen_at_ms < FRESH_FOR);
    },
    async withdraw() {
      await writing;
      await leave([]).catch(() => {});
    },
  };
};
