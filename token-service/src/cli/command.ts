import type { Administrator, SiteDeps } from '@service/billing/engine/sites/on-site.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import type { Config } from '../config.ts';

/** The dependencies of a command. */
export interface Toolbox extends SiteDeps {
  readonly storage: OpenStorage['storage'];
  /** The whole database, for commands that check or copy it. */
  readonly opened: OpenStorage;
  readonly config: Config;
  readonly digest: (secret: string) => string;
  readonly operator: Administrator;
  /** Prints a line at once, while the command goes on. */
  readonly say: (line: string) => void;
  /** Writes a part of a file to standard output as it is. */
  readonly write: (part: string) => Promise<void>;
  /** Asks the operator a question, and returns what is typed; undefined where no person can answer. */
  readonly ask: (question: string) => Promise<string | undefined>;
}

/** An option of a command, as the help, shell completion and the documentation describe it. */
export interface CommandOption {
  /** The value as the help shows it, such as `<name>` or `on|off`; undefined for a switch without a value. */
  readonly value?: string;
  readonly multiple?: true;
  readonly required?: true;
  readonly help: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** One thing that a command prints with `--json`, by the names of its members. */
export type JsonRow<Member extends string = string> = { readonly [M in Member]: Json };

/** One page of a list. */
export interface ListedPage<Member extends string = string> {
  readonly records: readonly JsonRow<Member>[];
  /** The number of records within the given moments. */
  readonly total: number;
  /** The value of `--before` for the next page; null at the end. */
  readonly next: string | null;
}

export interface Answer<Member extends string = string> {
  /** Empty where the command has written a file instead. */
  readonly text: string;
  /** Printed instead of the text with `--json`. */
  readonly json: JsonRow<Member> | readonly JsonRow<Member>[] | ListedPage<Member>;
  /** 1: something is wrong, which the text reports; 3: something needs a person. */
  readonly status?: 0 | 1 | 3;
}

/** A row of the table of commands. */
export interface Command<Member extends string = string> {
  /** Names of the positional arguments, in order; one that ends with `?` may be left out. */
  readonly takes: readonly string[];
  /** The effect of the command, as one sentence. */
  readonly does: string;
  /** The arguments of an example, as they are typed after the name of the command. */
  readonly example: string;
  readonly options?: CommandOptions;
  /** The members that each thing has with `--json`, in this order. */
  readonly members: readonly Member[];
  /** The form of the JSON: one object (the default), an array of objects, or a page of a list. */
  readonly prints?: 'array' | 'page';
  /** Whether the command creates a missing database, or does not use it. By default, a missing database is an error. */
  readonly database?: 'created' | 'unused';
  /** Throws `Usage`, and what use cases throw. */
  readonly run: (toolbox: Toolbox, words: readonly string[], given: OptionValues) => Promise<Answer<Member>>;
}

/** Returns a row of the table, whose members the compiler compares with what it prints. */
export const command = <const Member extends string>(row: Command<Member>): Command => row;

/** Commands of one topic, as `billing <name>` and `npm run <name> --` start them. */
export interface Tool {
  readonly name: string;
  /** The topic, as one sentence. */
  readonly does: string;
  /** More about the topic, before and after the list of its commands in the help. */
  readonly about?: string;
  readonly notes?: string;
  /** Commands by name; one that is never named has the empty name. */
  readonly commands: Readonly<Record<string, Command>>;
  /** The name of the command that runs where the command line names none; without it, that prints the help. */
  readonly unnamed?: string;
}

/** A command line that cannot be understood. The message explains the correct syntax. */
export class UsageError extends Error {}
