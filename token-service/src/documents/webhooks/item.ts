import type { ItemRecord } from '@service/billing/domain/items/record.ts';
import { element, flagElement, textElement, timeElement } from './markup.ts';

/** Renders the item of a notification. */
export const itemElement = (item: ItemRecord): string =>
  element('item', [
    textElement('item_code', item.item_code),
    textElement('name', item.name),
    textElement('description', item.description),
    textElement('external_sku', item.external_sku),
    textElement('accounting_code', item.accounting_code),
    textElement('revenue_schedule_type', item.revenue_schedule_type),
    flagElement('tax_exempt', item.tax_exempt),
    textElement('tax_code', item.tax_code),
    textElement('state', item.state),
    timeElement('created_at', item.created_at),
    timeElement('updated_at', item.updated_at),
    timeElement('deleted_at', item.deleted_at),
  ]);
