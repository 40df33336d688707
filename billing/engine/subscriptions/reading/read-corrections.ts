import { type LineRefund, NO_UNITS, refundableLine } from '../../../domain/adjustments/credit-line.ts';
import type { ShownAdjustment } from '../../../domain/adjustments/record.ts';
import { type BilledUsage, correctionOf } from '../../../domain/subscriptions/usage-lines.ts';
import type { Records } from '../../../ports/storage.ts';
import { compare, fraction } from '../../../values/money/fraction.ts';
import { creditShare, uncredited } from '../../../values/price/credit.ts';

type Read = Pick<Records, 'adjustments' | 'invoices'>;

export interface Corrections {
  /** The usage, with the credited part of its corrections. */
  readonly usage: readonly BilledUsage[];
  /** The lines that are credited, on invoices that are not paid. */
  readonly credits: readonly LineRefund[];
}

/**
 * Returns the credits of usage corrections. They are made against the charges of the same usage that are still owed: of
 * its period, then of earlier ones. The rest of a correction is a credit of its own.
 */
export const readCorrections = async (records: Read, usage: readonly BilledUsage[]): Promise<Corrections> => {
  const corrected: BilledUsage[] = [];
  const credits: LineRefund[] = [];
  for (const one of usage) {
    const own = await creditsOf(records, one, correctionOf(one));
    credits.push(...own);
    corrected.push({ ...one, credited: own.reduce((sum, { credit }) => sum + credit.gross, 0) });
  }
  return { usage: corrected, credits };
};

const creditsOf = async (records: Read, usage: BilledUsage, correction: number): Promise<LineRefund[]> => {
  const credits: LineRefund[] = [];
  let rest = correction;
  for (const record of rest > 0 ? await chargesOf(records, usage) : []) {
    if (rest <= 0) break;
    if (!(await isOwed(records, record))) continue;
    const line = refundableLine(
      record,
      record.credited_share === null ? [] : await records.adjustments.creditsOf(record.uuid),
    );
    const taken = Math.min(rest, line.gross - line.credited.gross);
    if (taken <= 0) continue;
    const [share, most] = [fraction(taken, line.gross), uncredited(line)];
    const credit = creditShare(line, compare(share, most) > 0 ? most : share);
    if (credit.gross > rest || credit.total <= 0) continue;
    credits.push({ line, credit, units: NO_UNITS });
    rest -= credit.gross;
  }
  return credits;
};

/**
 * Returns the charges of the same usage: of its period, then of earlier ones, newest first. A correction is dated now
 * unless the merchant says otherwise, so what it corrects may have been billed with an earlier period.
 */
const chargesOf = async (
  { adjustments }: Pick<Read, 'adjustments'>,
  { selection, period }: BilledUsage,
): Promise<ShownAdjustment[]> => {
  const charges = (await adjustments.chargesSince(selection.subscription_id, 0)).filter(
    (line) =>
      line.product_code === selection.add_on_code && line.computation?.usage && line.start_date <= period.startedAt,
  );
  const isOwn = (line: ShownAdjustment): boolean => line.start_date === period.startedAt;
  return [...charges.filter(isOwn), ...charges.filter((line) => !isOwn(line))];
};

const isOwed = async (
  { invoices }: Pick<Read, 'invoices'>,
  { invoice_id }: Pick<ShownAdjustment, 'invoice_id'>,
): Promise<boolean> => {
  const invoice = invoice_id === null ? undefined : await invoices.find(invoice_id);
  return invoice !== undefined && invoice.state !== 'failed' && invoice.balance_in_cents > 0;
};
