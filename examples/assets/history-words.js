import { moneyIn } from './money.js';

const longDate = (iso) => new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date(iso));

/** The site's clock: `December 22, 2026 at 5:04 PM`. */
export const moment = (iso) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

/** Says what a subscription is doing, and what comes next. */
export const stateOf = ({ state, until, next }) => {
  if (state === 'canceled') return `Stopped. It runs until ${longDate(until)}, and is not charged again.`;
  if (state === 'expired') return until ? `Ended on ${longDate(until)}.` : 'Ended.';
  if (state === 'paused') return 'Paused.';
  if (state === 'future') return 'Not started yet.';
  if (!next?.on) return 'Active.';
  const money = next.amount && moneyIn(next.currency)(next.amount);
  return money ? `Next payment: ${money} on ${longDate(next.on)}.` : `Renews on ${longDate(next.on)}.`;
};

const CAUSES = { purchase: 'Bought', renewal: 'Renewed', immediate_change: 'Changed', termination: 'Ended' };

const OUTCOMES = {
  paid: 'paid',
  past_due: 'not paid: the bank declined',
  retried: 'not paid: the bank declined. It is tried again',
  to_confirm: 'not paid yet: the bank asks you to confirm this payment',
  failed: 'not paid. It is no longer collected',
  pending: 'to be paid',
  processing: 'on its way from your bank',
};

const UNPAID = ['past_due', 'retried', 'to_confirm', 'failed'];

/** Says what happened; `bad` where the customer has to know that something failed. */
export const wordsFor = (happening) => {
  const { what, name, until } = happening;
  if (what === 'started') return { text: `${name} began.` };
  if (what === 'stopped') return { text: `You stopped ${name}.${until ? ` It runs until ${longDate(until)}.` : ''}` };
  if (what === 'ended') return { text: `${name} ended.` };
  if (what === 'mail') return { text: `Mail to you: “${happening.subject}”.` };
  const amount = moneyIn(happening.currency)(Math.abs(Number(happening.amount)));
  if (happening.origin === 'write_off') return { text: `No longer collected: ${amount}. Nothing is owed.` };
  if (happening.type === 'credit') return { text: `Credit of ${amount}.` };
  const cause = CAUSES[happening.origin] ?? 'Invoiced';
  const outcome = OUTCOMES[happening.state] ?? happening.state;
  return { text: `${cause}: ${amount} ${outcome}.`, bad: UNPAID.includes(happening.state) };
};

export const dayOf = longDate;
