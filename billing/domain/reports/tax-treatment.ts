/** The reason why a line has the tax that it has. */
export type TaxTreatment = 'taxed' | 'reverse_charge' | 'exempt' | 'not_taxed';

interface TreatedLine {
  readonly has_tax: boolean;
  readonly tax_exempt: boolean;
  readonly reverse_charge: boolean;
}

/**
 * Returns the treatment of a line. Under reverse charge the customer owes the tax; an exempt line has none; and a line
 * that is not taxed has none where it is delivered.
 */
export const taxTreatment = ({ has_tax, tax_exempt, reverse_charge }: TreatedLine): TaxTreatment => {
  if (has_tax) return 'taxed';
  if (reverse_charge) return 'reverse_charge';
  return tax_exempt ? 'exempt' : 'not_taxed';
};
