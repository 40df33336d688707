import { randomUUID } from 'node:crypto';
import { Failure } from '@service/billing/values/failure.ts';
import type { Fingerprint } from '../../runtime/fingerprint.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { NOW, type RedisClient, redisScript } from '../redis/redis.ts';

/** Seconds for which a process that was killed still counts as a neighbour, and milliseconds between two renewals. */
const KEPT = 90;
const EVERY = 30_000;

// The processes of a deployment are a sorted set by expiry, each named by its hash of the key and an id.
const AGREE = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
for _, name in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(name, 1, string.len(ARGV[2])) ~= ARGV[2] then return 0 end
end
redis.call('ZADD', KEYS[1], now + ${KEPT * 1000}, ARGV[2] .. ' ' .. ARGV[3])
redis.call('EXPIRE', KEYS[1], ${KEPT})
return 1`;

export interface KeyCheck {
  /**
   * Compares the key of this process with that of its neighbours, by a keyed hash, and names this process among them.
   * `deployment`: what all processes on one database have in common. Throws `OperatorTrouble` when theirs is another,
   * and when Redis takes no writes.
   */
  agree(deployment: string, fingerprint: Fingerprint): Promise<void>;
  /**
   * Compares the keys again: Redis may have lost what the processes said of theirs, and another one has started since.
   * Rejects when Redis does not answer.
   */
  agrees(): Promise<boolean>;
  /** Ends what `agree` began. */
  stop(): Promise<void>;
}

const refused = (cause: unknown): never => {
  if (!(cause instanceof Failure)) throw cause;
  throw new OperatorTrouble(
    'Redis answers, and does not take writes: give it memory, or promote a replica. A cluster that is replacing a ' +
      'master takes them in some seconds: start again then.',
    { cause },
  );
};

/** Checks that processes which share tokens have one `TOKEN_STORE_KEY`: with another, none could read them. */
export const keyCheck = (redis: RedisClient): KeyCheck => {
  const agreed = redisScript(redis, 'agreeOnKey', 1, AGREE);
  const id = randomUUID();
  let leave = async (): Promise<void> => {};
  let agrees = async (): Promise<boolean> => true;

  return {
    async agree(deployment, fingerprint) {
      const [key, own] = [`key-check:{${deployment}}`, fingerprint('token store key', deployment)];
      const say = async (): Promise<boolean> => (await agreed(key, '', own, id)) === 1;
      if (!(await say().catch(refused))) {
        throw new OperatorTrouble(
          'TOKEN_STORE_KEY is not the key of the other processes on this database and Redis, so they could not read ' +
            'the tokens of one another. Set the same key for all; to change it, stop all of them first. ' +
            `One that was killed counts for ${KEPT} seconds.`,
        );
      }
      agrees = say;
      const timer = setInterval(() => void say().catch(() => {}), EVERY).unref();
      leave = async () => {
        clearInterval(timer);
        await redis.zrem(key, `${own} ${id}`).catch(() => {});
      };
    },
    agrees: () => agrees(),
    stop: () => leave(),
  };
};
