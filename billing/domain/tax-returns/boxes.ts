import type { TaxTreatment } from '../reports/tax-treatment.ts';

/** A sum of parts of one treatment, in cents. */
interface BoxedSum {
  readonly treatment: TaxTreatment;
  readonly net: number;
  readonly tax: number;
}

/** Returns the boxes of the British VAT return: 1 is the tax, 6 the value of sales without it. */
export const britishBoxes = ({ net, tax }: BoxedSum) => ({ box_1: tax, box_6: net });

/** Returns the labels of the Australian activity statement: G1 is the value of sales with tax, 1A the tax. */
export const australianBoxes = ({ net, tax }: BoxedSum) => ({ label_g1: net + tax, label_1a: tax });

/**
 * Returns the boxes of the New Zealand return: 5 is the value of sales with tax, 6 the part of it without tax, 8 the
 * tax.
 */
export const zealandBoxes = ({ treatment, net, tax }: BoxedSum) => ({
  box_5: net + tax,
  box_6: treatment === 'taxed' ? 0 : net,
  box_8: tax,
});
