import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../src/adapters/storage/database.ts';
import { textOf } from '../service.ts';
import { type Belief, sendAgain } from './merchant.ts';
import { eventsByAccount, takePicture } from './picture.ts';
import type { Visitor } from './visitor.ts';

/**
 * Compares the records with what the clients know: every account is as its last response showed or, for an unanswered
 * write, entirely as before or entirely as after it. Updates the clients’ knowledge accordingly. Returns one line for
 * each difference.
 */
export const differences = async (
  visitor: Visitor,
  database: Database,
  beliefs: readonly Belief[],
): Promise<readonly string[]> => {
  const events = await eventsByAccount(database);
  const found = await inLanes(beliefs, async (belief): Promise<string[]> => {
    const { code, picture, unanswered } = belief;
    const left = events.get(code) ?? [];
    const seen = await takePicture(visitor, code, left);
    if (!seen && left.length > 0) return [`${code} left events and no account: ${left}`];
    const possible = unanswered ? [picture, unanswered.after] : [picture];
    const found = possible.findIndex((one) => isDeepStrictEqual(one, seen));
    if (found < 0) return [`${code} is ${JSON.stringify(seen)}, and can only be one of ${JSON.stringify(possible)}`];
    belief.picture = possible[found];
    return lostAnswers(visitor, belief);
  });
  return found.flat();
};

/** Checks that an answered request returns the same answer when repeated. */
const lostAnswers = async (visitor: Visitor, belief: Belief): Promise<string[]> => {
  const lost: string[] = [];
  if (belief.declined) {
    const { status, xml } = await visitor.api('GET', `/v2/transactions/${belief.declined}`);
    if (status !== 200 || textOf(xml, 'status') !== 'failed') {
      lost.push(`${belief.code} was declined, and its transaction ${belief.declined} is lost`);
    }
  }
  if (belief.opened && (await sendAgain(visitor, belief)) !== belief.opened.answer) {
    lost.push(`${belief.code}: the same Idempotency-Key no longer brings the same answer`);
  }
  return lost;
};

/** Returns the number of open payment intents. */
export const openIntents = async (database: Database): Promise<number> =>
  Number((await database.get('SELECT count(*) AS n FROM intents'))?.n);

/** Whether a call undoes an abandoned one. */
const isReversal = (key: unknown): boolean => String(key).includes('/reverse');

/** Compares the gateway's log of this deployment with the recorded transactions. */
export const gatewayAccount = async (database: Database) => {
  const log = (await database.all('SELECT entry FROM gateway_log')).map(({ entry }) => JSON.parse(String(entry)));
  const references = await database.all('SELECT reference FROM transactions WHERE reference IS NOT NULL');
  const recorded = new Set(references.map(({ reference }) => reference));
  const voided = new Set(log.filter(({ action }) => action === 'void').map(({ key }) => key));
  return {
    /** Keys of calls whose authorization was not voided. */
    heldFunds: log
      .filter(({ movements }) => movements.includes('authorize') && !movements.includes('void'))
      .map(({ key }) => String(key))
      .filter((key) => !voided.has(`${key}/reverse`)),
    /** The number of gateway calls that were answered but have no transaction. */
    unrecorded: log.filter(({ key, answer }) => !isReversal(key) && answer.reference && !recorded.has(answer.reference))
      .length,
  };
};

/** Runs SQLite’s integrity check; PostgreSQL has no equivalent. */
export const integrity = async (database: Database): Promise<string> =>
  database.engine === 'sqlite' ? String((await database.get('PRAGMA integrity_check'))?.integrity_check) : 'ok';

/** Maps a few items at a time, in order. */
const inLanes = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const entries = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return results;
};
