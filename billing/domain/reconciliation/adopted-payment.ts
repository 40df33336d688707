import type { Site } from '../../resources/site.ts';
import type { Ids } from '../../values/ids.ts';
import type { Seconds } from '../../values/time.ts';
import type { AccountRecord } from '../accounts/record.ts';
import { blankLine } from '../adjustments/line.ts';
import type { BillingInfoRecord } from '../billing-info/record.ts';
import type { DraftInvoice } from '../invoices/draft.ts';
import { billedTo, draftInvoice } from '../invoices/draft-invoice.ts';
import { resolveTerms } from '../invoices/terms.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import { paymentByHand, SETTLEMENT_STEP, transactionRecord } from '../transactions/transaction.ts';
import type { GatewayOnly } from './difference.ts';

/**
 * Returns the transaction of a payment that only a gateway had: made when the gateway says, recorded at `at`. `held`:
 * the payment method it was made with; without it, the transaction shows no details of the method.
 */
export const adoptedPayment = (
  world: { readonly ids: Ids },
  at: Seconds,
  account: AccountRecord,
  held: BillingInfoRecord | undefined,
  { gateway_code, operation: { result, currency, at: madeAt } }: Pick<GatewayOnly, 'gateway_code' | 'operation'>,
): TransactionRecord => {
  const isDebit = result.outcome === 'pending';
  const answer = { ...result, outcome: 'succeeded' as const };
  const common = { tax_in_cents: 0, currency, gateway_code, source: 'transaction', recurring: false } as const;
  const record: TransactionRecord = held
    ? transactionRecord(
        world,
        madeAt,
        { ...common, accountId: account.id, payer: account, info: held, byToken: false, action: 'purchase' },
        answer,
      )
    : {
        ...paymentByHand(
          {
            ...common,
            uuid: world.ids.uuid(),
            account_id: account.id,
            invoice_id: null,
            amount_in_cents: result.amount_in_cents,
            test: result.test,
            created_at: madeAt,
          },
          account,
        ),
        gateway_code,
        gateway_type: result.gateway_type,
        reference: result.reference,
        message: result.message,
        approval_code: result.approval_code,
        type: isDebit ? 'bank_account' : 'credit_card',
        payment_method: isDebit ? 'eft' : 'credit_card',
        voidable: true,
        refundable: true,
      };
  return { ...record, settlement_due_at: isDebit ? at + SETTLEMENT_STEP : null, updated_at: at };
};

/** Returns the credit invoice of a payment that no invoice asks for: the account has paid in advance. */
export const creditOfPayment = (
  uuid: () => string,
  at: Seconds,
  site: Site,
  account: AccountRecord,
  held: BillingInfoRecord | undefined,
  { amount_in_cents, currency, reference, gateway_code }: TransactionRecord,
): DraftInvoice => {
  const { id: account_id, vat_number } = account;
  const line = {
    ...blankLine({ uuid, at, account_id, currency }),
    type: 'credit' as const,
    origin: 'credit' as const,
    description: `Payment ${reference} at ${gateway_code}`,
    unit_amount_in_cents: 0 - amount_in_cents,
    total_in_cents: 0 - amount_in_cents,
    credit_reason_code: 'general' as const,
  };
  return draftInvoice(
    {
      uuid: uuid(),
      at,
      account_id,
      currency,
      origin: 'external_credit',
      terms: resolveTerms(site, {}),
      address: billedTo(account, held),
      vat_number: held?.vat_number ?? vat_number,
      reverseCharge: false,
      shipping_address: null,
    },
    [line],
  );
};
