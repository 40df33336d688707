import type Stripe from 'stripe';
import type { Send, StripeAnswer } from './send.ts';

const PAGE = 100;
/** More refunds of one payment than anybody makes. */
const PAGES = 10;

/** Returns the refunds of a payment that have not failed, newest first. */
export const refundsOf = async (
  stripe: Stripe,
  send: Send,
  payment_intent: string,
): Promise<StripeAnswer<readonly Stripe.Refund[]>> => {
  const all: Stripe.Refund[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const last = all.at(-1);
    const params = { payment_intent, limit: PAGE, ...(last ? { starting_after: last.id } : {}) };
    const listed = await send((options) => stripe.refunds.list(params, options));
    if ('problem' in listed) return listed;
    all.push(...listed.value.data);
    if (!listed.value.has_more) break;
  }
  return { value: all.filter(({ status }) => status !== 'failed' && status !== 'canceled') };
};
