import { parseArgs } from 'node:util';
import type { SimulatorOptions, Webhook } from './simulator.ts';

/** The usage of the command line. */
export const SIMULATOR_USAGE = `Usage: gateway-simulator [options]

Options:
  --port <number>           the port to listen on; 12111 unless it is given, 0 for any
  --host <address>          the interface to listen on; 127.0.0.1 unless it is given
  --webhook <url>           sends every event to this address; may be repeated
  --webhook-secret <text>   signs the events: once for all addresses, or once for each
  --clock <real|manual>     real (the default) follows the machine; manual stands still until it is moved
  --debit-delay <seconds>   until a bank debit settles; 5 unless it is given
  --refund-delay <seconds>  until a pending refund succeeds; 5 unless it is given
  --dispute-delay <seconds> until a dispute follows a charge, or is decided; 5 unless it is given
  --help                    prints this

The exit status is 1 when the simulator cannot start, 2 when the options could not be understood.
`;

/** Options that cannot be understood; the message says what to write instead. */
export class SimulatorUsageError extends Error {}

/**
 * Returns the options of a command line, or undefined when it asks for help.
 *
 * @throws {SimulatorUsageError}
 */
export const readSimulatorOptions = (args: readonly string[]): SimulatorOptions | undefined => {
  const values = parse(args);
  if (values.help) return undefined;
  const { clock } = values;
  if (clock !== 'real' && clock !== 'manual') throw new SimulatorUsageError('--clock must be real or manual.');
  const seconds = (name: 'debit' | 'dispute' | 'refund') => {
    const text = values[`${name}-delay`];
    return text === undefined ? {} : { [name]: 1000 * whole(`--${name}-delay`, text, 31_536_000) };
  };
  return {
    port: whole('--port', values.port, 65_535),
    host: values.host,
    clock,
    webhooks: webhooksOf(values.webhook, values['webhook-secret']),
    delays: { ...seconds('debit'), ...seconds('dispute'), ...seconds('refund') },
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '12111' },
        host: { type: 'string', default: '127.0.0.1' },
        webhook: { type: 'string', multiple: true, default: [] },
        'webhook-secret': { type: 'string', multiple: true, default: [] },
        clock: { type: 'string', default: 'real' },
        'debit-delay': { type: 'string' },
        'refund-delay': { type: 'string' },
        'dispute-delay': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new SimulatorUsageError(error instanceof Error ? error.message : String(error));
  }
};

const whole = (name: string, text: string, most: number): number => {
  if (!/^\d{1,9}$/.test(text) || Number(text) > most)
    throw new SimulatorUsageError(`${name} must be a whole number from 0 to ${most}.`);
  return Number(text);
};

const webhooksOf = (urls: readonly string[], secrets: readonly string[]): Webhook[] => {
  const unusable = urls.find((url) => !/^https?:\/\//.test(url) || !URL.canParse(url));
  if (unusable !== undefined) {
    throw new SimulatorUsageError(
      `--webhook must be an http or https address such as http://127.0.0.1:3000/hook: ${unusable}`,
    );
  }
  if (urls.length > 0 && secrets.length !== 1 && secrets.length !== urls.length)
    throw new SimulatorUsageError(
      'Give --webhook-secret once for all addresses of --webhook, or once for each of them.',
    );
  return urls.map((url, index) => {
    const secret = secrets[index] ?? secrets[0] ?? '';
    if (!/^whsec_\S{8,}$/.test(secret))
      throw new SimulatorUsageError(
        '--webhook-secret must begin with whsec_, and have at least 8 characters after it.',
      );
    return { url, secret };
  });
};
