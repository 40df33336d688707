import type { ChargesAfterEnd, MailAmount } from '@service/billing/domain/mail/facts.ts';
import type { AfterEndWords } from './en/after-end.ts';

/**
 * Says what is still charged once a subscription was canceled, for pages and mail alike. That nothing more is charged
 * is said only where the subscription bills nothing until it ends.
 *
 * @param money prints an amount of one currency
 */
export const chargesAfterEnd = (
  words: AfterEndWords,
  { owed, under_way, uninvoiced, usage, renews }: ChargesAfterEnd,
  money: (amount: MailAmount) => string,
): string[] => {
  const each = (amounts: readonly MailAmount[], say: (amount: string) => string) =>
    amounts.map((one) => say(money(one)));
  const own = [...(renews ? [words.renews] : []), ...(usage ? [words.usage] : [])];
  const others = [...each(owed, words.owed), ...each(under_way, words.underWay), ...each(uninvoiced, words.uninvoiced)];
  if (own.length > 0) return [...own, ...others];
  return [...others, others.length > 0 ? words.noMore : words.noCharge];
};
