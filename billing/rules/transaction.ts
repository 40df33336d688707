import { declineCategory } from '../payments/decline-codes.ts';
import type { GatewayAnswer } from '../ports/payments.ts';
import type { AccountRecord, TransactionRecord } from '../ports/records.ts';
import type { Caller, World } from '../ports/world.ts';
import { siteTime } from '../site.ts';
import type { Unverified } from './billing-info.ts';

/** The part of an account that a transaction freezes. */
export type Payer = Pick<AccountRecord, 'account_code' | 'first_name' | 'last_name' | 'company_name' | 'email'>;

/** A payment method as a transaction calls it (reference "resources", section 7). */
const PAYMENT_METHOD: Readonly<Record<Unverified['type'], string>> = {
  credit_card: 'credit_card',
  paypal: 'paypal',
  bank_account: 'eft',
};

/** The record of one answer of a gateway to a check of billing info (reference "payments", section 5). */
export const verification = (
  { clock, ids }: World,
  caller: Caller,
  about: {
    readonly accountId: string | null;
    readonly payer: Payer;
    readonly info: Unverified;
    readonly currency: string;
    readonly byToken: boolean;
    readonly gateway_code: string;
  },
  answer: GatewayAnswer,
): TransactionRecord => {
  const { info, payer } = about;
  const at = siteTime(caller.site, clock);
  return {
    account_id: about.accountId,
    invoice_id: null,
    original_transaction_uuid: null,
    gateway_code: about.gateway_code,
    type: info.type,
    uuid: ids.uuid(),
    action: 'verify',
    amount_in_cents: answer.amount_in_cents,
    tax_in_cents: 0,
    currency: about.currency,
    status: answer.outcome === 'approved' ? 'success' : 'failed',
    payment_method: PAYMENT_METHOD[info.type],
    reference: answer.reference,
    source: 'billing_info',
    recurring: false,
    test: answer.test,
    voidable: false,
    refundable: false,
    ip_address: info.ip_address,
    gateway_type: answer.gateway_type,
    origin: about.byToken ? 'token_api' : 'api',
    description: null,
    message: answer.message,
    approval_code: answer.outcome === 'approved' ? answer.approval_code : null,
    collected_at: null,
    transaction_error:
      answer.outcome === 'approved'
        ? null
        : {
            error_code: answer.error_code,
            error_category: declineCategory(answer.error_code),
            gateway_error_code: answer.gateway_error_code,
          },
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
        billing_info: frozenBillingInfo(info),
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
});
