import { readDescription } from '@service/billing/domain/adjustments/generated-description.ts';
import type { AdjustmentRecord } from '@service/billing/domain/adjustments/record.ts';
import type { InvoiceWords } from './en/invoice.ts';

/** Returns the description of a line for a document in the language of `words`; empty if the line has none. */
export const lineDescription = (
  line: Pick<AdjustmentRecord, 'origin' | 'description'>,
  { generated }: Pick<InvoiceWords, 'generated'>,
): string => {
  const read = readDescription(line);
  switch (read?.kind) {
    case undefined:
      return line.description ?? '';
    case 'setup_fee':
      return generated.setupFee(read.plan);
    case 'gift_card':
      return generated.giftCard;
    case 'last_tier':
      return generated.lastTier(read.name, read.from);
  }
};
