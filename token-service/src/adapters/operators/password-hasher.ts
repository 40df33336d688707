import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHasher } from '@service/billing/ports/operator-proofs.ts';
import { Failure } from '@service/billing/values/failure.ts';

/** The parameters that OWASP recommends for argon2id: 19 MiB in two passes, on one lane. */
const PRESENT = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT = 16;
const TAG = 32;

/** Hashes that are computed at a time: anyone can ask for one, and each takes memory and a thread. */
const AT_A_TIME = 2;
/** Requests that wait for their turn. Each takes about 20 ms. */
const MOST_WAITING = 50;

type Parameters = typeof PRESENT;
interface Stored extends Parameters {
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** Hashes passwords with argon2id (RFC 9106), in the PHC string format. */
export const argon2Passwords = (): PasswordHasher => {
  const compute = atATime(promisify(argon2));
  const derive = (password: string, salt: Buffer, { memory, passes, parallelism }: Parameters, tagLength: number) =>
    // The same characters can be typed as different code points.
    compute('argon2id', {
      message: password.normalize('NFKC'),
      nonce: salt,
      ...{ memory, passes, parallelism, tagLength },
    });
  const nothing: Stored = { ...PRESENT, salt: randomBytes(SALT), tag: randomBytes(TAG) };
  return {
    async hash(password) {
      const salt = randomBytes(SALT);
      return phc({ ...PRESENT, salt, tag: await derive(password, salt, PRESENT, TAG) });
    },
    async check(password, hash) {
      const stored = (hash === null ? undefined : readPhc(hash)) ?? nothing;
      const tag = await derive(password, stored.salt, stored, stored.tag.length);
      if (!timingSafeEqual(tag, stored.tag)) return 'wrong';
      return stored.memory < PRESENT.memory || stored.passes < PRESENT.passes ? 'outdated' : 'right';
    },
  };
};

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const phc = ({ memory, passes, parallelism, salt, tag }: Stored): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

const readPhc = (text: string): Stored | undefined => {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(text) ?? [];
  if (memory === undefined) return undefined;
  return {
    ...{ memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
};

/** Returns the function, of which two calls run at a time. Throws `service_unavailable` while too many wait. */
const atATime = <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (...args: A): Promise<T> => {
    if (running >= AT_A_TIME) {
      if (waiting.length >= MOST_WAITING) throw new Failure('service_unavailable');
      // The call that ends hands its place over.
      await new Promise<void>((resolve) => void waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await call(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
