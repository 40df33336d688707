import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Result } from '../../check/finding.ts';
import type { RunningService } from '../../fixtures/index.ts';

const PROGRAM = join(import.meta.dirname, '../../check/main.ts');

export interface Checked {
  readonly status: number;
  readonly results: readonly Result[];
  readonly errors: string;
}

/** Runs the command. Its own waits are longer than those of a merchant, because suites share a machine. */
export const check = (
  address: string,
  { apiUrl }: RunningService,
  folder: string,
  ...more: string[]
): Promise<Checked> =>
  new Promise((resolve) => {
    const args = [
      PROGRAM,
      'check',
      address,
      '--json',
      '--report',
      folder,
      '--api',
      apiUrl,
      '--patience',
      '60',
      ...more,
    ];
    const env = { ...process.env, SERVICE_PRIVATE_KEY: 'demo-private-key' };
    execFile(process.execPath, args, { env, maxBuffer: 1e8 }, (error, stdout, errors) =>
      resolve({
        status: typeof error?.code === 'number' ? error.code : 0,
        results: stdout === '' ? [] : JSON.parse(stdout).results,
        errors,
      }),
    );
  });

/** Returns what the command found out about one situation. */
export const checkedTexts = ({ results }: Checked, name: string): string =>
  results
    .find((result) => result.name === name)
    ?.findings.map(({ level, text }) => `${level}: ${text}`)
    .join('\n') ?? '';

/** The situations in which careful and careless shops differ most. */
export const SHORT_CHECK = ['--only', 'decline,refused,double-press,lost-answer,reload,blocked'];
