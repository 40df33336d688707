import { userInfo } from 'node:os';
import { UsageError } from './command.ts';

/** Characters of a name in the audit log. */
const LONGEST = 64;

/**
 * Returns the actor of a command for the audit log: `command line:deploy` with the name of the operating-system user,
 * and `command line:Ada (deploy)` where another name is given. Throws `Usage` for a name that cannot be printed or is
 * too long.
 */
export const commandLineActor = (named: string | undefined): string => {
  if (named !== undefined && (named.trim() === '' || named.length > LONGEST || /\p{Cc}/u.test(named))) {
    throw new UsageError(`--as takes a name of at most ${LONGEST} characters.`);
  }
  return `command line:${named === undefined ? systemUser() : `${named} (${systemUser()})`}`;
};

/** A container may run as a user id that has no name. */
const systemUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};
