import type { ItemRecord } from '../domain/items/record.ts';
import type { ItemState } from '../resources/item.ts';
import type { Listing } from './listing.ts';

export interface ItemFilter {
  readonly state?: ItemState | undefined;
}

/** Finds and lists inactive items too. */
export interface ItemRecords extends Listing<ItemRecord, ItemFilter> {
  find(itemCode: string): Promise<ItemRecord | undefined>;
  /** Returns the states of items by their codes. */
  states(itemCodes: readonly string[]): Promise<ReadonlyMap<string, ItemState>>;
  byId(id: string): Promise<ItemRecord | undefined>;
  add(record: ItemRecord): Promise<void>;
  save(record: ItemRecord): Promise<void>;
}
