import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import type { CommandEnvironment } from './environment.ts';

/** A command that runs until it is stopped. */
export interface Program {
  readonly name: string;
  /** Its effect, as one sentence. */
  readonly does: string;
  readonly example: string;
  /** More than one line of help, where `--help` does not start the program. */
  readonly notes?: string;
  /**
   * Runs the program with its arguments, and returns its exit status. Undefined for the service, which runs in the
   * process of `billing`: a supervisor sends its signals to the process that it has started.
   */
  readonly run?: (args: readonly string[], env: CommandEnvironment) => Promise<number>;
}

/** Runs a program of the repository as a process of its own, which an image without it does not have. */
const inProcess =
  (path: string) =>
  async (args: readonly string[], env: CommandEnvironment): Promise<number> => {
    const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
    const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit', env });
    const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, forward);
    return new Promise((resolve, reject) => {
      child.once('error', (error) => reject(new OperatorTrouble(`${path} cannot be started: ${error.message}`)));
      child.once('exit', (status) => resolve(status ?? 1));
    });
  };

export const PROGRAMS: readonly Program[] = [
  {
    name: 'serve',
    does: 'Runs the service, or the part of it that SERVE names, until it is stopped.',
    example: '--env-file billing.env',
    notes: 'The settings are variables of the environment; docs/configuration.md lists them.',
  },
  {
    name: 'gateway-simulator',
    does: "Runs a payment gateway that speaks a part of Stripe's API and moves no money.",
    example: '--port 12111',
    run: inProcess('gateway-simulator/src/main.ts'),
  },
  {
    name: 'try-gateway',
    does: 'Runs the demo site with the gateway simulator, in a folder that is removed at the end.',
    example: '',
    run: inProcess('tools/try-gateway.ts'),
  },
];
