import type { RecordedPayouts } from '@service/billing/engine/reconciliation/book-payouts.ts';

const counted = (count: number, what: string): string => `${count} ${count === 1 ? what : `${what}s`}`;

/** Returns what was recorded: `Recorded 2 payouts with 5 lines. 1 was recorded before.` */
export const recordedInWords = ({ recorded, known, lines }: RecordedPayouts): string => {
  const before = known === 0 ? '' : ` ${known} ${known === 1 ? 'was' : 'were'} recorded before.`;
  return recorded.length === 0
    ? `Nothing is new.${before}`
    : `Recorded ${counted(recorded.length, 'payout')} with ${counted(lines, 'line')}.${before}`;
};
