import type { Millis } from '@service/billing/values/time.ts';
import { ReplyError } from 'ioredis';
import type { CircuitState } from './circuit.ts';

export interface RedisOptions {
  /** Milliseconds that a command may take. */
  readonly commandTimeout?: Millis;
  /** Milliseconds between two commands that try whether a server that stopped answering is back. */
  readonly rest?: number;
  /**
   * Called when commands begin to fail at once because a server does not answer, and when it answers again or another
   * one of its cluster has replaced it.
   */
  readonly onChange?: (state: CircuitState | 'replaced', server: string) => void;
}

/** Returns the options of a connection to one server, which may be a node of a cluster. */
export const serverOptions = (commandTimeout: Millis) => ({
  connectTimeout: 2_000,
  commandTimeout,
  // A connection that no answer comes back on is replaced.
  socketTimeout: 5 * commandTimeout,
});

/** Whether a command failed without an answer: an error that the server replies with is one, so is a redirection. */
export const hasNoReply = (error: unknown): boolean =>
  !(error instanceof ReplyError) && !/^Too many Cluster redirections/.test((error as Error).message);
