import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ids } from '@service/billing/values/ids.ts';

const NONCE_LENGTH = 16;

/**
 * Returns the key that a form of a session contains: a page of another site, whose forms may have the session's cookie
 * sent as well, does not know it. It follows from the session's secret, and does not reveal it. Each key has a nonce of
 * its own, so that the size of compressed pages reveals nothing about it.
 */
export const newFormKey = (secret: string, ids: Pick<Ids, 'secret'>): string =>
  formKeyWith(secret, ids.secret(NONCE_LENGTH));

/** Whether a page of this session contained the key. */
export const isFormKey = (secret: string, presented: string): boolean => {
  const [one, other] = [presented, formKeyWith(secret, presented.slice(0, NONCE_LENGTH))].map((key) =>
    Buffer.from(key),
  ) as [Buffer, Buffer];
  return one.length === other.length && timingSafeEqual(one, other);
};

const formKeyWith = (secret: string, nonce: string): string =>
  `${nonce}.${createHmac('sha256', secret).update(`form\n${nonce}`).digest('base64url')}`;
