import { shownUnits } from '@service/billing/domain/adjustments/counted-units.ts';
import { refundableOf } from '@service/billing/domain/adjustments/credit-line.ts';
import type { LineTax, ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';
import { compare, fraction, shareOf } from '@service/billing/values/money/fraction.ts';
import { readFraction } from '@service/billing/values/money/fraction-text.ts';
import { plainDecimal } from '@service/billing/values/money/plain-decimal.ts';

/** A line as a version shows it: each jurisdiction's part of its tax beside it. */
export const adjustmentView = (line: ShownAdjustment, version: Version) => ({
  ...line,
  ...(atLeast(version, '2.29') ? shownUnits(line) : {}),
  ...(line.original_adjustment_uuid !== null && !atLeast(version, '2.10') ? asTakenBack(line) : {}),
  ...(line.origin === 'shipping_fee' ? asFee(version) : {}),
  refundable_total_in_cents: refundableOf(line),
  proration_rate: prorationRate(line),
  tax_details: line.taxes.map(taxDetailOf),
});

/** A shipping fee leads to no subscription. Before 2.20 it was a one-time charge like any other. */
const asFee = (version: Version) => ({
  subscription_id: null,
  ...(atLeast(version, '2.20') ? {} : { origin: 'one_time' }),
});
const BILLION = 1_000_000_000;

/** Returns the share of a whole period that a line bills or credits, as a decimal; null if it is all of it. */
const prorationRate = ({ computation }: ShownAdjustment): string | null => {
  if (!computation || computation.usage) return null;
  const share = readFraction(computation.proration);
  if (compare(share, fraction(1)) === 0) return null;
  return plainDecimal(fraction(shareOf(BILLION, share), BILLION));
};

/** Shows a reversing line as a negative charge, as before 2.10. */
const asTakenBack = ({ unit_amount_in_cents, quantity }: ShownAdjustment) => ({
  type: 'charge',
  unit_amount_in_cents: -unit_amount_in_cents,
  quantity: -quantity,
});

/** A US sales tax names its level of government; the others are named after themselves. */
export const taxDetailOf = ({ type, region, rate, amount }: LineTax) => ({
  name: region,
  type: type === 'usst' ? 'state' : type,
  tax_type: type,
  tax_region: region,
  tax_rate: rate,
  tax_in_cents: amount,
});
