import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { World } from '@service/billing/ports/world.ts';
import { Failure, Invalid, Refusals } from '@service/billing/values/failure.ts';
import { type OpenStorage, openStorage, type StorageConfig } from '../adapters/storage/storage.ts';
import { type Config, readConfig } from '../config.ts';
import { digest } from '../runtime/digest.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { machineClock, movedClock, openWorld } from '../runtime/world.ts';
import { issueWords } from './advice.ts';
import { dropClosedOutput, isClosedOutput } from './closed-output.ts';
import { type Answer, type Command, type JsonRow, type Tool, UsageError } from './command.ts';
import { AS_NPM, type CommandSpelling } from './command-spelling.ts';
import { type CommandEnvironment, withEnvironmentFile } from './environment.ts';
import { failureWords } from './failure-words.ts';
import { commandHelp, toolHelp } from './help.ts';
import { commandLineActor } from './operator-name.ts';
import { printable } from './printable.ts';
import { namedCommand, understand } from './understand.ts';

/** The output of a command, and its exit status: see `EXIT_STATUSES`. */
export interface ToolOutcome {
  readonly status: 0 | 1 | 2 | 3;
  readonly text: string;
  /** The text is the answer of a command that ran, also where its status is 1: it goes to standard output. */
  readonly isAnswer?: true;
}

/** The parts that the tool opens according to the configuration. */
export interface Outside {
  world(config: Config): World;
  open(config: Config & Pick<StorageConfig, 'mustExist'>, world: World): Promise<OpenStorage>;
  /** Prints a line while a command runs. */
  readonly say?: (line: string) => void;
  /** Writes a part of a file. */
  readonly write?: (part: string) => Promise<void>;
  readonly ask?: (question: string) => Promise<string | undefined>;
}

const toStandardOutput = (line: string): void => void process.stdout.write(`${line}\n`);
const toStandardError = (line: string): void => void process.stderr.write(`${line}\n`);

const asFile = async (part: string): Promise<void> => {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
};

const askTerminal = async (question: string): Promise<string | undefined> => {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};

const outside: Outside = {
  world: ({ clockFile }) => openWorld(clockFile ? movedClock(clockFile) : machineClock),
  open: openStorage,
};

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h';

/** Runs one command line. Any exception is a bug. */
export const runTool = async (
  tool: Tool,
  args: readonly string[],
  env: CommandEnvironment,
  { world: worldOf, open, say, write = asFile, ask = askTerminal }: Outside = outside,
  spelling: CommandSpelling = AS_NPM,
): Promise<ToolOutcome> => {
  if (args.some(isHelp)) return { status: 0, text: helpFor(tool, args, spelling) };
  if (args.length === 0 && needsWords(tool)) return { status: 0, text: toolHelp(tool, spelling) };
  try {
    const { command, words, given, common } = understand(tool, args, spelling);
    const operator = commandLineActor(common.as);
    const config = readConfig(withEnvironmentFile(args, env));
    const world = worldOf(config);
    const opened = await open(storageFor(command, config), world);
    // What a program reads is one JSON value, so progress goes elsewhere.
    const print = say ?? (common.json ? toStandardError : toStandardOutput);
    try {
      const { sites, administration, storage } = opened;
      const toolbox = {
        ...{ sites, administration, storage, opened, world, config, digest, ask, write },
        operator: { actor: operator, correlation: world.ids.uuid() },
        say: (line: string) => print(printable(spelling.text(line))),
      };
      const answer = await command.run(toolbox, words, given);
      const text = common.json ? jsonText(command, answer) : printable(spelling.text(answer.text));
      return answer.status === 1 ? { status: 1, text, isAnswer: true } : { status: answer.status ?? 0, text };
    } finally {
      await opened.close();
    }
  } catch (error) {
    const { status, text } = refusal(tool, error, spelling);
    return { status, text: printable(spelling.text(text)) };
  }
};

/** Whether a tool does nothing without arguments. */
const needsWords = (tool: Tool): boolean => {
  const row = namedCommand(tool, [])?.[1];
  return row === undefined || row.takes.some((name) => !name.endsWith('?'));
};

const helpFor = (tool: Tool, args: readonly string[], spelling: CommandSpelling): string => {
  const [name = ''] = args;
  const row = Object.hasOwn(tool.commands, name) ? tool.commands[name] : undefined;
  return row && name !== '' ? commandHelp(tool, name, row, spelling) : toolHelp(tool, spelling);
};

const jsonText = ({ members }: Command, { json }: Answer): string => {
  const row = (shown: JsonRow) => Object.fromEntries(members.map((member) => [member, shown[member] ?? null]));
  const value = isArray(json) ? json.map(row) : isPage(json) ? { ...json, records: json.records.map(row) } : row(json);
  return JSON.stringify(value, null, 2).replaceAll(UNPRINTABLE, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
};

/** Control characters that JSON leaves as they are: see `printable`. */
const UNPRINTABLE = /[\u007f-\u009f]/g;

const isArray = (json: Answer['json']): json is readonly JsonRow[] => Array.isArray(json);
const isPage = (json: Answer['json']): json is Exclude<Answer['json'], JsonRow | readonly JsonRow[]> =>
  'records' in json && 'next' in json;

const storageFor = ({ database }: Command, config: Config): Config & Pick<StorageConfig, 'mustExist'> =>
  database === 'unused'
    ? { ...config, dataDir: ':memory:', databaseUrl: null, readOnly: false }
    : { ...config, mustExist: database !== 'created' };

const refusal = (tool: Tool, error: unknown, spelling: CommandSpelling): ToolOutcome => {
  if (error instanceof UsageError) {
    return { status: 2, text: `${error.message}\nHelp: ${spelling.tool(tool.name)} --help` };
  }
  if (error instanceof OperatorTrouble) return { status: 1, text: error.message };
  if (error instanceof Failure) return { status: 1, text: failureWords(error) };
  if (error instanceof Invalid) return { status: 1, text: error.issues.map(issueWords).join('\n') };
  if (error instanceof Refusals) {
    return { status: 1, text: error.all.map((each) => refusal(tool, each, spelling).text).join('\n') };
  }
  throw error;
};

/** Runs the tool as the process: prints its text and sets the exit status. */
export const main = async (
  tool: Tool,
  args: readonly string[] = process.argv.slice(2),
  spelling: CommandSpelling = AS_NPM,
): Promise<void> => {
  // What a command writes may hold personal data or keys, so only this user may read it.
  process.umask(0o077);
  dropClosedOutput();
  const { status, text, isAnswer } = await runTool(tool, args, process.env, outside, spelling).catch(endedByReader);
  const isError = !isAnswer && (status === 1 || status === 2);
  // The last line of a file has its own end.
  if (text !== '') (isError ? process.stderr : process.stdout).write(`${text.trimEnd()}\n`);
  process.exitCode = status;
};

/** A command that writes a file ends when its reader has enough. */
const endedByReader = (error: unknown): ToolOutcome => {
  if (isClosedOutput(error)) return { status: 0, text: '' };
  throw error;
};
