import type { AccountRecord } from '../../domain/accounts/record.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { type GatewayOnly, operationName } from '../../domain/reconciliation/difference.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure, notFound } from '../../values/failure.ts';
import { isCollectible } from '../recording/invoices/collectible.ts';

/** The way in which an operation that only a gateway has gets into the books. */
export type Adoption =
  /** The payment pays an open invoice of its amount. */
  | { readonly way: 'invoice'; readonly account: AccountRecord; readonly invoice: ShownInvoice }
  /** The payment is recorded with an external charge invoice, which it pays. */
  | { readonly way: 'external'; readonly account: AccountRecord }
  /** The payment becomes credit of the account, which its next invoices use. */
  | { readonly way: 'credit'; readonly account: AccountRecord }
  /** The order of the authorization is recorded as it was priced. */
  | { readonly way: 'capture'; readonly authorization: ShownTransaction }
  /** The refund is recorded with a credit invoice, or paid out of the credit that its payment became. */
  | { readonly way: 'refund'; readonly payment: ShownTransaction; readonly invoice: ShownInvoice };

/** The choices of an operator who adopts a payment. */
export interface AdoptionChoice {
  /** The account of a payment whose method no account, or more than one, holds. */
  readonly accountCode?: string | undefined;
  /** A payment that no open invoice asks for becomes credit, instead of an external charge invoice. */
  readonly asCredit?: boolean | undefined;
}

/** Returns the refusal of an operation that cannot be adopted or refunded; `reason`: a key of its words. */
export const notReconcilable = (found: GatewayOnly, reason: string): Failure =>
  new Failure('not_reconcilable', { value: operationName(found), reason });

/** Decides how an operation is adopted, from the present records. Throws `not_found` and `not_reconcilable`. */
export const planAdoption = async (
  records: Records,
  found: GatewayOnly,
  { accountCode, asCredit }: AdoptionChoice,
): Promise<Adoption> => {
  const { state, recorded, operation } = found;
  if (state === 'captured' && recorded) return { way: 'capture', authorization: recorded };
  if (state !== 'open') throw notReconcilable(found, state);
  if (operation.kind === 'refund') {
    const invoice = recorded?.invoice_id ? await records.invoices.find(recorded.invoice_id) : undefined;
    if (!recorded || !invoice) throw notReconcilable(found, 'without_invoice');
    return { way: 'refund', payment: recorded, invoice };
  }
  const account = await accountOf(records, found, accountCode);
  const amount = operation.result.amount_in_cents;
  const invoice = (await records.invoices.openCharges(account.id)).find(
    (each) => isCollectible(each) && each.currency === operation.currency && each.balance_in_cents === amount,
  );
  if (invoice) return { way: 'invoice', account, invoice };
  return { way: asCredit ? 'credit' : 'external', account };
};

const accountOf = async (
  { accounts }: Records,
  found: GatewayOnly,
  named: string | undefined,
): Promise<AccountRecord> => {
  const [code, another] = named === undefined ? found.account_codes : [named];
  if (code === undefined) throw notReconcilable(found, 'account_unknown');
  if (another !== undefined) throw notReconcilable(found, 'accounts_ambiguous');
  const account = await accounts.find(code);
  if (!account) throw notFound('Account', 'account_code', code);
  return account;
};

/** Returns the name of the invoice that an adoption changes; null for one that makes a new one. */
export const invoiceOfAdoption = (adoption: Adoption): string | null =>
  'invoice' in adoption ? invoiceName(adoption.invoice) : null;
