export const INITIATORS = ['customer', 'merchant'] as const;

export type Initiator = (typeof INITIATORS)[number];

/** The reasons why a merchant makes one payment without the customer. */
export const MERCHANT_REASON_CODES = [
  'incremental',
  'no_show',
  'resubmission',
  'service_extension',
  'split_shipment',
  'top_up',
] as const;

export type MerchantReasonCode = (typeof MERCHANT_REASON_CODES)[number];
