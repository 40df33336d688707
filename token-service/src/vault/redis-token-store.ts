import { Failure } from '@service/billing/failure.ts';
import type { SystemClock } from '@service/billing/time.ts';
import type { Redis } from 'ioredis';
import { redisScript } from '../redis.ts';
import type { Randomness } from './random.ts';
import { HOLD_LEASE_MS, TOKEN_LIFETIME_MS, type TokenStore } from './token-store.ts';

export interface RedisTokenStoreDeps {
  readonly redis: Redis;
  readonly random: Randomness;
  readonly clock: SystemClock;
  /** Most live tokens of one site. */
  readonly perSite?: number;
  readonly prefix?: string;
}

// A token is a hash: p payload until it is consumed, e expires at, h holder, u leased until (system clock, milliseconds). A site's tokens are counted in a
// sorted set by expiry. The server drops both by its own clock, too, should this process never come back.

// The first command that writes is the one a full server refuses; a script that has written may go on, so it has to be the payload.
const KEEP = `
if redis.call('ZCOUNT', KEYS[2], '(' .. ARGV[3], '+inf') >= tonumber(ARGV[5]) then return 0 end
redis.call('HSET', KEYS[1], 'p', ARGV[2], 'e', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[6])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[6])
return 1`;

const HOLD = `
local now = tonumber(ARGV[1])
local token = redis.call('HMGET', KEYS[1], 'p', 'e', 'u')
local alive = token[2] and tonumber(token[2]) > now
if alive and token[3] and tonumber(token[3]) > now then return '' end
if not alive or not token[1] then
  redis.call('DEL', KEYS[1])
  return false
end
redis.call('HSET', KEYS[1], 'h', ARGV[2], 'u', ARGV[3])
return token[1]`;

const MINE = `
local token = redis.call('HMGET', KEYS[1], 'h', 'e', 'u')
local now = tonumber(ARGV[1])
if token[1] ~= ARGV[2] or tonumber(token[2]) <= now or tonumber(token[3]) <= now then return 0 end`;

const CONSUME = `${MINE}
redis.call('ZREM', KEYS[2], ARGV[3])
return redis.call('HDEL', KEYS[1], 'p')`;

const RELEASE = `${MINE}
if redis.call('HEXISTS', KEYS[1], 'p') == 0 then return redis.call('DEL', KEYS[1]) end
return redis.call('HDEL', KEYS[1], 'h', 'u')`;

/** Tokens that several processes share (`TOKEN_STORE_URL`). Configure the server with the policy `noeviction`. */
export const redisTokenStore = ({
  redis,
  random,
  clock,
  perSite = 100_000,
  prefix = 'token',
}: RedisTokenStoreDeps): TokenStore => {
  const keep = redisScript(redis, 'keepToken', 2, KEEP);
  const hold = redisScript(redis, 'holdToken', 1, HOLD);
  const consume = redisScript(redis, 'consumeToken', 2, CONSUME);
  const release = redisScript(redis, 'releaseToken', 1, RELEASE);

  // The braces keep a site's keys together on one node of a cluster.
  const tokenKey = (siteId: string, tokenId: string): string => `${prefix}:{${siteId}}:${tokenId}`;
  const siteKey = (siteId: string): string => `${prefix}s:{${siteId}}`;

  return {
    async keep(siteId, tokenId, payload) {
      const now = clock.now();
      const expires = now + TOKEN_LIFETIME_MS;
      const keys = [tokenKey(siteId, tokenId), siteKey(siteId)];
      const kept = await keep(...keys, tokenId, payload, now, expires, perSite, TOKEN_LIFETIME_MS);
      payload.fill(0);
      if (kept !== 1) throw new Failure('service_unavailable');
    },

    async hold(siteId, tokenId) {
      const key = tokenKey(siteId, tokenId);
      const holder = random.text(12);
      const payload = await hold(key, clock.now(), holder, clock.now() + HOLD_LEASE_MS);
      if (!Buffer.isBuffer(payload)) return { is: 'gone' };
      if (payload.length === 0) return { is: 'busy' };
      return {
        is: 'held',
        payload,
        consume: async () => (await consume(key, siteKey(siteId), clock.now(), holder, tokenId)) === 1,
        release: async () => {
          await release(key, clock.now(), holder);
        },
      };
    },
  };
};
