import { type Command, type CommandOptions, command, type Tool, UsageError } from './command.ts';
import { COMMON_OPTIONS } from './common-options.ts';
import { topic } from './topics.ts';

/** A command as completion knows it. */
interface Completed {
  readonly name: string;
  readonly does: string;
  /** The commands of a tool that has several. */
  readonly commands: readonly { readonly name: string; readonly does: string; readonly options: CommandOptions }[];
  /** The options of the command that runs where none is named. */
  readonly options: CommandOptions;
}

/** The parts of the table of commands that completion needs. */
export interface Completable {
  readonly tools: readonly Tool[];
  readonly programs: readonly { readonly name: string; readonly does: string }[];
}

const optionsOf = ({ options }: Command): CommandOptions => ({ ...options, ...COMMON_OPTIONS });

const completedOf = ({ tools, programs }: Completable): Completed[] => [
  ...tools.map(({ name, does, commands, unnamed = '' }) => {
    const { '': _, ...named } = commands;
    const row = commands[unnamed];
    return {
      ...{ name, does },
      commands: Object.entries(named).map(([of, each]) => ({ name: of, does: each.does, options: optionsOf(each) })),
      options: row ? optionsOf(row) : {},
    };
  }),
  ...programs.map(({ name, does }) => ({ name, does, commands: [], options: {} })),
];

const flags = (options: CommandOptions): string =>
  Object.keys(options)
    .map((name) => `--${name}`)
    .join(' ');

const bash = (completed: readonly Completed[]): string => `# Completion of billing for bash.
_billing() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${completed.map(({ name }) => name).join(' ')} --help'
  else
    case "\${COMP_WORDS[1]}" in
${completed.map(bashCase).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _billing billing`;

const bashCase = ({ name, commands, options }: Completed): string => {
  if (commands.length === 0) return `      ${name}) words='${flags(options)}' ;;`;
  const inner = [
    ...commands.map((each) => `            ${each.name}) words='${flags(each.options)}' ;;`),
    `            *) words='${flags(options)}' ;;`,
  ];
  return `      ${name})
        if [ "$COMP_CWORD" -eq 2 ]; then
          words='${[...commands.map((each) => each.name), flags(options)].join(' ').trim()}'
        else
          case "\${COMP_WORDS[2]}" in
${inner.join('\n')}
          esac
        fi ;;`;
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const described = (name: string, does: string): string => quoted(`${name.replaceAll(':', '\\:')}:${does}`);
const zshOptions = (options: CommandOptions): string =>
  Object.entries(options)
    .map(([name, { help }]) => described(`--${name}`, help))
    .join(' ');

const zsh = (completed: readonly Completed[]): string => `#compdef billing
# Completion of billing for zsh.
_billing() {
  local -a choices
  if (( CURRENT == 2 )); then
    choices=(${completed.map(({ name, does }) => described(name, does)).join(' ')})
  else
    case $words[2] in
${completed.map(zshCase).join('\n')}
    esac
  fi
  _describe 'billing' choices || _files
}
if [ "$funcstack[1]" = "_billing" ]; then _billing "$@"; else compdef _billing billing; fi`;

const zshCase = ({ name, commands, options }: Completed): string => {
  if (commands.length === 0) return `      ${name}) choices=(${zshOptions(options)}) ;;`;
  const inner = [
    ...commands.map((each) => `            ${each.name}) choices=(${zshOptions(each.options)}) ;;`),
    `            *) choices=(${zshOptions(options)}) ;;`,
  ];
  return `      ${name})
        if (( CURRENT == 3 )); then
          choices=(${[...commands.map((each) => described(each.name, each.does)), zshOptions(options)].join(' ').trim()})
        else
          case $words[3] in
${inner.join('\n')}
          esac
        fi ;;`;
};

const fish = (completed: readonly Completed[]): string =>
  [
    '# Completion of billing for fish.',
    ...completed.map(({ name, does }) => fishWord('__fish_use_subcommand', name, does)),
    ...completed.flatMap(({ name, commands, options }) => [
      ...fishOptions(`__fish_seen_subcommand_from ${name}${notAfter(commands)}`, options),
      ...commands.flatMap((each) => [
        fishWord(`__fish_seen_subcommand_from ${name}${notAfter(commands)}`, each.name, each.does),
        ...fishOptions(
          `__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${each.name}`,
          each.options,
        ),
      ]),
    ]),
  ].join('\n');

const notAfter = (commands: Completed['commands']): string =>
  commands.length === 0 ? '' : `; and not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`;

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const fishWord = (when: string, word: string, does: string): string =>
  `complete -c billing -n ${fishQuoted(when)} -f -a ${word} -d ${fishQuoted(does)}`;
const fishOptions = (when: string, options: CommandOptions): string[] =>
  Object.entries(options).map(
    ([name, { value, help }]) =>
      `complete -c billing -n ${fishQuoted(when)} -l ${name}${value === undefined ? '' : ' -r'} -d ${fishQuoted(help)}`,
  );

const SHELLS = { bash, zsh, fish } as const;

/** @param table reads the commands when the command runs, because the tool is one of them */
export const completionTool = (table: () => Promise<Completable>): Tool => ({
  ...topic('completion'),
  about: `  bash: billing completion bash > /etc/bash_completion.d/billing
  zsh: billing completion zsh > "\${fpath[1]}/_billing"
  fish: billing completion fish > ~/.config/fish/completions/billing.fish`,
  commands: {
    '': command({
      takes: [Object.keys(SHELLS).join('|')],
      does: 'Prints the script that a shell reads to complete commands and options.',
      example: 'bash',
      database: 'unused',
      members: ['shell', 'script'],
      async run(_toolbox, [shell = '']) {
        if (!Object.hasOwn(SHELLS, shell)) throw new UsageError(`Shells: ${Object.keys(SHELLS).join(', ')}.`);
        const script = SHELLS[shell as keyof typeof SHELLS](completedOf(await table()));
        return { text: script, json: { shell, script } };
      },
    }),
  },
});
