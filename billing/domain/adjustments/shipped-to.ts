import type { AdjustmentRecord } from './record.ts';

export type ShippedTo = NonNullable<AdjustmentRecord['shipping_address']>;
