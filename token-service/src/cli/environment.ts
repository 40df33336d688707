import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { UsageError } from './command.ts';

export type CommandEnvironment = Readonly<Record<string, string | undefined>>;

const OPTION = '--env-file';

/**
 * Returns the environment with the settings of the file that `--env-file` names; variables of the environment take
 * precedence. Throws `OperatorTrouble` when the file cannot be read, and `Usage`.
 */
export const withEnvironmentFile = (args: readonly string[], env: CommandEnvironment): CommandEnvironment => {
  const file = environmentFile(args);
  if (file === undefined) return env;
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...env };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorTrouble(
      `The environment file ${file} cannot be read (${code}). Give a file with lines NAME=value.`,
    );
  }
};

const environmentFile = (args: readonly string[]): string | undefined => {
  const at = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  const arg = args[at];
  if (arg === undefined) return undefined;
  const file = arg === OPTION ? args[at + 1] : arg.slice(OPTION.length + 1);
  if (!file) throw new UsageError(`${OPTION} needs a file.`);
  return file;
};

/** Returns arguments without `--env-file` and its file. */
export const withoutEnvironmentFile = (args: readonly string[]): string[] =>
  args.filter((arg, at) => arg !== OPTION && !arg.startsWith(`${OPTION}=`) && args[at - 1] !== OPTION);

/** Returns arguments without the `--env-file` and its file that they begin with. */
export const withoutLeadingEnvironmentFile = (args: readonly string[]): readonly string[] => {
  if (args[0] === OPTION) return args.slice(2);
  return args[0]?.startsWith(`${OPTION}=`) ? args.slice(1) : args;
};
