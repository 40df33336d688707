import type { NetworkAdvice } from '@service/billing/domain/payments/gateway-result.ts';
import { convertedAmounts } from '@service/billing/domain/taxes/tax-conversion.ts';
import type { ShownTransaction, TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { ApiWords } from '../../messages/api-words.ts';

/**
 * Returns a transaction as the API shows it, its error with the messages of the catalogue. `record`: as it stands at
 * the moment of the request.
 */
export const transactionView = (
  record: TransactionRecord & Pick<ShownTransaction, 'tax_conversion'>,
  words: ApiWords,
) => ({
  ...record,
  account_code: record.account_id && record.details.account.account_code,
  failure_type: record.transaction_error?.error_code ?? null,
  gateway_error_codes: record.transaction_error?.gateway_error_code ?? null,
  fraud: fraudOf(record),
  reference_only_currency_conversion: conversionOf(record),
  details: detailsOf(record),
  transaction_error: record.transaction_error && errorView(record.transaction_error, record.network_advice, words),
});

/** Returns the amount without its tax, and the tax, in the currency of the country of the tax; null without rates. */
const conversionOf = ({
  tax_conversion,
  amount_in_cents,
  tax_in_cents,
  currency,
}: TransactionRecord & Pick<ShownTransaction, 'tax_conversion'>) =>
  tax_conversion
    ? convertedAmounts(tax_conversion, { subtotal_in_cents: amount_in_cents - tax_in_cents, tax_in_cents }, currency)
    : null;

/** Returns who paid and how, with the last two characters of the number that is known by them. */
const detailsOf = ({ details: { account } }: TransactionRecord) => {
  const { billing_info } = account;
  const last_two = billing_info?.last_four?.slice(-2) ?? null;
  return { account: { ...account, billing_info: billing_info && { ...billing_info, last_two } } };
};

/** Returns the reason of a failed payment as the API shows it, with the messages of the catalogue. */
export const errorView = <E extends NonNullable<TransactionRecord['transaction_error']>>(
  error: E,
  network_advice: NetworkAdvice | null,
  words: ApiWords,
) => ({
  ...error,
  ...words.decline(error.error_code),
  decline_code: error.gateway_error_code,
  merchant_advice: network_advice,
});

/** The approval code of a payment that its gateway wants to have reviewed. */
const FRAUD_REVIEW = 'approved_fraud_review';

/** Returns what the gateway's check for fraud decided; null where it had no doubts. Gateways do not name a score. */
const fraudOf = ({ approval_code, transaction_error }: TransactionRecord) => {
  if (approval_code === FRAUD_REVIEW) return { score: null, decision: 'review' };
  return transaction_error?.error_category === 'fraud' ? { score: null, decision: 'decline' } : null;
};
