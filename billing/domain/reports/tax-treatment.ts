/** The reason why a line has the tax that it has. */
export type TaxTreatment = 'taxed' | 'gift_card' | 'reverse_charge' | 'exempt' | 'not_taxed' | 'carried_forward';

/** Whether a line of this treatment is a supply, which tax reports count. */
export const isSupply = (treatment: TaxTreatment): boolean =>
  treatment !== 'gift_card' && treatment !== 'carried_forward';

interface TreatedLine {
  readonly taxes: readonly object[];
  readonly tax_exempt: boolean;
  readonly gift_card: boolean;
  readonly reverse_charge: boolean;
  readonly invoice_origin: string;
}

/**
 * Returns the treatment of a line. A gift card that is sold or redeemed is no supply: what it pays for is. What was
 * carried forward from another system is reported there. Under reverse charge the customer owes the tax; an exempt line
 * has none; and a line that is not taxed has none where it is delivered, or is sold to a customer who is exempt.
 */
export const treatmentOf = ({
  taxes,
  tax_exempt,
  gift_card,
  reverse_charge,
  invoice_origin,
}: TreatedLine): TaxTreatment => {
  if (taxes.length > 0) return 'taxed';
  if (invoice_origin === 'carryforward') return 'carried_forward';
  if (gift_card) return 'gift_card';
  if (reverse_charge) return 'reverse_charge';
  return tax_exempt ? 'exempt' : 'not_taxed';
};

/** Returns the percent of a rate, a decimal fraction: `0.19` is 19. Percents have at most six decimals. */
export const percentOf = (rate: string): number => Math.round(Number(rate) * 100_000_000) / 1_000_000;
