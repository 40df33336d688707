import { NOW, type RedisClient, redisScript, type ServerTime } from '../redis/redis.ts';
import { type AttemptStore, type Counted, RESERVATION_LEASE_MS, WINDOW_MS } from './attempt-store.ts';

// Each name has two sorted sets, by the moment at which an attempt stops counting: declined attempts, and attempts
// under way. KEYS: both sets of each name, in turn. ARGV: now, id, lease, then the limit and the window of each name;
// lease and windows in milliseconds. A moment beyond the window was written before the server's clock was set back: it
// counts no longer.
const COUNT = `${NOW}
local id, lease = ARGV[2], tonumber(ARGV[3])
local function limitAt(i) return tonumber(ARGV[2 + 2 * i]) end
local function windowAt(i) return tonumber(ARGV[3 + 2 * i]) end
local function count(key, length)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  redis.call('ZREMRANGEBYSCORE', key, '(' .. string.format('%.0f', now + length), '+inf')
  return redis.call('ZCARD', key)
end`;

/** Sets `full` to the first name that is full of declined attempts, `wait` to the milliseconds until none is. */
const FIND_FULL = `${COUNT}
local full, busy, wait = 0, 0, 0
for i = 1, #KEYS / 2 do
  local declined, limit = count(KEYS[2 * i - 1], windowAt(i)), limitAt(i)
  if declined >= limit then
    if full == 0 then full = i end
    local ends = redis.call('ZRANGE', KEYS[2 * i - 1], declined - limit, declined - limit, 'WITHSCORES')[2]
    wait = math.max(wait, tonumber(ends) - now)
  elseif busy == 0 and declined + count(KEYS[2 * i], lease) >= limit then
    busy = i
  end
end`;

const REACHED = `${FIND_FULL}
return { full, wait }`;

/** Returns n and a wait: name n is full of declined attempts; -n: together with those under way; 0: reserved. */
const RESERVE = `${FIND_FULL}
if full ~= 0 then return { full, wait } end
if busy ~= 0 then return { -busy, 0 } end
for i = 1, #KEYS / 2 do
  redis.call('ZADD', KEYS[2 * i], string.format('%.0f', now + lease), id)
  redis.call('PEXPIRE', KEYS[2 * i], lease)
end
return { 0, 0 }`;

const RELEASE = `
for i = 1, #KEYS / 2 do redis.call('ZREM', KEYS[2 * i], ARGV[2]) end
return {}`;

const DECLINE = `${COUNT}
local filled = {}
for i = 1, #KEYS / 2 do
  redis.call('ZREM', KEYS[2 * i], id)
  local window = windowAt(i)
  local declined = count(KEYS[2 * i - 1], window) + 1
  redis.call('ZADD', KEYS[2 * i - 1], string.format('%.0f', now + window), id)
  redis.call('PEXPIRE', KEYS[2 * i - 1], window)
  if declined == limitAt(i) then filled[#filled + 1] = i end
end
return filled`;

/** A name for each scope: no attempt is counted under more. */
const MOST_NAMES = 4;

/** Attempts counted by all processes together (`TOKEN_STORE_URL`), by the clock of the Redis server. */
export const redisAttempts = (redis: RedisClient, prefix = 'attempts:', time?: ServerTime): AttemptStore => {
  const script = (command: string, lua: string) => {
    const byNames = Array.from({ length: MOST_NAMES }, (_, index) =>
      redisScript(redis, `${command}${index + 1}`, 2 * (index + 1), lua),
    );
    return (id: string, counted: readonly Counted[]): Promise<unknown> => {
      const keys = counted.flatMap(({ name }) => [`${prefix}${name}:declined`, `${prefix}${name}:under-way`]);
      const run = byNames[counted.length - 1];
      if (!run) throw new RangeError(`An attempt is counted under 1 to ${MOST_NAMES} names.`);
      const limits = counted.flatMap(({ limit, windowMs = WINDOW_MS }) => [limit, windowMs]);
      return run(...keys, time?.() ?? '', id, RESERVATION_LEASE_MS, ...limits);
    };
  };
  const reached = script('attemptsReached', REACHED);
  const reserve = script('reserveAttempt', RESERVE);
  const release = script('releaseAttempt', RELEASE);
  const decline = script('declineAttempt', DECLINE);
  const nameAt = (counted: readonly Counted[], place: number): string => counted[place - 1]?.name ?? '';

  return {
    async reached(counted) {
      const [place, wait] = (await reached('', counted)) as [number, number];
      return place === 0 ? undefined : { name: nameAt(counted, place), waitMs: wait };
    },
    async reserve(id, counted) {
      const [place, wait] = (await reserve(id, counted)) as [number, number];
      if (place === 0) return { is: 'reserved' };
      const name = nameAt(counted, Math.abs(place));
      return place > 0 ? { is: 'reached', name, waitMs: wait } : { is: 'busy', name };
    },
    async settle(id, counted, declined) {
      const filled = await (declined ? decline : release)(id, counted);
      return Array.isArray(filled) ? filled.map((place) => nameAt(counted, Number(place))) : [];
    },
  };
};
