import { Failure } from '@service/billing/values/failure.ts';
import { NOW, type RedisClient, redisScript, type ServerTime } from '../redis/redis.ts';
import type { Randomness } from './random.ts';
import { HOLD_LEASE_MS, TOKEN_LIFETIME_MS, type TokenStore } from './token-store.ts';

export interface RedisTokenStoreDeps {
  readonly redis: RedisClient;
  readonly random: Randomness;
  readonly time?: ServerTime;
  /** Maximum number of live tokens of one site. */
  readonly perSite?: number;
  readonly prefix?: string;
}

// A token is a hash: p payload until it is consumed, e expires at, h holder, u leased until (milliseconds of the
// server's clock). A site's tokens are counted in a sorted set by expiry. The server deletes both when they expire,
// even if this process does not.

// An expiry later than any that can be set now was written before the server's clock was set back. It counts as
// expired, because its age is unknown.
const RULES = `${NOW}
local LIFE, LEASE = ${TOKEN_LIFETIME_MS}, ${HOLD_LEASE_MS}
local function text(number) return string.format('%d', number) end
local function lasts(ends, most)
  ends = tonumber(ends or 0)
  return ends > now and ends <= now + most
end
`;

// A full server rejects the first command of a script that writes, and allows the rest, so the payload has to be
// written first.
const KEEP = `${RULES}
if redis.call('ZCOUNT', KEYS[2], '(' .. text(now), text(now + LIFE)) >= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], 'p', ARGV[3], 'e', text(now + LIFE))
redis.call('PEXPIRE', KEYS[1], LIFE)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', text(now))
redis.call('ZREMRANGEBYSCORE', KEYS[2], '(' .. text(now + LIFE), '+inf')
redis.call('ZADD', KEYS[2], text(now + LIFE), ARGV[2])
redis.call('PEXPIRE', KEYS[2], LIFE)
return 1`;

const HOLD = `${RULES}
local token = redis.call('HMGET', KEYS[1], 'p', 'e', 'u')
local alive = lasts(token[2], LIFE)
if alive and lasts(token[3], LEASE) then return '' end
if not alive or not token[1] then
  redis.call('DEL', KEYS[1])
  return false
end
redis.call('HSET', KEYS[1], 'h', ARGV[2], 'u', text(now + LEASE))
return token[1]`;

const MINE = `${RULES}
local token = redis.call('HMGET', KEYS[1], 'h', 'e', 'u')
if token[1] ~= ARGV[2] or not lasts(token[2], LIFE) or not lasts(token[3], LEASE) then return 0 end`;

const CONSUME = `${MINE}
redis.call('ZREM', KEYS[2], ARGV[3])
return redis.call('HDEL', KEYS[1], 'p')`;

const RELEASE = `${MINE}
if redis.call('HEXISTS', KEYS[1], 'p') == 0 then return redis.call('DEL', KEYS[1]) end
return redis.call('HDEL', KEYS[1], 'h', 'u')`;

const ALIVE = `${RULES}
return redis.call('ZCOUNT', KEYS[1], '(' .. text(now), text(now + LIFE))`;

export interface RedisTokenStore extends TokenStore {
  /** Returns how many tokens of these sites are alive. */
  alive(siteIds: readonly string[]): Promise<number>;
}

/**
 * Tokens that several processes share (`TOKEN_STORE_URL`), by the server's clock. Configure the server with the policy
 * `noeviction`.
 */
export const redisTokenStore = ({
  redis,
  random,
  time,
  perSite = 100_000,
  prefix = 'token',
}: RedisTokenStoreDeps): RedisTokenStore => {
  const keep = redisScript(redis, 'keepToken', 2, KEEP);
  const hold = redisScript(redis, 'holdToken', 1, HOLD);
  const consume = redisScript(redis, 'consumeToken', 2, CONSUME);
  const release = redisScript(redis, 'releaseToken', 1, RELEASE);
  const count = redisScript(redis, 'countTokens', 1, ALIVE);

  // The braces keep a site's keys together on one node of a cluster.
  const tokenKey = (siteId: string, tokenId: string): string => `${prefix}:{${siteId}}:${tokenId}`;
  const siteKey = (siteId: string): string => `${prefix}s:{${siteId}}`;

  // The first argument of each script.
  const now = (): number | '' => time?.() ?? '';

  return {
    async keep(siteId, tokenId, payload) {
      const stored = await keep(tokenKey(siteId, tokenId), siteKey(siteId), now(), tokenId, payload, perSite);
      payload.fill(0);
      if (stored !== 1) throw new Failure('service_unavailable');
    },

    async hold(siteId, tokenId) {
      const key = tokenKey(siteId, tokenId);
      const holder = random.text(12);
      const payload = await hold(key, now(), holder);
      if (!Buffer.isBuffer(payload)) return { is: 'gone' };
      if (payload.length === 0) return { is: 'busy' };
      return {
        is: 'held',
        payload,
        consume: async () => (await consume(key, siteKey(siteId), now(), holder, tokenId)) === 1,
        release: async () => {
          await release(key, now(), holder);
        },
      };
    },

    async alive(siteIds) {
      const counts = await Promise.all(siteIds.map((siteId) => count(siteKey(siteId), now())));
      return counts.reduce<number>((sum, each) => sum + Number(each), 0);
    },
  };
};
