import type { Seconds } from '@service/billing/values/time.ts';
import type { RateLimiter } from '../../http/limits/rate-limiter.ts';
import { NOW, type RedisClient, redisScript, type ServerTime } from './redis.ts';

/**
 * One hash for each name: a field for each second with hits, and `used`, `first` and `last`, so that a hit costs the
 * buckets that left the window since the hit before, not the whole window. Buckets that lie in the future were counted
 * before the server's clock was set back; they move to the present second, so that they leave the window in time.
 * Numbers are written with %d because Lua would write large ones as 1.8e+09.
 */
const HIT = `${NOW}
local key, most, seconds, counts = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
now = math.floor(now / 1000)
local function whole(number) return string.format('%d', number) end
local state = redis.call('HMGET', key, 'used', 'first', 'last')
local used, first, last = tonumber(state[1] or 0), tonumber(state[2] or now), tonumber(state[3] or now)

if used > 0 and last > now then
  local buckets = redis.call('HGETALL', key)
  local moved = 0
  for i = 1, #buckets, 2 do
    local second = tonumber(buckets[i])
    if second and second > now then
      moved = moved + tonumber(buckets[i + 1])
      redis.call('HDEL', key, buckets[i])
    end
  end
  redis.call('HINCRBY', key, whole(now), moved)
  first, last = math.min(first, now), now
end

while used > 0 do
  local field = whole(first)
  local count = tonumber(redis.call('HGET', key, field) or 0)
  if count > 0 and first > now - seconds then break end
  if count > 0 then
    redis.call('HDEL', key, field)
    used = used - count
  end
  first = first + 1
end
if used == 0 then first = now end

local allowed = (not counts) or used < most
if counts and allowed then
  redis.call('HINCRBY', key, whole(now), 1)
  used = used + 1
  last = now
end
redis.call('HSET', key, 'used', whole(used), 'first', whole(first), 'last', whole(last))
redis.call('EXPIRE', key, seconds)
return { allowed and 1 or 0, used, first, last, now }
`;

type Answer = [allowed: number, used: number, first: Seconds, last: Seconds, now: Seconds];

/**
 * Rate windows shared by every process that uses the same Redis or Valkey, by that server's clock. One round trip for
 * each hit.
 */
export const redisLimiter = (redis: RedisClient, prefix = 'window:', time?: ServerTime): RateLimiter => {
  const hitWindow = redisScript(redis, 'hitWindow', 1, HIT);

  return {
    async hit(name, { most, seconds }, counts = true) {
      const answer = await hitWindow(prefix + name, time?.() ?? '', most, seconds, counts ? 1 : 0);
      const [allowed, used, first, last, now] = answer as Answer;
      const empty = used === 0;
      return {
        allowed: allowed === 1,
        used,
        wait: empty ? 0 : first + seconds - now,
        reset: empty ? 0 : last + seconds - now,
      };
    },
  };
};
