/**
 * Processes of a deployment are killed and restarted at 60 % of the load that it carries, for `KILLS_MINUTES` minutes,
 * two unless given.
 */
import { expect, test } from 'vitest';
import { hasProgram } from '../tools/test/install.ts';
import { runTrial } from './trial/run-trial.ts';

const MINUTES = Number(process.env.KILLS_MINUTES ?? 2);

/** Milliseconds of a start, and for what is left to do to be done, on a machine with other work. */
const AROUND = 25 * 60_000;

test.skipIf(!hasProgram('caddy'))(
  `${MINUTES} minutes of kills and restarts lose no order, charge nothing twice, and metrics agree with the records`,
  { timeout: MINUTES * 60_000 + AROUND },
  async () => {
    const { status, printed } = await runTrial('bench/kills.ts', '--minutes', String(MINUTES));
    expect(status, printed).toBe(0);
    expect(Number(/, (\d+) kills,/.exec(printed)?.[1]), printed).toBeGreaterThan(MINUTES);
  },
);
