import { randomFillSync } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { World } from '@service/billing/ports/world.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import { openQueues } from '@service/billing/values/queues.ts';
import type { Clock, SystemClock } from '@service/billing/values/time.ts';
import { turns } from './turns.ts';

/** The clock of the machine. */
export const machineClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/**
 * The clock of the machine, moved by the milliseconds that a file holds; this is how a test of a whole process lets
 * twenty minutes pass. A larger number lets the difference pass; a smaller one sets the date back and nothing more.
 * `shared` is the time of a server of several such processes.
 */
export const movedClock = (file: string): Clock & { shared(): number } => {
  let readAt = -1;
  let offset = 0;
  let passed = 0;
  const read = (): void => {
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed === readAt) return;
    const before = offset;
    offset = changed === 0 ? 0 : Number(readFileSync(file, 'utf8').trim()) || 0;
    passed += Math.max(0, offset - before);
    readAt = changed;
  };
  return {
    now() {
      read();
      return Date.now() + offset;
    },
    elapsed() {
      read();
      return performance.now() + passed;
    },
    shared() {
      read();
      return Date.now() + passed;
    },
  };
};

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** UUIDv7 (RFC 9562) in order of creation within this process, and secrets of letters and digits. */
export const randomIds = (clock: SystemClock): Ids => {
  // Asking for a few bytes takes as long as asking for thousands.
  const pool = new Uint8Array(8192);
  let used = pool.length;
  const random = (count: number): Uint8Array => {
    if (used + count > pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
  let last = 0;
  let time = '';
  let sequence = 0;
  return {
    uuid() {
      const now = Math.max(clock.now(), last);
      const bytes = random(10);
      // The 12 bits behind the time count within a millisecond, from a random start in the lower half.
      sequence = now === last ? sequence + 1 : ((bytes[8] ?? 0) << 3) | ((bytes[9] ?? 0) >> 5);
      const moment = sequence > 0xfff ? now + 1 : now;
      if (sequence > 0xfff) sequence = 0;
      if (moment !== last) time = moment.toString(16).padStart(12, '0');
      last = moment;
      bytes[0] = 0x80 | ((bytes[0] ?? 0) & 0x3f);
      let id = `${time}7${sequence.toString(16).padStart(3, '0')}`;
      for (let at = 0; at < 8; at += 1) id += HEX[bytes[at] ?? 0];
      return id;
    },
    secret(length) {
      let secret = '';
      while (secret.length < length) {
        // 248 is the greatest multiple of 62 in a byte: taking the rest as well would favour some letters.
        for (const byte of random(Math.min(length, pool.length)))
          if (byte < 248 && secret.length < length) secret += ALPHABET[byte % 62];
      }
      return secret;
    },
  };
};

export const openWorld = (clock: Clock): World => ({
  clock,
  ids: randomIds(clock),
  queues: openQueues(),
  turn: turns(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});
