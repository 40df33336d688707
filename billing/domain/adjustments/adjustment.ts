import type { AdjustmentInput } from '../../resources/adjustment.ts';
import { defaultCurrency, type Site } from '../../resources/site.ts';
import type { Issue } from '../../values/failure.ts';
import type { Ids } from '../../values/ids.ts';
import type { Seconds } from '../../values/time.ts';
import type { ShippingAddressRecord } from '../accounts/record.ts';
import { chargeLine } from './charge-lines.ts';
import type { AdjustmentRecord } from './record.ts';

type RequestedAdjustment = Pick<
  AdjustmentInput,
  | 'unit_amount_in_cents'
  | 'quantity_decimal'
  | 'origin'
  | 'credit_reason_code'
  | 'start_date'
  | 'end_date'
  | 'revenue_schedule_type'
> & { readonly shipping_address?: unknown; readonly shipping_address_id?: number | null };

/** Whether the amount is below 0; 0 is a charge. */
const isCredit = ({ unit_amount_in_cents }: Pick<RequestedAdjustment, 'unit_amount_in_cents'>): boolean =>
  (unit_amount_in_cents ?? 0) < 0;

/** Returns the origins that a client may send; the service determines all others. */
const originsOf = (requested: RequestedAdjustment): readonly string[] =>
  isCredit(requested) ? ['credit', 'external_gift_card'] : ['debit', 'one_time'];

const NEEDS_AN_END: readonly unknown[] = ['evenly', 'at_range_end'];

/** Returns the issues of a charge or a credit on its own. `at`: its start unless it has one. */
export const adjustmentIssues = (path: string, requested: RequestedAdjustment, at: Seconds): Issue[] => {
  const issue = (name: string, symbol: Issue['symbol']): Issue => ({ field: `${path}.${name}`, symbol });
  const issues: Issue[] = [];
  const { origin, end_date, start_date } = requested;
  const origins = originsOf(requested);
  if (origin && !origins.includes(origin)) issues.push({ ...issue('origin', 'inclusion'), choices: origins });
  if (requested.quantity_decimal === '0') issues.push({ ...issue('quantity_decimal', 'greater_than'), count: 0 });
  if (requested.credit_reason_code && !isCredit(requested)) issues.push(issue('credit_reason_code', 'present'));
  if (end_date && end_date < (start_date ?? at)) issues.push(issue('end_date', 'invalid'));
  if (end_date === null || end_date === undefined) {
    if (NEEDS_AN_END.includes(requested.revenue_schedule_type)) issues.push(issue('end_date', 'blank'));
  }
  return issues;
};

/** Requires one of the site's currencies. A value that could not be read is reported already. */
export const chargeCurrencyIssues = (site: Site, { currency }: AdjustmentInput, found: readonly Issue[]): Issue[] => {
  const field = 'adjustment.currency';
  if (found.some((issue) => issue.field === field)) return [];
  if (!currency) return [{ field, symbol: 'blank' }];
  return site.currencies.includes(currency) ? [] : [{ field, symbol: 'inclusion', choices: site.currencies }];
};

/** Returns a charge or credit that waits for its invoice. A credit made by hand neither has tax nor refunds any. */
export const pendingAdjustment = (
  { ids }: { readonly ids: Ids },
  site: Site,
  account_id: string,
  at: Seconds,
  input: AdjustmentInput & Pick<Parameters<typeof chargeLine>[1], 'external_sku'>,
  shipping_address: AdjustmentRecord['shipping_address'],
): AdjustmentRecord => {
  const setting = { uuid: ids.uuid, at, account_id, currency: input.currency ?? defaultCurrency(site) };
  const line = chargeLine(setting, input, shipping_address);
  const tax_exempt = line.type === 'charge' && (input.tax_exempt ?? !site.tax_charges);
  return { ...line, tax_exempt, taxable: line.type === 'charge' && !tax_exempt };
};

/** Returns an address as a line stores it. */
export const shippingSnapshot = (address: ShippingAddressRecord): AdjustmentRecord['shipping_address'] => ({
  first_name: address.first_name,
  last_name: address.last_name,
  address1: address.address1,
  address2: address.address2,
  city: address.city,
  state: address.state,
  zip: address.zip,
  country: address.country,
  phone: address.phone,
  nickname: address.nickname,
});
