#!/usr/bin/env -S node --
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { releaseVersion } from '../runtime/release-version.ts';
import { dropClosedOutput } from './closed-output.ts';
import { UsageError } from './command.ts';
import { asBilling } from './command-spelling.ts';
import { EXIT_STATUSES } from './common-options.ts';
import {
  type CommandEnvironment,
  withEnvironmentFile,
  withoutEnvironmentFile,
  withoutLeadingEnvironmentFile,
} from './environment.ts';
import { inColumns } from './layout.ts';
import { PROGRAMS } from './programs.ts';
import { COMMAND_NAMES, loadTool } from './table.ts';
import { TOOL_NAMES, topic } from './topics.ts';

/** The command line of the service: `billing <command>`. */
const HELP = `The command line of the billing service.

  billing <command> [arguments] [options]

Commands:

${inColumns([...TOOL_NAMES.map(topic), ...PROGRAMS].map(({ name, does }) => [`  ${name}`, does]))}

billing <command> --help explains a command, and billing --version prints the release. Every command but those that run until they are stopped takes --json,
--as <name> and --env-file <file>. The exit status is ${EXIT_STATUSES.map(([status, is]) => `${status}: ${is}`).join('; ')}.`;

const spelling = asBilling(COMMAND_NAMES);

/** Prints one line that says what to do. */
const refuse = (message: string, status: 1 | 2): void => {
  process.stderr.write(`${spelling.text(message)}\n`);
  process.exitCode = status;
};

/** The option may stand before the command, too. */
const typed = process.argv.slice(2);
const before = typed.length - withoutLeadingEnvironmentFile(typed).length;
const [name, ...after] = typed.slice(before);
const args = [...after, ...typed.slice(0, before)];
const isHelp = (arg: string | undefined): boolean => arg === '--help' || arg === '-h';

const serve = async (env: CommandEnvironment): Promise<void> => {
  // Libraries read settings of their own from the environment of the process.
  Object.assign(process.env, env);
  const { runProcess } = await import('../main.ts');
  await runProcess(process.env);
};

const program = PROGRAMS.find((each) => each.name === name);
const tool = await loadTool(name ?? '');
if (name === undefined || isHelp(name) || name === 'help') {
  dropClosedOutput();
  process.stdout.write(`${HELP}\n`);
} else if (name === '--version') {
  process.stdout.write(`${releaseVersion()}\n`);
} else if (tool) {
  const { main } = await import('./tool.ts');
  await main(tool, args, spelling);
} else if (program) {
  try {
    if (program.notes && args.some(isHelp)) {
      process.stdout.write(`${program.does}\n\n  billing ${program.name} ${program.example}\n\n${program.notes}\n`);
    } else {
      const env = withEnvironmentFile(args, process.env);
      if (program.run) process.exitCode = await program.run(withoutEnvironmentFile(args), env);
      else await serve(env);
    }
  } catch (error) {
    if (error instanceof UsageError) refuse(error.message, 2);
    else if (error instanceof OperatorTrouble) refuse(error.message, 1);
    else throw error;
  }
} else {
  refuse(`There is no command “${name}”. Commands: ${COMMAND_NAMES.join(', ')}. Help: billing --help`, 2);
}
