import type { Redis } from 'ioredis';
import { redisScript } from '../../redis.ts';
import { type RequestWindow, WINDOW } from './request-window.ts';

/**
 * One hash for each site: a field for each second with requests, and `used`, `first` and `last`, so that a request costs the buckets that
 * left the window since the one before, not all three hundred. Numbers are written with %d because Lua would write large ones as 1.8e+09.
 */
const TAKE = `
local key, now, limit, counts = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
local state = redis.call('HMGET', key, 'used', 'first', 'last', 'at')
local used, first = tonumber(state[1] or 0), tonumber(state[2] or now)
local last = tonumber(state[3] or now)
now = math.max(now, tonumber(state[4] or now))

while used > 0 do
  local field = string.format('%d', first)
  local count = tonumber(redis.call('HGET', key, field) or 0)
  if count > 0 and first > now - ${WINDOW} then break end
  if count > 0 then
    redis.call('HDEL', key, field)
    used = used - count
  end
  first = first + 1
end
if used == 0 then first = now end

local allowed = (not counts) or used < limit
if counts and allowed then
  redis.call('HINCRBY', key, string.format('%d', now), 1)
  used = used + 1
  last = now
end
local function whole(number) return string.format('%d', number) end
redis.call('HSET', key, 'used', whole(used), 'first', whole(first), 'last', whole(last), 'at', whole(now))
redis.call('EXPIRE', key, ${WINDOW})
return { allowed and 1 or 0, used, first, last, now }
`;

type Answer = [allowed: number, used: number, first: number, last: number, now: number];

/** Windows shared by every process that uses the same Redis or Valkey. One round trip for each request. */
export const redisWindow = (redis: Redis, prefix = 'requests:'): RequestWindow => {
  const takeRequest = redisScript(redis, 'takeRequest', 1, TAKE);

  return {
    async take(siteId, { now, limit, counts }) {
      const answer = await takeRequest(prefix + siteId, now, limit, counts ? 1 : 0);
      const [allowed, used, first, last, at] = answer as Answer;
      return {
        allowed: allowed === 1,
        used,
        reset: used > 0 ? last + WINDOW : at,
        wait: used > 0 ? first + WINDOW - at : 0,
      };
    },
  };
};
