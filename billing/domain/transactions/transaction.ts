import type { Ids } from '../../values/ids.ts';
import { DAY, type Seconds } from '../../values/time.ts';
import type { AccountRecord } from '../accounts/record.ts';
import type { Unverified } from '../billing-info/billing-info.ts';
import { transactionErrorOf } from '../payments/decline-codes.ts';
import type { PaymentResult } from '../payments/gateway-result.ts';
import type { Initiation } from '../payments/initiation.ts';
import type { TransactionRecord } from './record.ts';

/** The part of an account that a transaction stores a copy of. */
export type Payer = Pick<AccountRecord, 'account_code' | 'first_name' | 'last_name' | 'company_name' | 'email'>;

/** The name of a payment method in a transaction. */
const PAYMENT_METHOD: Readonly<Record<Unverified['type'], string>> = {
  credit_card: 'credit_card',
  paypal: 'paypal',
  bank_account: 'eft',
  sepa: 'eft',
  bacs: 'eft',
  becs: 'eft',
};

/** The request to a gateway that a transaction records, and the account it is for. */
export interface TransactionContext {
  readonly accountId: string | null;
  readonly payer: Payer;
  readonly info: Unverified;
  readonly currency: string;
  readonly byToken: boolean;
  readonly gateway_code: string;
  readonly action: TransactionRecord['action'];
  readonly source: TransactionRecord['source'];
  /** Cents of tax in the amount. */
  readonly tax_in_cents: number;
  readonly recurring: boolean;
  /** The stored payment method that is charged, by its reference. */
  readonly method_reference?: string | undefined;
  /** Whether that is the backup. */
  readonly backup?: boolean | undefined;
  /** The initiator of the payment, where the merchant stated it. */
  readonly initiation?: Initiation | undefined;
}

const STATUS = {
  succeeded: 'success',
  pending: 'scheduled',
  action_required: 'failed',
  declined: 'failed',
  unknown: 'failed',
} as const;

/** Seconds between two look-ups of a payment that settles later. */
export const SETTLEMENT_STEP = DAY;

/** Returns the record of a gateway's response. A payment that succeeded can be refunded. */
export const transactionRecord = (
  { ids }: { readonly ids: Ids },
  at: Seconds,
  about: TransactionContext,
  answer: PaymentResult,
): TransactionRecord => {
  const { info, payer } = about;
  const taken = answer.outcome === 'succeeded' && about.action !== 'verify';
  return {
    account_id: about.accountId,
    invoice_id: null,
    original_transaction_uuid: null,
    gateway_code: about.gateway_code,
    method_reference: about.method_reference ?? null,
    backup_payment_method_used: about.backup ?? false,
    initiator: about.initiation?.initiator ?? null,
    merchant_reason_code: about.initiation?.merchant_reason_code ?? null,
    network_advice: answer.outcome === 'declined' ? answer.network_advice : null,
    charge_reference: answer.charge_reference ?? null,
    three_d_secure: answer.three_d_secure ?? null,
    dispute_state: null,
    action_token: null,
    settlement_due_at: answer.outcome === 'pending' ? at + SETTLEMENT_STEP : null,
    type: info.type,
    uuid: ids.uuid(),
    action: about.action,
    amount_in_cents: answer.amount_in_cents,
    tax_in_cents: about.tax_in_cents,
    currency: about.currency,
    status: STATUS[answer.outcome],
    payment_method: PAYMENT_METHOD[info.type],
    reference: answer.reference,
    source: about.source,
    recurring: about.recurring,
    test: answer.test,
    voidable: taken,
    refundable: taken && about.action === 'purchase',
    ip_address: info.ip_address,
    gateway_type: answer.gateway_type,
    origin: about.action === 'verify' ? 'api_verify_card' : about.byToken ? 'token_api' : 'api',
    description: null,
    message: answer.message,
    approval_code: 'approval_code' in answer ? answer.approval_code : null,
    collected_at: null,
    transaction_error: 'error_code' in answer ? transactionErrorOf(answer.error_code, answer.gateway_error_code) : null,
    cvv_result: answer.cvv,
    avs_result: answer.avs,
    avs_result_street: answer.avs_street,
    avs_result_postal: answer.avs_postal,
    created_at: at,
    updated_at: at,
    details: {
      account: {
        account_code: payer.account_code,
        first_name: payer.first_name,
        last_name: payer.last_name,
        company: payer.company_name,
        email: payer.email,
        billing_info: frozenBillingInfo({
          ...info,
          cc_bin_country: answer.method_country ?? info.cc_bin_country,
        }),
      },
    },
  };
};

const frozenBillingInfo = (info: Unverified) => ({
  type: info.type,
  first_name: info.first_name,
  last_name: info.last_name,
  address1: info.address1,
  address2: info.address2,
  city: info.city,
  state: info.state,
  zip: info.zip,
  country: info.country,
  phone: info.phone,
  vat_number: info.vat_number,
  card_type: info.card_type,
  year: info.year,
  month: info.month,
  first_six: info.first_six,
  last_four: info.last_four,
  ip_address_country: info.ip_address_country,
  cc_bin_country: info.cc_bin_country ?? null,
});

/** The fixed fields of the transaction that records a verification of billing info. */
export const VERIFICATION = { action: 'verify', source: 'billing_info', tax_in_cents: 0, recurring: false } as const;

type ManualPayment = Pick<
  TransactionRecord,
  'uuid' | 'account_id' | 'invoice_id' | 'amount_in_cents' | 'tax_in_cents' | 'currency' | 'test' | 'created_at'
>;

/** Returns the record of a payment that was made without a gateway. */
export const paymentByHand = (
  about: ManualPayment,
  { account_code, first_name, last_name, company_name, email }: Payer,
): TransactionRecord => ({
  ...about,
  original_transaction_uuid: null,
  gateway_code: null,
  method_reference: null,
  backup_payment_method_used: false,
  initiator: null,
  merchant_reason_code: null,
  network_advice: null,
  charge_reference: null,
  three_d_secure: null,
  action_token: null,
  dispute_state: null,
  settlement_due_at: null,
  type: 'manual',
  action: 'purchase',
  status: 'success',
  payment_method: 'other',
  reference: null,
  source: 'transaction',
  recurring: false,
  voidable: false,
  refundable: false,
  ip_address: null,
  gateway_type: 'manual',
  origin: 'api',
  description: null,
  message: null,
  approval_code: null,
  collected_at: null,
  transaction_error: null,
  cvv_result: null,
  avs_result: null,
  avs_result_street: null,
  avs_result_postal: null,
  updated_at: about.created_at,
  details: { account: { account_code, first_name, last_name, company: company_name, email, billing_info: null } },
});
