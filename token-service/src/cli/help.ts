import type { Command, CommandOption, CommandOptions, Tool } from './command.ts';
import type { CommandSpelling } from './command-spelling.ts';
import { COMMON_OPTIONS, EXIT_STATUSES } from './common-options.ts';
import { inColumns } from './layout.ts';

/** Options that a synopsis lists one by one; more are `[options]`. */
const MOST_LISTED = 4;

/** `--name <text>` */
export const optionText = (name: string, { value }: CommandOption): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

/** `list <subdomain> [--status <status>] [--all]`, without the name of the tool. */
export const synopsis = (name: string, { takes, options = {} }: Command): string => {
  const all = Object.entries(options);
  const required = all.filter(([, { required: is }]) => is).map(([option, spec]) => optionText(option, spec));
  const optional = all.filter(([, { required: is }]) => !is).map(([option, spec]) => `[${optionText(option, spec)}]`);
  return [
    ...(name === '' ? [] : [name]),
    ...takes.map(argumentText),
    ...required,
    ...(optional.length > MOST_LISTED ? ['[options]'] : optional),
  ].join(' ');
};

const argumentText = (name: string): string => (name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`);

const optionRows = (options: CommandOptions, ofCommands: (name: string) => string): string[][] =>
  Object.entries(options).map(([name, spec]) => [`  ${optionText(name, spec)}`, spec.help + ofCommands(name)]);

/** Follows the description of the command that runs where none is named. */
export const UNNAMED = ' This is the default command.';

const section = (title: string, text: string): string[] => (text === '' ? [] : [`${title}:\n\n${text}`]);

const tail = (): string[] => [
  ...section('Options of every command', inColumns(optionRows(COMMON_OPTIONS, () => ''))),
  'DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is ' +
    `${EXIT_STATUSES.map(([status, meaning]) => `${status}: ${meaning}`).join('; ')}.`,
];

/** Returns the help of a tool: every command, every option, and an example of each command. */
export const toolHelp = (tool: Tool, spelling: CommandSpelling): string => {
  const start = spelling.tool(tool.name);
  const commands = Object.entries(tool.commands);
  const options: CommandOptions = Object.assign({}, ...commands.map(([, row]) => row.options));
  const having = (option: string): string => {
    const names = commands.filter(([, row]) => Object.hasOwn(row.options ?? {}, option)).map(([name]) => name);
    return names.length === commands.length ? '' : ` (${names.join(', ')})`;
  };
  return [
    [tool.does, tool.about].filter(Boolean).join('\n'),
    commands
      .map(
        ([name, row]) => `  ${start} ${synopsis(name, row)}\n      ${row.does}${name === tool.unnamed ? UNNAMED : ''}`,
      )
      .join('\n'),
    ...section('Options', inColumns(optionRows(options, having))),
    ...section('Examples', commands.map(([name, row]) => `  ${exampleOf(start, name, row)}`).join('\n')),
    ...(tool.notes ? [tool.notes] : []),
    ...tail(),
  ].join('\n\n');
};

/** Returns the help of one command of a tool. */
export const commandHelp = (tool: Tool, name: string, row: Command, spelling: CommandSpelling): string => {
  const start = spelling.tool(tool.name);
  return [
    row.does,
    `  ${start} ${synopsis(name, row)}`,
    ...section('Options', inColumns(optionRows(row.options ?? {}, () => ''))),
    ...section('Example', `  ${exampleOf(start, name, row)}`),
    ...(tool.notes ? [tool.notes] : []),
    ...tail(),
  ].join('\n\n');
};

/** Returns the example of a command as it is typed. */
export const exampleOf = (start: string, name: string, { example }: Command): string =>
  [start, name, example].filter((part) => part !== '').join(' ');
