import type { Account } from '../../resources/account.ts';
import type { AccountAcquisition } from '../../resources/account-acquisition.ts';
import type { Note } from '../../resources/note.ts';
import type { ShippingAddress } from '../../resources/shipping-address.ts';
import type { Millis } from '../../values/time.ts';

/** A stored account: its table, its place in the hierarchy, and data of other records that is read with it. */
export interface AccountRecord extends Omit<Account, 'dunning_campaign_id'> {
  /** UUIDv7, 32 hexadecimal digits. */
  readonly id: string;
  readonly parent_id: string | null;
  /** Time of the last change of the email address, milliseconds of the system clock; null if it never changed. */
  readonly email_changed_at_ms: Millis | null;
  /** Read with the record, never written. */
  readonly parent_account_code: string | null;
  readonly dunning_campaign_id?: string | null;
  readonly has_billing_info: boolean;
  readonly has_children: boolean;
}

/** The stored columns of an account; the rest is read from other records. */
export type AccountRow = Omit<
  AccountRecord,
  'parent_account_code' | 'vat_location_valid' | 'dunning_campaign_id' | `has_${string}`
>;

export interface ShippingAddressRecord extends ShippingAddress {
  /** UUIDv7; `id` is the number that clients see. */
  readonly key: string;
  readonly account_id: string;
}

export interface AcquisitionRecord extends AccountAcquisition {
  readonly account_id: string;
}

export interface NoteRecord extends Note {
  readonly id: string;
  readonly account_id: string;
  /** The actor that wrote it, as in the audit log; null for a note of the service itself, and of earlier releases. */
  readonly actor: string | null;
}
