import type { LineTax, ShownAdjustment } from '@service/billing/ports/selling.ts';

/** A line as clients see it: each jurisdiction's part of its tax beside it (reference "resources", section 5.1). */
export const adjustmentView = (line: ShownAdjustment) => ({ ...line, tax_details: line.taxes.map(taxDetail) });

/** A US sales tax names its level of government; the others are named after themselves. */
const taxDetail = ({ type, region, rate, amount }: LineTax) => ({
  name: region,
  type: type === 'usst' ? 'state' : type,
  tax_rate: rate,
  tax_in_cents: amount,
});
