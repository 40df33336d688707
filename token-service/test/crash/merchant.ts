import { textOf } from '../service.ts';
import type { Load } from './load.ts';
import type { Picture } from './picture.ts';
import type { Visitor } from './visitor.ts';
import { anyWrite, freshName, type Write } from './writes.ts';

/** A client's knowledge of one account that only it writes to. */
export interface Belief {
  readonly code: string;
  /** The state in the last response. */
  picture: Picture | undefined;
  /** The write that was sent and not answered. */
  unanswered?: Write | undefined;
  /** The UUID of a declined sign-up’s transaction, the only record that a declined sign-up leaves. */
  declined?: string;
  /** The response to its POST, which a repeat with the same `Idempotency-Key` must return. */
  opened?: { readonly write: Write; readonly answer: string };
}

export interface Merchant {
  readonly beliefs: Belief[];
  /**
   * Sends one write after another until told to stop or until the service is gone. Throws on an unexpected response.
   */
  keepWriting(visitor: Visitor, load: Load): Promise<void>;
}

export const openMerchant = (): Merchant => {
  const beliefs: Belief[] = [];

  const someAccount = (): Belief | undefined => {
    const open = beliefs.filter(({ picture }) => picture?.state === 'active');
    return Math.random() < 0.3 ? undefined : open[Math.floor(Math.random() * open.length)];
  };
  const newAccount = (): Belief => {
    const belief: Belief = { code: freshName('customer'), picture: undefined };
    beliefs.push(belief);
    return belief;
  };

  return {
    beliefs,
    async keepWriting(visitor, { stopped, answered }) {
      while (!stopped()) {
        try {
          const belief = someAccount() ?? newAccount();
          const write = await anyWrite(visitor, belief.code, belief.picture);
          if (stopped()) return;
          await send(visitor, belief, write);
          answered();
        } catch (error) {
          // After the kill, any error in a call means that the service is gone.
          if (!stopped() || error instanceof UnexpectedAnswer) throw error;
        }
      }
    },
  };
};

/** Sends a write; if the service goes away before it is answered, the write stays in the belief as unanswered. */
export const send = async ({ api }: Visitor, belief: Belief, write: Write): Promise<void> => {
  belief.unanswered = write;
  const answer = await api(write.method, write.path, write.body, keyOf(write));
  if (answer.status !== write.status) throw new UnexpectedAnswer(write, answer.status, answer.text);
  belief.unanswered = undefined;
  belief.picture = write.after;
  if (write.key && answer.status === 201) belief.opened = { write, answer: answer.text };
  if (write.key && answer.status === 422) {
    belief.declined = textOf(answer.xml, 'transaction', 'uuid') ?? 'a decline without a transaction';
  }
};

/** Repeats the POST that opened an account. */
export const sendAgain = async ({ api }: Visitor, belief: Belief): Promise<string> => {
  const write = belief.opened?.write;
  if (!write) throw new Error(`${belief.code} was never opened.`);
  return (await api(write.method, write.path, write.body, keyOf(write))).text;
};

const keyOf = ({ key }: Write): Record<string, string> => (key ? { 'Idempotency-Key': key } : {});

class UnexpectedAnswer extends Error {
  constructor({ method, path, status, body }: Write, got: number, text: string) {
    super(`${method} ${path} answered ${got} instead of ${status}:\n${body}\n${text}`);
  }
}
