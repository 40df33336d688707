import type { CommandOptions } from './command.ts';

/** The options of every command. */
export const COMMON_OPTIONS = {
  json: { help: 'Prints one JSON value instead of text.' },
  as: { value: '<name>', help: 'The name in the audit log, instead of that of the operating-system user.' },
  'env-file': {
    value: '<file>',
    help: 'Reads settings from a file with lines NAME=value. Variables of the environment take precedence.',
  },
  help: { help: 'Prints the help of the command.' },
} as const satisfies CommandOptions;

/** The meaning of each exit status. */
export const EXIT_STATUSES: readonly (readonly [status: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'refused, and nothing has changed, unless the message says otherwise; of doctor: something is wrong'],
  [2, 'the command could not be understood'],
  [3, 'done, and something needs a person'],
];
