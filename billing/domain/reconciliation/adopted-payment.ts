import { debitIn } from '../../values/bank/debits.ts';
import type { Ids } from '../../values/ids.ts';
import type { Seconds } from '../../values/time.ts';
import type { AccountRecord } from '../accounts/record.ts';
import { blankLine } from '../adjustments/line.ts';
import type { AdjustmentRecord } from '../adjustments/record.ts';
import type { BillingInfoRecord } from '../billing-info/record.ts';
import type { InvoiceSeller } from '../business-entities/seller.ts';
import type { DraftInvoice } from '../invoices/draft.ts';
import { billedTo, draftInvoice, type InvoiceHeader } from '../invoices/draft-invoice.ts';
import { resolveTerms } from '../invoices/terms.ts';
import { evidenceOf } from '../taxes/location-evidence.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import { paymentByHand, SETTLEMENT_STEP, transactionRecord } from '../transactions/transaction.ts';
import type { GatewayOnly } from './difference.ts';

/** The moment before which the books of a site are closed. */
interface ClosedBooks {
  readonly books_closed_until: Seconds;
}

/**
 * Returns the transaction of a payment that only a gateway had: made when the gateway says, recorded at `at`. One that
 * was made in a month that is closed is dated in the first open one, and has the original moment in `collected_at`.
 * `held`: the payment method it was made with; without it, the transaction shows no details of the method.
 */
export const adoptedPayment = (
  world: { readonly ids: Ids },
  { at, site: { books_closed_until } }: { readonly at: Seconds; readonly site: ClosedBooks },
  account: AccountRecord,
  held: BillingInfoRecord | undefined,
  { gateway_code, operation: { result, currency, at: madeAt } }: Pick<GatewayOnly, 'gateway_code' | 'operation'>,
): TransactionRecord => {
  const created_at = Math.max(madeAt, books_closed_until);
  const isDebit = result.outcome === 'pending';
  const answer = { ...result, outcome: 'succeeded' as const };
  const common = { tax_in_cents: 0, currency, gateway_code, source: 'transaction', recurring: false } as const;
  const record: TransactionRecord = held
    ? transactionRecord(
        world,
        created_at,
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
            created_at,
          },
          account,
        ),
        gateway_code,
        gateway_type: result.gateway_type,
        reference: result.reference,
        message: result.message,
        approval_code: result.approval_code,
        type: isDebit ? (debitIn(common.currency) ?? 'bank_account') : 'credit_card',
        payment_method: isDebit ? 'eft' : 'credit_card',
        voidable: true,
        refundable: true,
      };
  const dated = created_at === madeAt ? record : { ...record, collected_at: madeAt };
  return { ...dated, settlement_due_at: isDebit ? at + SETTLEMENT_STEP : null, updated_at: at };
};

/** Returns the charge invoice of a payment that no invoice asks for; recording the payment pays it. */
export const externalCharge = (
  uuid: () => string,
  at: Seconds,
  seller: InvoiceSeller,
  account: AccountRecord,
  held: BillingInfoRecord | undefined,
  payment: TransactionRecord,
): DraftInvoice => {
  const line = {
    ...paymentLine(uuid, at, account, payment),
    unit_amount_in_cents: payment.amount_in_cents,
    total_in_cents: payment.amount_in_cents,
  };
  return draftInvoice(headerOf(uuid(), at, seller, account, held, payment, 'external'), [line]);
};

/** Returns the credit invoice of a payment in advance, which the next invoices of the account use. */
export const creditOfPayment = (
  uuid: () => string,
  at: Seconds,
  seller: InvoiceSeller,
  account: AccountRecord,
  held: BillingInfoRecord | undefined,
  payment: TransactionRecord,
): DraftInvoice => {
  const line = {
    ...paymentLine(uuid, at, account, payment),
    type: 'credit' as const,
    origin: 'credit' as const,
    unit_amount_in_cents: 0 - payment.amount_in_cents,
    total_in_cents: 0 - payment.amount_in_cents,
    credit_reason_code: 'general' as const,
  };
  return draftInvoice(headerOf(uuid(), at, seller, account, held, payment, 'external_credit'), [line]);
};

const paymentLine = (
  uuid: () => string,
  at: Seconds,
  { id: account_id }: AccountRecord,
  { currency, reference, gateway_code }: TransactionRecord,
): AdjustmentRecord => ({
  ...blankLine({ uuid, at, account_id, currency }),
  description: `Payment ${reference} at ${gateway_code}`,
});

const headerOf = (
  uuid: string,
  at: Seconds,
  seller: InvoiceSeller,
  account: AccountRecord,
  held: BillingInfoRecord | undefined,
  { currency }: TransactionRecord,
  origin: 'external' | 'external_credit',
): InvoiceHeader => ({
  uuid,
  at,
  account_id: account.id,
  currency,
  origin,
  terms: resolveTerms(seller.site, {}),
  address: billedTo(account, held),
  vat_number: held?.vat_number ?? account.vat_number,
  reverseCharge: false,
  usedTaxService: seller.site.tax_registrations.length > 0 ? false : null,
  shipping_address: null,
  seller: seller.header,
  evidence: evidenceOf(held),
});
