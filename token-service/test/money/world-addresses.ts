import type { Random } from './random.ts';

/** An address where customers live, with the beginning of a VAT number that its authority would give. */
export interface WorldAddress {
  readonly country: string;
  readonly zip: string;
  /** The VAT number of a business there; undefined where no number changes its taxes. */
  readonly vat_number?: string;
}

/**
 * Countries with different taxes: of the European Union, some with businesses that are charged in reverse; two taxes in
 * Quebec and one in Ontario; a business registered for GST in Australia; places without any tax.
 */
const WORLD: readonly WorldAddress[] = [
  { country: 'US', zip: '94105' },
  { country: 'US', zip: '10001' },
  { country: 'DE', zip: '10115', vat_number: 'DE123456789' },
  { country: 'FR', zip: '75001', vat_number: 'FR40303265045' },
  { country: 'IE', zip: 'D02X285', vat_number: 'IE6388047V' },
  { country: 'GR', zip: '10431', vat_number: 'EL094259216' },
  { country: 'HU', zip: '1011' },
  { country: 'ES', zip: '51001' },
  { country: 'GB', zip: 'SW1A1AA', vat_number: 'GB123456789' },
  { country: 'GB', zip: 'BT11AA', vat_number: 'XI123456789' },
  { country: 'CA', zip: 'H2X1Y4' },
  { country: 'CA', zip: 'M5V2T6' },
  { country: 'AU', zip: '2000', vat_number: '10120000004' },
  { country: 'JP', zip: '1000001' },
  { country: 'CH', zip: '8001' },
];

/** Returns the elements of a random address. A third of the customers live in one place, and some are businesses. */
export const someAddress = (random: Random): { readonly address: string; readonly vat: string } => {
  const { country, zip, vat_number } = (random.percent(35) ? WORLD[0] : random.pick(WORLD)) ?? {
    country: 'US',
    zip: '',
  };
  return {
    address: `<country>${country}</country><zip>${zip}</zip>`,
    vat: vat_number && random.percent(40) ? `<vat_number>${vat_number}</vat_number>` : '',
  };
};
