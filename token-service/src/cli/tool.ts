import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Operator, SiteDeps } from '@service/billing/engine/sites/on-site.ts';
import type { World } from '@service/billing/ports/world.ts';
import { Failure, Invalid, Refusals } from '@service/billing/values/failure.ts';
import { type OpenStorage, openStorage, type StorageConfig } from '../adapters/storage/storage.ts';
import { type Config, readConfig } from '../config.ts';
import { digest } from '../runtime/digest.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { machineClock, movedClock, openWorld } from '../runtime/world.ts';
import { issueWords } from './advice.ts';
import { failureWords } from './failure-words.ts';
import { printable } from './printable.ts';

/** The dependencies of a command. */
export interface Toolbox extends SiteDeps {
  readonly storage: OpenStorage['storage'];
  readonly config: Config;
  readonly digest: (secret: string) => string;
  readonly operator: Operator;
  /** Prints a line at once, while the command goes on. */
  readonly say: (line: string) => void;
}

type Options = NonNullable<ParseArgsConfig['options']>;
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Command {
  /** Names of the positional arguments, in order. */
  readonly takes: readonly string[];
  readonly options?: Options;
  /** Whether the command creates a missing database, or does not use it. By default, a missing database is an error. */
  readonly database?: 'created' | 'unused';
  /** Returns the text to print. Throws `Usage`, and what use cases throw. */
  readonly run: (toolbox: Toolbox, words: readonly string[], given: OptionValues) => Promise<string>;
}

export interface Tool {
  /** As typed in a shell: `npm run site --`. */
  readonly name: string;
  readonly help: string;
  /** Commands by name; a tool with a single command has it under the empty name. */
  readonly commands: Readonly<Record<string, Command>>;
}

/** A command line that cannot be understood. The message explains the correct syntax. */
export class UsageError extends Error {}

/** Exit status 0: done. 1: refused, nothing has changed. 2: not understood. */
export interface ToolOutcome {
  readonly status: 0 | 1 | 2;
  readonly text: string;
}

/** The parts that the tool opens according to the configuration. */
interface Outside {
  world(config: Config): World;
  open(config: Config & Pick<StorageConfig, 'mustExist'>, world: World): Promise<OpenStorage>;
  /** Prints a line while a command runs. */
  readonly say?: (line: string) => void;
}

const toStandardOutput = (line: string): void => void process.stdout.write(`${line}\n`);

const outside: Outside = {
  world: ({ clockFile }) => openWorld(clockFile ? movedClock(clockFile) : machineClock),
  open: openStorage,
};

/** Runs one command line. Any exception is a bug. */
export const runTool = async (
  tool: Tool,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { world: worldOf, open, say = toStandardOutput }: Outside = outside,
): Promise<ToolOutcome> => {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return { status: 0, text: tool.help };
  try {
    const { command, words, given } = understood(tool, args);
    const config = readConfig(env);
    const world = worldOf(config);
    const opened = await open(storageFor(command, config), world);
    try {
      const operator = { actor: 'command line', correlation: world.ids.uuid() };
      const { sites, administration, storage } = opened;
      const toolbox = { sites, administration, storage, world, config, digest, operator };
      const text = await command.run({ ...toolbox, say: (line) => say(printable(line)) }, words, given);
      return { status: 0, text: printable(text) };
    } finally {
      await opened.close();
    }
  } catch (error) {
    const { status, text } = refusal(tool, error);
    return { status, text: printable(text) };
  }
};

const storageFor = ({ database }: Command, config: Config): Config & Pick<StorageConfig, 'mustExist'> =>
  database === 'unused'
    ? { ...config, dataDir: ':memory:', databaseUrl: null }
    : { ...config, mustExist: database !== 'created' };

const understood = (tool: Tool, args: readonly string[]) => {
  const single = tool.commands[''];
  const [name = '', ...rest] = single ? ['', ...args] : args;
  const command = Object.hasOwn(tool.commands, name) ? tool.commands[name] : undefined;
  if (!command)
    throw new UsageError(`There is no command “${name}”. Commands: ${Object.keys(tool.commands).join(', ')}.`);
  const { values, positionals } = parsed(command, rest);
  if (positionals.length !== command.takes.length) {
    const usage = ['', name, ...command.takes.map((one) => `<${one}>`)]
      .filter((word, at) => at === 0 || word !== '')
      .join(' ');
    throw new UsageError(
      `Usage: ${tool.name}${usage}${command.options ? ' [options]' : ''}. Put quotes around text with spaces.`,
    );
  }
  return { command, words: positionals, given: values as OptionValues };
};

const parsed = ({ options = {} }: Command, args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(misreading(error instanceof Error ? error.message : String(error)));
  }
};

/** The first sentence of Node's message; its advice on dashes is about arguments that no tool takes. */
const misreading = (message: string): string => {
  const dashed = /^Option '(--[\w-]+)[^']*' argument is ambiguous/.exec(message)?.[1];
  return dashed
    ? `${dashed} needs a value. One that begins with a dash is typed as ${dashed}=-value.`
    : (message.split('. ')[0] ?? message);
};

const refusal = (tool: Tool, error: unknown): ToolOutcome => {
  if (error instanceof UsageError) return { status: 2, text: `${error.message}\nHelp: ${tool.name} --help` };
  if (error instanceof OperatorTrouble) return { status: 1, text: error.message };
  if (error instanceof Failure) return { status: 1, text: failureWords(error) };
  if (error instanceof Invalid) return { status: 1, text: error.issues.map(issueWords).join('\n') };
  if (error instanceof Refusals) {
    return { status: 1, text: error.all.map((each) => refusal(tool, each).text).join('\n') };
  }
  throw error;
};

/** Runs the tool as the process: prints its text and sets the exit status. */
export const main = async (tool: Tool): Promise<void> => {
  // What a command writes may hold personal data or keys, so only this user may read it.
  process.umask(0o077);
  const { status, text } = await runTool(tool, process.argv.slice(2), process.env);
  (status === 0 ? process.stdout : process.stderr).write(`${text.trimEnd()}\n`);
  process.exitCode = status;
};
