import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DEPLOY } from '../checks.ts';

export interface TrialOutcome {
  readonly status: number | null;
  /** The output and the errors, in their order. */
  readonly printed: string;
}

/** Runs a program of this folder that starts a deployment, until it ends. */
export const runTrial = async (program: string, ...args: readonly string[]): Promise<TrialOutcome> => {
  const child = spawn(process.execPath, [`${DEPLOY}${program}`, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const orphaned = (): void => void child.kill();
  process.once('exit', orphaned);
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  process.off('exit', orphaned);
  return { status, printed };
};
