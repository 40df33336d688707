/** A rolling restart loses no request, behind each proxy with its file from this folder. */
import { expect, test } from 'vitest';
import { hasProgram } from '../tools/test/install.ts';
import { runTrial } from './trial/run-trial.ts';

/** Milliseconds on a machine with other work. */
const LONGEST = 20 * 60_000;

for (const proxy of ['caddy', 'nginx']) {
  test.skipIf(!hasProgram(proxy))(
    `200 sales behind ${proxy} while each process is restarted`,
    { timeout: LONGEST },
    async () => {
      const { status, printed } = await runTrial('try-rolling-restart.ts', proxy);
      expect(status, printed).toBe(0);
      expect(printed).toMatch(new RegExp(`^${proxy}: \\d+ requests, \\d+ sales, 4 restarts, lost 0$`, 'm'));
    },
  );
}
