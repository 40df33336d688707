/** A complete service in a separate process, for tests that kill or measure it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../../e2e/fixtures/free-ports.ts';

export interface ServiceProcess extends Program {
  readonly apiUrl: string;
  readonly browserUrl: string;
}

export interface Program {
  readonly child: ChildProcess;
  /** The URLs it listens on, such as `http://127.0.0.1:5123`, in the order of its port settings. */
  readonly urls: readonly string[];
  /** Kills it as a power cut would, without a shutdown. Resolves once the process has ended. */
  kill(): Promise<void>;
  /** Stops it as an operator would. */
  stop(): Promise<void>;
}

export interface ProgramOptions {
  /** Environment variables in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Options for Node itself. */
  readonly execArgv?: readonly string[];
}

const SERVICE = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** Keeps compiled code from one start to the next, also where the tests are run without `npm test`, which sets it. */
const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

/** Milliseconds until a start on a busy machine counts as failed. */
const PATIENCE = 120_000;

/** Starts the service on free ports and waits until both origins answer. */
export const startProcess = async (options: ProgramOptions): Promise<ServiceProcess> => {
  const program = await startProgram(SERVICE, ['PORT', 'BROWSER_PORT'], options);
  const [apiUrl = '', browserUrl = ''] = program.urls;
  return { ...program, apiUrl, browserUrl };
};

/**
 * Starts a server and waits until it answers `/health` on the port of each setting. Otherwise throws with the server’s
 * output.
 */
export const startProgram = async (
  file: string,
  portSettings: readonly string[],
  { env, execArgv = [] }: ProgramOptions,
): Promise<Program> => {
  const ports = await freePorts(portSettings.length);
  const settings = Object.fromEntries(portSettings.map((setting, index) => [setting, String(ports[index])]));
  const child = fork(file, [], {
    execArgv: [...execArgv],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The console has a port of its own in each process; tests that use it name it among the settings.
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...process.env,
      HOST: '127.0.0.1',
      CONSOLE_PORT: '0',
      ...settings,
      ...env,
    },
  });
  const printed = collect(child);
  const gone = once(child, 'exit');
  const orphaned = (): void => void child.kill('SIGKILL');
  process.once('exit', orphaned);
  gone.finally(() => process.off('exit', orphaned));

  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await gone;
  };
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  try {
    await Promise.all(urls.map((url) => healthy(url, child)));
  } catch (error) {
    await end('SIGKILL');
    throw new Error(`${file} did not start. It printed:\n${printed()}`, { cause: error });
  }
  return { child, urls, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
};

const collect = ({ stdout, stderr }: ChildProcess): (() => string) => {
  let printed = '';
  for (const output of [stdout, stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-4000);
    });
  }
  return () => printed;
};

const healthy = async (url: string, child: ChildProcess): Promise<void> => {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const answers = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The process ended.');
    if (performance.now() > deadline) throw new Error(`${url} does not answer.`);
    await wait(20);
  }
};
