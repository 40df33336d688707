/** Names of API keys by their ids. */
export type KeyNames = ReadonlyMap<string, string>;

const KEY = 'key:';
const OPERATOR = 'operator:';
const COMMAND_LINE = 'command line:';

const keyName = (name: string | undefined): string | undefined => (name === undefined ? undefined : `API key ${name}`);

/**
 * Returns how people know an actor of the audit log: an API key by its name, an operator by email, the command line
 * with the name of its user. An actor without such a name, `customer` or `worker`, and a key that is not known any more
 * stay as they are.
 */
export const actorName = (actor: string, keyNames: KeyNames): string => {
  if (actor.startsWith(KEY)) return keyName(keyNames.get(actor.slice(KEY.length))) ?? actor;
  if (actor.startsWith(OPERATOR)) return actor.slice(OPERATOR.length);
  if (actor.startsWith(COMMAND_LINE)) return `${actor.slice(COMMAND_LINE.length)}, command line`;
  return actor;
};
