import type { Item } from '../../resources/item.ts';
import type { Seconds } from '../../values/time.ts';

/** A product of the catalogue. An inactive one is found and listed, but not sold. */
export interface ItemRecord extends Item {
  /** UUIDv7. */
  readonly id: string;
}

/** Returns an item that is not sold any more. */
export const deactivated = (held: ItemRecord, at: Seconds): ItemRecord => ({
  ...held,
  state: 'inactive',
  updated_at: at,
  deleted_at: at,
});

/** Returns an item that is sold again. */
export const reactivated = (held: ItemRecord, at: Seconds): ItemRecord => ({
  ...held,
  state: 'active',
  updated_at: at,
  deleted_at: null,
});
