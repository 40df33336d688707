import type { AdjustmentInput } from '../../resources/adjustment.ts';
import type { Issue } from '../../values/failure.ts';
import type { ItemRecord } from './record.ts';

/** The fields that a charge takes from its item, and therefore may not say itself. */
const COPIED = ['description', 'product_code', 'accounting_code', 'tax_exempt', 'tax_code'] as const;

type RequestedCharge = Pick<AdjustmentInput, (typeof COPIED)[number] | 'item_code' | 'revenue_schedule_type'>;

/** Returns the issues of a charge that names an item: it must be sold, and its fields are not stated beside it. */
export const soldItemIssues = (path: string, charge: RequestedCharge, item: ItemRecord | undefined): Issue[] => {
  if (!charge.item_code) return [];
  return [
    ...itemIssues(`${path}.item_code`, item),
    ...COPIED.filter((name) => charge[name] !== undefined && charge[name] !== null && charge[name] !== '').map(
      (name): Issue => ({ field: `${path}.${name}`, symbol: 'invalid', reason: 'of_the_item' }),
    ),
  ];
};

/** Returns the issue of an item that is unknown, or inactive and so not sold. */
export const itemIssues = (field: string, item: ItemRecord | undefined): Issue[] => {
  if (!item) return [{ field, symbol: 'not_found' }];
  return item.state === 'active' ? [] : [{ field, symbol: 'invalid', reason: 'inactive_item' }];
};

/** Returns a charge with the fields of its item, which its line keeps. The revenue schedule of the request wins. */
export const withItem = <Charge extends RequestedCharge>(charge: Charge, item: ItemRecord | undefined) =>
  item
    ? {
        ...charge,
        description: item.name,
        product_code: item.item_code,
        accounting_code: item.accounting_code,
        // An item that is taxed leaves it to the site whether charges are.
        tax_exempt: item.tax_exempt || null,
        tax_code: item.tax_code,
        revenue_schedule_type: charge.revenue_schedule_type ?? item.revenue_schedule_type,
        external_sku: item.external_sku,
      }
    : charge;
