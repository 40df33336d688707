import { SETTING_NAMES } from '@service/billing/resources/site-settings.ts';
import type { Command, CommandOptions, Tool } from '../../src/cli/command.ts';
import { asBilling } from '../../src/cli/command-spelling.ts';
import { COMMON_OPTIONS, EXIT_STATUSES } from '../../src/cli/common-options.ts';
import { exampleOf, optionText, synopsis, UNNAMED } from '../../src/cli/help.ts';
import { PROGRAMS } from '../../src/cli/programs.ts';
import { siteOptions } from '../../src/cli/site-options.ts';
import { COMMAND_NAMES } from '../../src/cli/table.ts';

const INTRODUCTION = `# Command line

    billing <command> [arguments] [options]

In a clone of the repository, \`npx billing …\` runs it; \`npm run <command> -- …\` is the same. In the image, it is the
entry point. Commands work on the same database as the service (\`DATA_DIR\`, \`DATABASE_URL\`), also while it runs. Only
\`billing site create\` and \`billing serve\` create a missing database; the others say where they have looked for one.

Each command explains itself with \`--help\`. \`--env-file\` may also stand before the command. \`billing completion
bash|zsh|fish\` prints what a shell reads to complete commands and options, and \`billing --version\` the release.
`;

const OUTPUT = `## Output

A command prints text for people. With \`--json\` it prints one JSON value for programs: an object, an array of
objects, or a page of a list: \`{ "records": […], "total": 403, "next": "019a…" }\`. \`total\` counts the records
within the given moments. \`next\` is what to give to \`--before\` for the next page, and null at the end. The members
of each object are listed below, and keep their names. Moments are ISO 8601 in UTC. Progress and warnings go to
standard error.

Errors go to standard error, and nothing is printed on standard output then: one line for each reason, which says what
to do. Where the command could not be understood, a second line names the help.

| Exit status | Meaning |
|---|---|
${EXIT_STATUSES.map(([status, meaning]) => `| ${status} | ${meaning} |`).join('\n')}

## Who did it

The [audit log](operations.md#audit-log) names the actor of a command as \`command line:\` and the name of the
operating-system user, or the name that \`--as\` gives.
`;

const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

const optionTable = (options: CommandOptions): string[] =>
  Object.keys(options).length === 0
    ? []
    : [
        [
          '| Option | What it does |',
          '|---|---|',
          ...Object.entries(options).map(
            ([name, spec]) => `| \`${optionText(name, spec).replaceAll('|', '\\|')}\` | ${inCell(spec.help)} |`,
          ),
        ].join('\n'),
      ];

const PRINTED = { object: 'an object', array: 'an array of objects', page: 'a page of objects' } as const;

const section = (tool: Tool, name: string, row: Command): string => {
  const start = `billing ${tool.name}`;
  const hasSettings = row.members.length > 40;
  const members = row.members.filter((member) => !hasSettings || !SETTING_MEMBERS.has(member));
  return [
    `### \`${[start, name].filter((part) => part !== '').join(' ')}\``,
    wrapped(row.does + (name === tool.unnamed ? UNNAMED : '')),
    `    ${start} ${synopsis(name, row)}`,
    ...(row.options === siteOptions
      ? ['Options: every setting of a site, as [Site settings](site-settings.md) lists them.']
      : optionTable(row.options ?? {})),
    wrapped(
      `With \`--json\`: ${PRINTED[row.prints ?? 'object']} with ${members.map((member) => `\`${member}\``).join(', ')}${
        members.length < row.members.length ? ', and every setting by its name' : ''
      }.`,
    ),
    `Example: \`${exampleOf(start, name, row)}\``,
  ].join('\n\n');
};

const SETTING_MEMBERS: ReadonlySet<string> = new Set(SETTING_NAMES);

const typing = asBilling(COMMAND_NAMES);
/** Wraps a paragraph at 120 columns. */
const wrapped = (text: string): string => {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= 118) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
};

/** Text of the help: paragraphs, and lists whose entries are indented by two blanks. */
const proseOf = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => part.replaceAll('<', '\\<'))
    .map((part) => (part.startsWith('  ') ? listOf(part) : wrapped(part)))
    .join('\n\n');

const listOf = (part: string): string =>
  part
    .split(/\n(?= {2}\S)/)
    .map((entry) => wrapped(`- ${entry.trim()}`).replaceAll('\n', '\n  '))
    .join('\n');

/** The page of the documentation that lists every command, in Markdown. */
export const commandLinePage = (tools: readonly Tool[]): string =>
  [
    INTRODUCTION.trimEnd(),
    OUTPUT.trimEnd(),
    '## Options of every command',
    ...optionTable(COMMON_OPTIONS),
    ...tools.flatMap((tool) => [
      `## ${tool.name}`,
      tool.does,
      ...(tool.about ? [proseOf(tool.about)] : []),
      ...Object.entries(tool.commands).map(([name, row]) => section(tool, name, row)),
      ...(tool.notes ? [proseOf(tool.notes)] : []),
    ]),
    '## Programs',
    'These run until they are stopped. They take `--env-file`.',
    [
      '| Command | What it does |',
      '|---|---|',
      ...PROGRAMS.map(({ name, does, example }) => `| \`${`billing ${name} ${example}`.trim()}\` | ${does} |`),
    ].join('\n'),
  ]
    .map((part) => typing.text(part))
    .join('\n\n')
    .concat('\n');
