#!/usr/bin/env node
/** The command line of the simulator. */
import { readSimulatorOptions, SIMULATOR_USAGE, SimulatorUsageError } from './options.ts';
import { startSimulator } from './simulator.ts';

/** Exit status 1: the simulator cannot start. 2: the options cannot be understood. */
const fail = (message: string, status: 1 | 2 = 1): never => {
  process.stderr.write(`${message.trimEnd()}\n`);
  process.exit(status);
};

const options = (() => {
  try {
    return readSimulatorOptions(process.argv.slice(2));
  } catch (error) {
    if (error instanceof SimulatorUsageError) return fail(`${error.message}\n\n${SIMULATOR_USAGE}`, 2);
    throw error;
  }
})();

if (!options) {
  process.stdout.write(SIMULATOR_USAGE);
} else {
  const simulator = await startSimulator(options).catch((error: NodeJS.ErrnoException) =>
    error.code === 'EADDRINUSE'
      ? fail(`Port ${options.port} is taken: choose another with --port.`)
      : fail(String(error)),
  );
  process.stdout.write(`The gateway simulator listens on ${simulator.url}. Its keys begin with sk_test_.\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop());
}
