import type { ShippingMethodRecord } from '../domain/shipping/shipping-method.ts';
import type { Listing } from './listing.ts';

export interface ShippingMethodRecords extends Listing<ShippingMethodRecord, Readonly<Record<never, never>>> {
  find(code: string): Promise<ShippingMethodRecord | undefined>;
  add(record: ShippingMethodRecord): Promise<void>;
  save(record: ShippingMethodRecord): Promise<void>;
  remove(id: string): Promise<void>;
}
