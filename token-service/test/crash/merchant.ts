import { textOf } from '../service.ts';
import type { Load } from './load.ts';
import type { Picture } from './picture.ts';
import type { Visitor } from './visitor.ts';
import { anyWrite, freshName, type Write } from './writes.ts';

/** What a client knows of one account that nobody else writes to. */
export interface Belief {
  readonly code: string;
  /** As the last answer left it. */
  picture: Picture | undefined;
  /** What was sent, and whose answer never came. */
  unanswered?: Write | undefined;
  /** The UUID of a declined sign-up's transaction, which is all that is left of one. */
  declined?: string;
  /** The answer to its POST, which the same `Idempotency-Key` must bring again. */
  opened?: { readonly write: Write; readonly answer: string };
}

export interface Merchant {
  readonly beliefs: Belief[];
  /**
   * Writes one request after the other until told to stop or until the service is gone. Throws on an answer that is not
   * the expected one.
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
          // Whatever goes wrong in a call is the end of the service, once that was ended.
          if (!stopped() || error instanceof UnexpectedAnswer) throw error;
        }
      }
    },
  };
};

/** Sends a write; what it left unanswered when the service goes away stays in the belief. */
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

/** Sends the POST that opened an account again. */
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
