import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Command, type CommandOptions, type OptionValues, type Tool, UsageError } from './command.ts';
import type { CommandSpelling } from './command-spelling.ts';
import { COMMON_OPTIONS } from './common-options.ts';
import { synopsis } from './help.ts';

export interface Understood {
  readonly name: string;
  readonly command: Command;
  readonly words: readonly string[];
  /** The options of the command. */
  readonly given: OptionValues;
  /** The options of every command. */
  readonly common: { readonly json: boolean; readonly as: string | undefined };
}

/** Returns the command that a command line runs, if it runs one, with the arguments of that command. */
export const namedCommand = (
  { commands, unnamed = '' }: Tool,
  args: readonly string[],
): readonly [name: string, command: Command, args: readonly string[]] | undefined => {
  const [name = '', ...rest] = args;
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (named) return [name, named, rest];
  // A word that names no command is an argument only where the command has no name of its own.
  const row = unnamed === '' || name === '' || name.startsWith('-') ? commands[unnamed] : undefined;
  return row && [unnamed, row, args];
};

/** Reads a command line. Throws `Usage`. */
export const understand = (tool: Tool, args: readonly string[], spelling: CommandSpelling): Understood => {
  const named = namedCommand(tool, args);
  if (!named)
    throw new UsageError(`There is no command “${args[0] ?? ''}”. Commands: ${Object.keys(tool.commands).join(', ')}.`);
  const [name, row, rest] = named;
  const { values, positionals } = parsed(row, rest);
  const least = row.takes.filter((one) => !one.endsWith('?')).length;
  if (positionals.length < least || positionals.length > row.takes.length) {
    throw new UsageError(
      `Usage: ${spelling.tool(tool.name)} ${shortSynopsis(name, row)}. Put quotes around text with spaces.`,
    );
  }
  const { json, as, 'env-file': _, help: __, ...given } = values as OptionValues;
  return {
    name,
    command: row,
    words: positionals,
    given,
    common: { json: json === true, as: typeof as === 'string' ? as : undefined },
  };
};

const shortSynopsis = (name: string, row: Command): string => {
  const { options: _, ...bare } = row;
  return synopsis(name, bare) + (row.options ? ' [options]' : '');
};

/** Returns options as Node's parser takes them. */
export const parserOptions = (options: CommandOptions): NonNullable<ParseArgsConfig['options']> =>
  Object.fromEntries(
    Object.entries(options).map(([name, { value, multiple = false }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple },
    ]),
  );

const parsed = ({ options = {} }: Command, args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: parserOptions({ ...COMMON_OPTIONS, ...options }),
      allowPositionals: true,
      strict: true,
    });
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
